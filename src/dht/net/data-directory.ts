// A data directory: what a node has of its own between two lives. One process at a time has it; it says in which format it
// is written and which node it belongs to. The files of the node's machine lie below it (disk.ts).
//
//   hocl.json    the format, and the name of the node
//   lock         the process that has the directory
//   files/       the files of the machine
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  type DiskFiles,
  fail,
  isAlive,
  type NodeId,
  nodeId,
  ok,
  type Processes,
  processMark,
  type Result,
} from '../../base/index.ts';
import { fields, id, judged, text, whole } from '../index.ts';
import { diskProblem, draftEnding, nameOfFile, syncFolder } from './disk.ts';

/** Grows when what is written can no longer be read by the hocl before. */
const format = 1;

export interface DataDirectory {
  readonly node: NodeId;
  /** The folder for the machine's files, and what it holds. */
  readonly folder: string;
  readonly files: DiskFiles;
  /** Lets another process have it. */
  release(): void;
}

const header = fields({ format: whole(), node: id<NodeId>(64), madeBy: text(64) });

/** Opens a directory, or makes it; a sentence when that cannot be. */
export async function openDataDirectory(
  directory: string,
  madeBy: string,
): Promise<Result<DataDirectory, string>> {
  if (directory === '') return fail('--data takes the name of a directory, and this one is empty');
  const place = path.resolve(directory);
  try {
    const isNew = !existsSync(path.join(place, 'hocl.json'));
    if (isNew && existsSync(place) && readdirSync(place).some((name) => name !== 'lock')) {
      return fail(`${directory} is not empty, and not a data directory of hocl`);
    }
    makeFolder(path.join(place, 'files'));
    chmodSync(place, 0o700);
    const locked = lock(place);
    if (!locked.ok) return fail(`${directory} ${locked.error}`);
    const opened = await openLocked(place, directory, madeBy);
    if (!opened.ok) locked.value();
    return opened.ok ? ok({ ...opened.value, release: locked.value }) : opened;
  } catch (error) {
    return fail(diskProblem(directory, error));
  }
}

/** With all around it. What Node has for that goes round for ever in a file system that takes no folders, as /proc. */
function makeFolder(place: string): void {
  if (existsSync(place)) return;
  makeFolder(path.dirname(place));
  try {
    mkdirSync(place, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (existsSync(place)) return;
    const { code } = error as NodeJS.ErrnoException;
    // What is around it is there, so it is not that something is missing.
    throw code === 'ENOENT' ? Object.assign(new Error(), { code: 'EROFS' }) : error;
  }
}

async function openLocked(
  place: string,
  directory: string,
  madeBy: string,
): Promise<Result<Omit<DataDirectory, 'release'>, string>> {
  const headerFile = path.join(place, 'hocl.json');
  if (!existsSync(headerFile)) {
    const own = { format, node: freshNodeName(), madeBy };
    writeFileSync(`${headerFile}${draftEnding}`, `${JSON.stringify(own)}\n`, { flush: true });
    renameSync(`${headerFile}${draftEnding}`, headerFile);
    await syncFolder(place);
  }
  const said = readHeader(headerFile);
  if (!said.ok) return fail(`${directory} ${said.error}`);
  if (said.value.format !== format) {
    const other = `${said.value.format} (made by hocl ${said.value.madeBy})`;
    return fail(`${directory} is of format ${other}, and this hocl reads format ${format}`);
  }
  const folder = path.join(place, 'files');
  return ok({ node: said.value.node, folder, files: readFiles(folder) });
}

/** A name that no other node has or had. */
export function freshNodeName(): NodeId {
  return nodeId(`n-${randomBytes(6).toString('hex')}`);
}

function readHeader(
  file: string,
): ReturnType<typeof judged<{ format: number; node: NodeId; madeBy: string }>> {
  try {
    return judged(header, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return fail('is not a data directory of hocl, or is damaged');
  }
}

function readFiles(folder: string): DiskFiles {
  const files = new Map<string, Uint8Array>();
  for (const fileName of readdirSync(folder).sort()) {
    const file = path.join(folder, fileName);
    // What was not put in place before a crash has never counted.
    if (fileName.endsWith(draftEnding)) rmSync(file);
    else files.set(nameOfFile(fileName), readFileSync(file));
  }
  return files;
}

/** Takes the lock, or says who has it. The lock of a process that has died does not count. */
function lock(place: string): Result<() => void, string> {
  const file = path.join(place, 'lock');
  const own = processMark(process.pid, processes);
  for (let attempt = 0; attempt < 10; attempt++) {
    if (create(file, own)) return ok(() => rmSync(file, { force: true }));
    const owner = readOrNothing(file);
    if (owner !== undefined && isAlive(owner, processes) && owner !== own) {
      return fail(`is in use by another process (${owner.split(' ')[0]})`);
    }
    if (owner !== undefined) removeIf(file, owner);
  }
  return fail('is being opened by another process');
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock that was judged, and no other one that somebody has put there since. */
function removeIf(file: string, judgedText: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readOrNothing(aside) !== judgedText) linkSync(aside, file);
    rmSync(aside, { force: true });
  } catch {
    // Somebody else was faster; the next attempt sees what there is.
  }
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const processes: Processes = {
  kill: (pid, signal) => process.kill(pid, signal),
  read: readOrNothing,
};
