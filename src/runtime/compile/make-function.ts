// From generated text to a function. Where the place we run in forbids that, as a page with a strict policy does, there
// is none, and rules are matched by search.ts alone. Equal text is compiled once: what differs comes in as data.

type Factory = (data: readonly unknown[]) => unknown;

const made = new Map<string, Factory>();
let isAllowed: boolean | null = null;

/** The function that `source` gives for its data, or null where code may not be made. */
export function makeFunction<T>(source: string, data: readonly unknown[]): T | null {
  let factory = made.get(source);
  if (factory === undefined) {
    if (!canMakeFunctions()) return null;
    // The text is of our own making: names are numbered, and whatever a program says comes in as data.
    factory = new Function('K', source) as Factory;
    made.set(source, factory);
  }
  return factory(data) as T;
}

/** Every text that was made into a function so far: for who wants to read it. */
export function generatedTexts(): readonly string[] {
  return [...made.keys()];
}

function canMakeFunctions(): boolean {
  if (isAllowed === null) {
    try {
      isAllowed = (new Function('return true') as () => boolean)();
    } catch {
      isAllowed = false;
    }
  }
  return isAllowed;
}
