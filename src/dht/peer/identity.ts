// Who a node is, as its disk says. It is written as a whole (`replace`) before anything else, so that no crash leaves half of it,
// and none leaves other files without it: where that is found, the disk is damaged. Next: entry.ts.
import { assert, type DiskFiles, fail, ok, type Result, type Rng } from '../../base/index.ts';
import { fromJsonBytes } from '../json-bytes.ts';
import { clusterSchema, contactsSchema } from '../peer-schema.ts';
import { exactly, fields, flag, id, judged, nullOr, optional, whole } from '../schema.ts';
import type { Identity } from './state.ts';

export const identityFile = 'node';

const identitySchema = exactly<Identity>()(
  fields({
    ...{ token: id(128), incarnation: whole(1), fresh: flag, damaged: optional(flag) },
    ...{ isVoter: optional(flag), cluster: nullOr(clusterSchema), contacts: contactsSchema },
  }),
);

/** What keeps a node from going on with what its disk holds, if anything does. A driver asks before it starts the node. */
export function identityProblem(files: DiskFiles): string | undefined {
  const read = knownIdentity(files);
  return read.ok ? undefined : read.error;
}

/** How many nodes decide in the cluster to which a disk belongs, if it belongs to one. */
export function votersKnown(files: DiskFiles): number | undefined {
  const known = knownIdentity(files);
  return known.ok ? known.value?.cluster?.voters.length : undefined;
}

/** Who this node is: as its disk says, or new. */
export function readIdentity(files: DiskFiles, rng: Rng): Identity {
  const known = knownIdentity(files);
  assert(known.ok, 'a node starts with a disk that says who it is, or with none', known);
  if (known.value) return { ...known.value, incarnation: known.value.incarnation + 1 };
  const draw = (): string => rng.below(0x1_0000_0000).toString(16).padStart(8, '0');
  const token = `${draw()}${draw()}`;
  return { token, incarnation: 1, fresh: true, cluster: null, contacts: [] };
}

function knownIdentity(files: DiskFiles): Result<Identity | undefined, string> {
  const bytes = files.get(identityFile);
  if (bytes === undefined) return files.size === 0 ? ok(undefined) : fail('is missing');
  const read = fromJsonBytes(bytes);
  const known = read.ok ? judged(identitySchema, read.value) : read;
  return known.ok ? known : fail('is damaged');
}
