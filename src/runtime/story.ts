// Where a molecule came from, as a tree back to what was put in: which reaction made it, from which
// molecules, and those from which. Pure reading of a chronicle; the words are the reader's business.
import type { Chronicle, End, Life, Origin } from './chronicle.ts';
import { isRule, type Molecule } from './molecule.ts';
import { same } from './order.ts';
import { withoutRules } from './without-rules.ts';

export interface Story {
  readonly id: number;
  /** As it is, or as it was when it was taken. */
  readonly molecule: Molecule;
  /** As it was put out; the same unless something inside it has reacted. */
  readonly born: Molecule;
  readonly role: Role;
  readonly origin: Origin;
  readonly parts: readonly Story[];
  /** Why `parts` is empty though there is more to tell: it stands elsewhere, or the story is too long. */
  readonly cut: 'told' | 'long' | null;
}

/** What it was to the molecule above it in the tree; the first of a story is the subject. */
export type Role =
  | 'subject'
  | 'reactant'
  /** Read, not consumed. */
  | 'catalyst'
  /** The rule, told only when a reaction made it. */
  | 'rule'
  /** The same molecule while it lay in a solution that the reaction spilled. */
  | 'before';

export interface Telling {
  /** The occurrence that the story is about. */
  readonly story: Story;
  /** How the subject ended; null when it is still there. */
  readonly end: End | null;
  /** How many equal molecules there are now, in all solutions. */
  readonly copies: number;
}

export interface StoryLimits {
  readonly depth: number;
  /** How many molecules are told of in all. */
  readonly size: number;
}

/**
 * The story of one molecule that is the same as `molecule`: of one that is there rather than of one that
 * is gone, and of the youngest. Null when there never was one.
 */
export function storyOf(
  chronicle: Chronicle,
  molecule: Molecule,
  limits: StoryLimits,
): Telling | null {
  let subject: Life | null = null;
  let copies = 0;
  for (const life of chronicle.lives.values()) {
    if (!looksLike(life.value, molecule) && !looksLike(life.born, molecule)) continue;
    const there = chronicle.endOf(life) === null;
    if (there) copies++;
    if (there || copies === 0) subject = life;
  }
  if (subject === null) return null;
  return tellOf(chronicle, subject, copies, limits);
}

/** The story of the rule of this name, as storyOf tells of a molecule. */
export function storyOfRule(
  chronicle: Chronicle,
  name: string,
  limits: StoryLimits,
): Telling | null {
  const named = [...chronicle.lives.values()].filter(
    ({ born }) => isRule(born) && born.name === name,
  );
  const there = named.filter((life) => chronicle.endOf(life) === null);
  const subject = there.at(-1) ?? named.at(-1);
  return subject === undefined ? null : tellOf(chronicle, subject, there.length, limits);
}

/** Rules are hidden where solutions are shown, so they may be left out where one is asked for. */
function looksLike(value: Molecule, asked: Molecule): boolean {
  if (same(value, asked)) return true;
  const shown = withoutRules(value);
  return shown !== null && shown !== value && same(shown, asked);
}

function tellOf(chronicle: Chronicle, life: Life, copies: number, limits: StoryLimits): Telling {
  const teller = new Teller(chronicle, limits);
  return { story: teller.tell(life, 'subject', 0), end: chronicle.endOf(life), copies };
}

class Teller {
  readonly #chronicle: Chronicle;
  readonly #limits: StoryLimits;
  readonly #told = new Set<number>();
  #contents: Map<number, Life[]> | null = null;

  constructor(chronicle: Chronicle, limits: StoryLimits) {
    this.#chronicle = chronicle;
    this.#limits = limits;
  }

  tell(life: Life, role: Role, depth: number): Story {
    const { id, value, born, origin } = life;
    const base = { id, molecule: value, born, role, origin };
    const step = origin.type === 'reaction' || origin.type === 'answer' ? origin.step : null;
    if (step === null) return { ...base, parts: [], cut: null };
    if (this.#told.has(id)) return { ...base, parts: [], cut: 'told' };
    if (depth >= this.#limits.depth || this.#told.size >= this.#limits.size) {
      return { ...base, parts: [], cut: 'long' };
    }
    this.#told.add(id);
    const parts: Story[] = [];
    const add = (part: number, as: Role): void => {
      const found = this.#chronicle.lives.get(part);
      if (found !== undefined) parts.push(this.tell(found, as, depth + 1));
    };
    step.took.forEach((part, i) => {
      add(part, i < step.catalysts ? 'catalyst' : 'reactant');
    });
    const before = this.#before(life);
    if (before !== null) add(before.id, 'before');
    const rule = this.#chronicle.lives.get(step.rule);
    if (rule !== undefined && rule.origin.type !== 'input') add(step.rule, 'rule');
    return { ...base, parts, cut: null };
  }

  /** What a reaction spilled lies in the solution with a new identity: the one that it had inside. */
  #before(life: Life): Life | null {
    if (life.origin.type !== 'reaction') return null;
    const { step } = life.origin;
    for (const id of step.took) {
      for (const inner of this.#inside(id)) {
        if (inner.id < life.id && !step.took.includes(inner.id) && same(inner.value, life.born)) {
          return inner;
        }
      }
    }
    return null;
  }

  #inside(owner: number): readonly Life[] {
    if (this.#contents === null) {
      this.#contents = new Map();
      for (const life of this.#chronicle.lives.values()) {
        const around = this.#chronicle.ownerOf(life.home);
        if (around === null || life.end !== null) continue;
        const known = this.#contents.get(around.id);
        if (known === undefined) this.#contents.set(around.id, [life]);
        else known.push(life);
      }
    }
    return this.#contents.get(owner) ?? [];
  }
}
