// Random rules, put together from patterns over four variables: the few variables meet in many places, and so make
// joins, composite keys, equalities inside of a tuple, guards over what was bound, and products out of it.
// First plain data that shrinks, then the text; what would be an error before running is written another way.
import fc from 'fast-check';
import { HEADS } from './molecules.ts';

const NAMES = ['x', 'y', 'z', 'k'] as const;
/** Several of the same weigh more. */
const TYPES = [
  '',
  '',
  '',
  'int',
  'int',
  'int',
  'number',
  'string',
  'symbol',
  'tuple',
  '(int | string)',
] as const;
const LITERALS = ['0', '1', '2', '3', '1.0', '"a"', 'A', '-1', '(1:2)'] as const;
const ORDERS = ['<', '<=', '>', '>='] as const;

type Type = (typeof TYPES)[number];

/** What stands in a pattern, at the top of a slot or in a field. */
type Part =
  | { readonly kind: 'variable'; readonly name: number }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'computed'; readonly name: number; readonly form: number }
  | { readonly kind: 'tuple'; readonly head: string | null; readonly items: readonly Part[] }
  | { readonly kind: 'opened'; readonly head: string | null; readonly items: readonly Part[] };

interface Spec {
  readonly keyword: number;
  readonly types: readonly Type[];
  readonly slots: readonly Part[];
  readonly catalysts: number;
  readonly guard: { readonly form: number; readonly a: number; readonly b: number };
  readonly products: readonly { readonly form: number; readonly a: number; readonly b: number }[];
  /** Whether it may put out as much as it takes: such a rule may go on for ever. */
  readonly keeps: boolean;
}

const name = fc.nat({ max: NAMES.length - 1 });
const variable = name.map((one): Part => ({ kind: 'variable', name: one }));
const literal = fc.constantFrom(...LITERALS).map((text): Part => ({ kind: 'literal', text }));
const computed = fc
  .record({ name, form: fc.nat({ max: 2 }) })
  .map((one): Part => ({ kind: 'computed', ...one }));
const someHead = fc.constantFrom<string | null>(...HEADS, 'A', 'B', null);

const simple: fc.Arbitrary<Part> = fc.oneof(
  { weight: 8, arbitrary: variable },
  { weight: 1, arbitrary: literal },
  { weight: 1, arbitrary: fc.constant<Part>({ kind: 'any' }) },
  { weight: 1, arbitrary: computed },
);
const nested: fc.Arbitrary<Part> = fc
  .array(simple, { minLength: 2, maxLength: 2 })
  .map((items) => ({ kind: 'tuple', head: null, items }));
const tuple: fc.Arbitrary<Part> = fc
  .tuple(
    someHead,
    fc.array(fc.oneof({ weight: 12, arbitrary: simple }, { weight: 1, arbitrary: nested }), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([head, items]) => ({ kind: 'tuple', head, items }));
const opened: fc.Arbitrary<Part> = fc
  .tuple(fc.option(fc.constantFrom(...HEADS)), fc.array(fc.oneof(simple, tuple), { maxLength: 2 }))
  .map(([head, items]) => ({ kind: 'opened', head, items }));

const slot: fc.Arbitrary<Part> = fc.oneof(
  { weight: 10, arbitrary: tuple },
  { weight: 6, arbitrary: variable },
  { weight: 1, arbitrary: literal },
  { weight: 1, arbitrary: computed },
  { weight: 2, arbitrary: opened },
);

const choice = fc.record({ form: fc.nat({ max: 19 }), a: name, b: name });

/** A rule of one to three slots. */
export const randomRule: fc.Arbitrary<string> = fc
  .record<Spec>({
    keyword: fc.nat({ max: 9 }),
    types: fc.array(fc.constantFrom(...TYPES), {
      minLength: NAMES.length,
      maxLength: NAMES.length,
    }),
    slots: fc.array(slot, { minLength: 1, maxLength: 3 }),
    catalysts: fc.nat({ max: 5 }),
    guard: choice,
    products: fc.array(choice, { maxLength: 3 }),
    keeps: fc.nat({ max: 9 }).map((n) => n === 0),
  })
  .map(write);

function write(spec: Spec): string {
  const bound = new Set(spec.slots.flatMap(variablesOf));
  const texts = new PatternTexts(spec.types, bound).all(spec.slots);
  const guard = guardOf(spec, [...bound]);
  const reads = spec.keyword === 0 || spec.keyword === 1;
  const catalysts = reads ? texts.length : spec.catalysts < 2 ? Math.min(1, texts.length - 1) : 0;
  const taken = texts.length - catalysts;
  const once = spec.keyword <= 3;
  const bounded =
    once || spec.keeps ? spec.products : spec.products.slice(0, Math.max(0, taken - 1));
  const products = bounded.map((one) => productOf(one, [...bound], spec));
  const put = products.length === 0 ? 'nothing' : products.join(', ');
  if (reads)
    return `${spec.keyword === 0 ? 'with' : 'whenever'} ${texts.join(', ')} inject ${put}${guard}`;
  const read = catalysts > 0 ? `with ${texts.slice(0, catalysts).join(', ')} ` : '';
  return `${read}${once ? 'replace-one' : 'replace'} ${texts.slice(catalysts).join(', ')} by ${put}${guard}`;
}

function variablesOf(part: Part): number[] {
  if (part.kind === 'variable') return [part.name];
  return part.kind === 'tuple' || part.kind === 'opened' ? part.items.flatMap(variablesOf) : [];
}

/** Patterns as text: a variable has its type where it stands first. */
class PatternTexts {
  readonly #types: readonly Type[];
  readonly #bound: ReadonlySet<number>;
  readonly #typed = new Set<number>();
  #rests = 0;

  constructor(types: readonly Type[], bound: ReadonlySet<number>) {
    this.#types = types;
    this.#bound = bound;
  }

  all(parts: readonly Part[]): string[] {
    return parts.map((part) => this.#text(part));
  }

  #text(part: Part): string {
    switch (part.kind) {
      case 'variable': {
        const type = this.#types[part.name] as Type;
        const first = !this.#typed.has(part.name);
        this.#typed.add(part.name);
        return first && type !== '' ? `${NAMES[part.name]}::${type}` : `${NAMES[part.name]}`;
      }
      case 'literal':
        return part.text;
      case 'any':
        return '_';
      case 'computed': {
        if (!this.#bound.has(part.name) || !isNumeric(this.#types[part.name])) return '1';
        const of = NAMES[part.name] as string;
        return [`(${of} + 1)`, `((${of} + 1) % 3)`, `(6 / ${of})`][part.form] as string;
      }
      case 'tuple': {
        const items = this.all(part.items).map((text, i) =>
          part.items[i]?.kind === 'tuple' ? `(${text})` : text,
        );
        if (part.head === null && items.length === 1) return `C:${items.join(':')}`;
        return [...(part.head === null ? [] : [part.head]), ...items].join(':');
      }
      case 'opened': {
        const text = `<${[...this.all(part.items), `?w${this.#rests++}`].join(', ')}>`;
        return part.head === null ? text : `${part.head}:${text}`;
      }
    }
  }
}

/** Whether arithmetic on it can go right. */
function isNumeric(type: Type | undefined): boolean {
  return type === '' || type === 'int' || type === 'number' || type === '(int | string)';
}

/** Half of the rules have a guard; one over untyped variables may fail to evaluate. */
function guardOf({ guard, types }: Spec, bound: readonly number[]): string {
  if (bound.length === 0) return '';
  const a = bound[guard.a % bound.length] as number;
  const b = bound[guard.b % bound.length] as number;
  const [left, right] = [NAMES[a], NAMES[b]];
  if (guard.form < 4 && isNumeric(types[a]) && isNumeric(types[b])) {
    return ` if ${left} ${ORDERS[guard.form]} ${right}`;
  }
  if (guard.form < 6) return ` if ${left} != ${right}`;
  if (guard.form < 8 && isNumeric(types[a])) return ` if ${left} > ${guard.form - 5}`;
  if (guard.form === 8 && isNumeric(types[a])) return ` if 6 / ${left} >= 2`;
  if (guard.form === 9) return ` if ${left} == ${right}`;
  return '';
}

function productOf(
  { form, a, b }: Spec['products'][number],
  bound: readonly number[],
  { types, slots }: Spec,
): string {
  const opens = slots.filter(({ kind }) => kind === 'opened').length;
  // A rest that comes back at its level is a frame; spilt or used twice, it is a value.
  if (opens > 0 && form >= 14)
    return ['<w0>', '<w0, 1>', 'w0', 'A:<w0>', 'count(w0)', 'A:<C:1, w0>'][form - 14] as string;
  if (bound.length === 0) return HEADS[form % HEADS.length] as string;
  const first = bound[a % bound.length] as number;
  const second = bound[b % bound.length] as number;
  const [x, y] = [NAMES[first] as string, NAMES[second] as string];
  const isNumber = isNumeric(types[first]) && isNumeric(types[second]);
  switch (form % 14) {
    case 0:
    case 1:
      return x;
    case 2:
      return `A:${x}`;
    case 3:
      return `B:${x}:${y}`;
    case 4:
      return `A:${y}:${x}`;
    case 5:
      return isNumber ? `(${x} + ${y}) % 4` : y;
    case 6:
      return isNumber ? `C:(${x} + 1) % 3` : `C:${x}`;
    case 7:
      return isNumber ? `${x} - ${y}` : 'C';
    case 8:
      return isNumber ? `6 / ${x}` : '"a"';
    case 9:
      return `<${x}, ${y}>`;
    case 10:
      return `[${x}]`;
    case 11:
      return `(if ${x} == ${y} then A else B:${y})`;
    case 12:
      return types[first] === 'int' && types[second] === 'int' ? `${x}..${y}` : `${x}:${y}`;
    default:
      return types[first] === 'int' ? `B^(${x} % 3)` : 'B';
  }
}
