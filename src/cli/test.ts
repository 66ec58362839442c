// hocl test.
import { CallError } from './exit-code.ts';
import type { Io } from './io.ts';

export async function testCommand(
  _files: readonly string[],
  _options: object,
  _io: Io,
): Promise<number> {
  throw new CallError('test is not here yet');
}
