// The programs that the tables of calls are about.
export const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'sum.hocl': 'let sum = replace x::int, y::int by x + y in <1, 2, 3>\n',
  'wait.hocl': 'let sum = replace x::int, y::int by x + y in <1>\n',
  'race.hocl': 'let r = replace x::int, y::int by x - y in <1, 2, 4>\n',
  'wrong.hocl': '<1, nothing here>\n',
  'unknown.hocl': '<1, x>\n',
  'library.hocl': 'let pair = replace x, y by x:y\n',
  'early.hocl': 'let a = 1 / 0 in <a>\n',
  'guard.hocl': 'let r = replace x::int by x if 1 / x > 2 in <0, 4>\n',
  'fault.hocl': 'let r = replace-one x::int by 1 / x in <0, IN:<0, r>, r>\n',
  'endless.hocl': 'let r = replace x::int by x + 1 if x >= 0 in <1>\n',
  'grow.hocl': 'let r = replace x::int by x, x if x > 0 in <1>\n',
  'slow.hocl': 'let r = replace x, y, z by x if x + y + z == 100000000 in <1..2000>\n',
  'rules.hocl': '<1, (keep = replace A by B), IN:<2, replace C by D>>\n',
  'warned.hocl': 'let unused = 3 in <1>\n',
  'effect.hocl':
    'import effect { twice } from "./effects.mjs"\nlet r = replace DO:x by DID:twice(x) in <DO:1, DO:2>\n',
  'failing.hocl':
    'import effect { fails } from "./effects.mjs"\nlet r = replace DO:x by DID:fails(x) in <DO:1>\n',
  'never.hocl':
    'import effect { never } from "./effects.mjs"\nlet r = replace DO:x by DID:never(x) in <DO:1>\n',
  'effects.mjs': [
    'export const twice = async (x) => 2 * x;',
    "export const fails = () => { throw new Error('no luck'); };",
    'export const never = () => new Promise(() => {});',
  ].join('\n'),
  'pure.hocl':
    'import pure { half } from "./half.mjs"\nlet r = replace-one x::int by half(x) in <r, 8>\n',
  'half.mjs': 'export const half = (x) => x / 2;\n',
  'tests.hocl': [
    'let cancel = replace x::int, y::int by nothing if x != y in',
    'test "one is left" { <1, 1, 2> outcomes <1> }',
    'test "too few" { <1, 2, 3> outcomes <1> | <2> }',
    'test "too many" { <1, 1, 2> outcomes <1> | <2> }',
    'let swap = replace-one A by A in',
    '<1, 2, swap>',
  ].join('\n'),
  'good.hocl': 'test "nothing happens" { <1> outcomes <1> }\n<1>\n',
  'loop.hocl': 'let r = replace A by B in let s = replace B by A in <A>\n',
  'untidy.hocl': '// why\nlet   a=replace x by x,x if x>1 in <1,a,>\n',
  'tidy.hocl': 'let a = replace x by x, x if x > 1 in\n<1, a>\n',
  'input.json': '[4, 5]',
  'lines.json': '4\n\n{"sym": "A"}\n[1, 2]\n',
  'bad.json': '[1,\n oops]',
  'latin.hocl': new Uint8Array([0x3c, 0x22, 0xe9, 0x22, 0x3e]),
};
