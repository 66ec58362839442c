// Random programs, small enough for every outcome to be found. Most of their molecules are made from the patterns of
// their rules, so that there is something to react; the others are there to be passed over, or to surprise.
// Most programs end; those that do not are told apart by whoever explores them.
import fc from 'fast-check';
import { molecules } from './molecules.ts';
import { randomRule } from './random-rules.ts';
import { writtenRule } from './rule-forms.ts';

/** Numbers that choose what the variables of a pattern stand for, one for each in turn. */
interface Instance {
  readonly rule: number;
  readonly choices: readonly number[];
}

const MOST = 8;
/** A string, to be passed over; a variable with its type; or a wildcard. */
const VARIABLES = /"[^"]*"|\b([a-z]\w*)(?:::(\([^)]*\)|\w+))?|\b_\b/g;

const rule = fc.oneof({ weight: 3, arbitrary: writtenRule }, { weight: 2, arbitrary: randomRule });

const instance = fc.record<Instance>({
  rule: fc.nat({ max: 2 }),
  choices: fc.array(fc.nat({ max: 99 }), { minLength: 6, maxLength: 6 }),
});

export const program: fc.Arbitrary<string> = fc
  .record({
    rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
    instances: fc.array(instance, { minLength: 1, maxLength: 4 }),
    others: molecules,
    naming: fc.nat({ max: 9 }),
    stages: fc.nat({ max: 5 }),
  })
  .map(({ rules, instances, others, naming, stages }) => {
    const data = [...instances.flatMap((one) => instantiate(rules, one)), ...others].slice(0, MOST);
    // In parentheses: the products of a rule reach over the rest of the list.
    const [last = '', ...more] = rules.map((text, i) =>
      i === naming ? `named = (${text})` : `(${text})`,
    );
    // Shrinking goes to 0, and so away from stages.
    if (stages === 5) return `<${[...data, ...more].join(', ')}> then <${last}>`;
    return `<${[...data, ...more, last].join(', ')}>`;
  });

/** Molecules that fit the patterns of a rule one by one, and often all together. */
function instantiate(rules: readonly string[], { rule: index, choices }: Instance): string[] {
  const text = rules[index % rules.length] as string;
  const patterns = text
    .replace(/^(with|whenever|replace-one|replace) /, '')
    .replace(/ (by|inject) .*$/, '')
    .replace(/ (replace-one|replace) /, ', ');
  const chosen = new Map<string, string>();
  let next = 0;
  const draw = () => choices[next++ % choices.length] as number;
  return listed(patterns).flatMap((pattern) => {
    if (pattern.includes('= r') || pattern.includes('::rule')) return [];
    const filled = pattern
      .replaceAll(/,? ?\?\w+/g, () => (draw() % 3 === 0 ? '' : ', 1'))
      .replaceAll(VARIABLES, (found, name?: string, type = '') => {
        if (found.startsWith('"')) return found;
        if (name === undefined) return ofType('', draw());
        const computes = new RegExp(`\\b${name} \\+|/ ${name}\\b`).test(patterns);
        const known = chosen.get(name) ?? ofType(computes ? 'int' : type, draw());
        chosen.set(name, known);
        return known;
      });
    return [filled.replace('<, ', '<')];
  });
}

/** The parts between the outermost commas. */
function listed(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if ('(<[{'.includes(sign)) depth++;
    if (')>]}'.includes(sign)) depth--;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** No zero: what is computed from it may divide. */
const INTS = ['1', '2', '3', '1', '2'] as const;
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  '': [...INTS, ...INTS, ...INTS, '1.0', '"a"', 'B', '(1:2)'],
  int: INTS,
  number: [...INTS, '1.0', '2.0'],
  real: ['1.0', '2.0', '0.5'],
  string: ['"a"', '"b"'],
  symbol: ['A', 'B'],
  tuple: ['(1:2)', '(A:1:2)'],
  list: ['[1]', '[1, 2]'],
  bool: ['true', 'false'],
  '(int | string)': [...INTS, '"a"'],
  '(int | A:int)': [...INTS, '(A:1)'],
};

function ofType(type: string, choice: number): string {
  const values = BY_TYPE[type];
  if (values === undefined) throw new Error(`no values of type ${type}`);
  return values[choice % values.length] as string;
}
