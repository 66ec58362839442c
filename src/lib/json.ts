// Plain JSON for programs: parseJson reads the data of other programs, toJson writes data for them.
// What becomes what is said in runtime/json-plain.ts.
import {
  checkStringLength,
  EvaluationError,
  type Molecule,
  parsePlainJson,
  plainJsonText,
} from '../runtime/index.ts';
import { define, STRING } from './define.ts';

export const jsonFunctions = [
  define('parseJson', 'the data that a JSON text stands for', { text: STRING }, 'any', ([text]) => {
    const parsed = parsePlainJson(text as string);
    if (parsed.ok) return parsed.value;
    const { message, offset } = parsed.error;
    throw new EvaluationError(`not JSON: ${message}, at character ${offset}`);
  }),
  define('toJson', 'data as JSON text', { data: 'any' }, STRING, ([data]) => {
    const text = plainJsonText(data as Molecule);
    checkStringLength(text.length);
    return text;
  }),
];
