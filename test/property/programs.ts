// Random programs that always end: every reaction lowers the number of molecules, of one-shot rules, or of what
// a `whenever` rule has not seen yet. Small enough for every outcome to be found.
import fc from 'fast-check';

const int = fc.integer({ min: 0, max: 3 }).map(String);
const symbol = fc.constantFrom('A', 'B', 'C');

const flat = fc.oneof(
  { weight: 4, arbitrary: int },
  { weight: 2, arbitrary: symbol },
  { weight: 3, arbitrary: fc.tuple(symbol, int).map(([s, n]) => `${s}:${n}`) },
  { weight: 1, arbitrary: fc.constantFrom('"a"', '"b"', 'true', '1.0') },
);

const innerRule = fc.constantFrom(
  'replace x::int, y::int by x if x >= y',
  'replace x::int, y::int by (x + y) % 4',
  'replace x, x by x',
  'replace-one x::int by C',
);

const inner = fc
  .tuple(fc.array(flat, { maxLength: 3 }), fc.option(innerRule, { nil: undefined, freq: 2 }))
  .map(
    ([items, rule]) => `<${[...items, ...(rule === undefined ? [] : [`(${rule})`])].join(', ')}>`,
  );

const molecule = fc.oneof(
  { weight: 6, arbitrary: flat },
  { weight: 2, arbitrary: inner },
  { weight: 2, arbitrary: fc.tuple(symbol, inner).map(([s, m]) => `${s}:${m}`) },
);

/** Rules in every form of the language; each of them can fire only so often. */
const rule = fc.oneof(
  fc.constantFrom(
    'replace x::int, y::int by x + y if x + y < 6',
    'replace x::int, y::int by x if x >= y',
    'replace x::int, y::int by nothing if x != y',
    'replace x, x by x',
    'replace x::int, x::int, y by y',
    'with y::int replace x::int by nothing if y > x',
    'with A:n, B:m replace C:k by nothing if n + m == k',
    'replace A:n, B:m by C:n + m',
    'replace A:n, A:n by B:n',
    'replace A:n, x::int, A:n by x',
    'replace A:n, B:(n + 1) % 4 by C',
    'replace s::symbol, t::symbol by s if s != t',
    'replace A, x::int by A:x',
    'replace <x, ?w> by w',
    'replace <?w>, <?v> by <w, v>',
    'replace A:<x, ?w>, y::int by A:<w>',
    'replace B:<x::int, y::int, ?w> by B:<(x + y) % 4, w>',
    'replace A:<x, ?w>, B:<x, ?v> by A:<w>, B:<v>',
    'replace <?w>, n::int by n if none A in w',
    'replace <?w>, n::int by count(w) if all x in w: x != n',
    'replace-one x::int by x, C',
    'replace-one x::int by replace y::int, z::int by y if z >= x',
    'replace-one n::int by replace n, y by y',
    'replace-one r::rule, A by C',
    'replace-one x by <x, x>',
    'with A:n inject B:n',
    'with x::int, A inject x + 1',
    'whenever A:n inject "saw"',
    'whenever A:n, B:m inject true if n != m',
    'replace x::int, y::int by 10 / x',
    'replace x::number, y::string by let z = x in if z == 0 then nothing else y',
  ),
);

export const program = fc
  .tuple(
    fc.array(molecule, { minLength: 1, maxLength: 6 }),
    fc.array(rule, { minLength: 1, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([molecules, rules, staged]) => {
    // In parentheses: the products of a rule reach over the rest of the list.
    const [last = '', ...others] = rules.map((one) => `(${one})`);
    const first = `<${[...molecules, ...others, ...(staged ? [] : [last])].join(', ')}>`;
    return staged ? `${first} then <${last}>` : first;
  });
