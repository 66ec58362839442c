// hocl explore.
import { CallError } from './exit-code.ts';
import type { Io } from './io.ts';

export async function exploreCommand(_file: string, _options: object, _io: Io): Promise<number> {
  throw new CallError('explore is not here yet');
}
