// How a row of one class becomes visible and leaves, as code: the list and the indexes that the class has are known, so
// nothing is asked twice. The same as enterRow and removeRow of store.ts, for one class.

import { enterIndex, keyOf, leaveIndex, pairKey, textKey } from '../key-index.ts';
import type { ClassLayout } from '../layout.ts';
import type { StoreClass } from '../store.ts';
import { enterRanges, leaveRanges, rowKey } from '../store.ts';
import { columnOf } from './column.ts';
import type { CodeWriter } from './writer.ts';

/** The name of a function that shows a pending row. */
export function enterCode(writer: CodeWriter, layout: ClassLayout, number: number): string {
  return writer.helper(`enter${number}`, () => {
    const lines = [
      `function enter${number}(S, row) {`,
      'S.state[row] = 2; S.pending--; S.home.pending--;',
    ];
    if (layout.scan) lines.push('const l = S.scan; S.at[row] = l.length; l.push(row);');
    else lines.push('S.at[row] = S.entered++;');
    for (const [i, fields] of layout.indexes.entries()) {
      const key = keyCode(writer, layout.of, fields, i);
      const enter = writer.constant(enterIndex);
      lines.push(`const x${i} = S.indexes[${i}];`);
      if (fields.length === 1 && fields[0] !== -1) {
        const value = `v${i}`;
        lines.push(
          `const ${value} = ${columnValue(layout.of, fields[0] as number)};`,
          `if (typeof ${value} === 'number' && ${value} >= 0 && ${value} < x${i}.dense.length) {`,
          `const f = x${i}.dense[${value}]; x${i}.next[row] = f; x${i}.previous[row] = -1;`,
          `if (f >= 0) { x${i}.previous[f] = row; x${i}.crowded = true; } x${i}.dense[${value}] = row;`,
          `} else ${enter}(x${i}, ${writer.constant(keyOf)}(${value}), row, S.rows);`,
        );
      } else lines.push(`${enter}(x${i}, ${key}, row, S.rows);`);
    }
    if (layout.ranges.length > 0)
      lines.push(`if (S.ranged) ${writer.constant(enterRanges)}(S, row);`);
    lines.push('}');
    return lines.join('\n');
  });
}

/** The name of a function that takes a visible row out for good. */
export function leaveCode(writer: CodeWriter, layout: ClassLayout, number: number): string {
  return writer.helper(`leave${number}`, () => {
    const lines = [
      `function leave${number}(S, row) {`,
      'S.state[row] = 0; S.gone++; S.home.size--;',
    ];
    if (layout.scan) {
      lines.push(
        'const l = S.scan; const last = l.pop();',
        'if (last !== row) { const at = S.at[row]; l[at] = last; S.at[last] = at; }',
      );
    }
    for (const [i, fields] of layout.indexes.entries()) {
      const key = keyCode(writer, layout.of, fields, i);
      const leave = writer.constant(leaveIndex);
      lines.push(`const x${i} = S.indexes[${i}];`);
      if (fields.length === 1 && fields[0] !== -1) {
        const value = `v${i}`;
        lines.push(
          `const ${value} = ${columnValue(layout.of, fields[0] as number)};`,
          `if (typeof ${value} === 'number' && ${value} >= 0 && ${value} < x${i}.dense.length) {`,
          `const n = x${i}.next[row], p = x${i}.previous[row];`,
          `if (n >= 0) x${i}.previous[n] = p; if (p >= 0) x${i}.next[p] = n; else x${i}.dense[${value}] = n;`,
          // No other key of one field is a small number, and of those the row knows its list.
          `} else ${leave}(x${i}, -1, row);`,
        );
      } else lines.push(`${leave}(x${i}, ${key}, row);`);
    }
    if (layout.ranges.length > 0)
      lines.push(`if (S.ranged) ${writer.constant(leaveRanges)}(S, row);`);
    lines.push('}');
    return lines.join('\n');
  });
}

/**
 * The name of a function for a visible row that goes and comes back, unchanged, at once. Alone under its keys it stays
 * where it is.
 */
export function renewCode(
  writer: CodeWriter,
  { indexes }: ClassLayout,
  leave: string,
  enter: string,
  number: number,
): string {
  return writer.helper(`renew${number}`, () => {
    const crowded = indexes.map(
      (_, i) => `S.indexes[${i}].next[row] >= 0 || S.indexes[${i}].previous[row] >= 0`,
    );
    return [
      `function renew${number}(S, row) {`,
      `if (!(${['false', ...crowded].join(' || ')})) { S.at[row] = S.entered++; return; }`,
      `${leave}(S, row); S.gone--; S.home.size++; S.pending++; S.home.pending++;`,
      `${enter}(S, row);`,
      '}',
    ].join('\n');
  });
}

function columnValue(of: StoreClass, field: number): string {
  return `S.columns[${columnOf(field, of)}][row]`;
}

function keyCode(
  writer: CodeWriter,
  of: StoreClass,
  fields: readonly number[],
  index: number,
): string {
  if (fields.includes(-1)) return `${writer.constant(rowKey)}(S, S.indexes[${index}], row)`;
  const values = fields.map((field) => columnValue(of, field));
  if (values.length === 1) return `${writer.constant(keyOf)}(${values[0]})`;
  if (values.length === 2) return `${writer.constant(pairKey)}(${values.join(', ')})`;
  return `${writer.constant(textKey)}([${values.join(', ')}])`;
}
