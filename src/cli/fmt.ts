// hocl fmt.
import { CallError } from './exit-code.ts';
import type { Io } from './io.ts';

export async function fmtCommand(
  _files: readonly string[],
  _options: object,
  _io: Io,
): Promise<number> {
  throw new CallError('fmt is not here yet');
}
