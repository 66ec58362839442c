// hocl replay.
import { CallError } from './exit-code.ts';
import type { Io } from './io.ts';

export async function replayCommand(_record: string, _options: object, _io: Io): Promise<number> {
  throw new CallError('replay is not here yet');
}
