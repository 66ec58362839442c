// Whether the process that a lock names is alive. Locks are taken at two edges (journals, data directories) that may not know
// each other: both ask here, and hand in what only an edge can do.

/** What the operating system tells of processes. */
export interface Processes {
  /** `process.kill`: it throws when there is no such process, or one of somebody else. */
  kill(pid: number, signal: 0): unknown;
  /** The text of a file; undefined when it cannot be read. */
  read(file: string): string | undefined;
}

/** A process by its number and, where the system tells, the moment it began: numbers are used again. */
export function processMark(pid: number, { read }: Pick<Processes, 'read'>): string {
  const begun = statOf(pid, read)?.[19];
  return begun === undefined ? `${pid}` : `${pid} ${begun}`;
}

/** Whether a process with this mark runs. One that was killed does not, although it has its number until somebody asks for its end. */
export function isAlive(mark: string, { kill, read }: Processes): boolean {
  const [number, begun] = mark.trim().split(' ');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    kill(pid, 0);
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'EPERM') return false;
  }
  const stat = statOf(pid, read);
  if (stat === undefined) return true;
  const [state] = stat;
  if (state === 'Z' || state === 'X') return false;
  return begun === undefined || stat[19] === begun;
}

/** The words of /proc/PID/stat behind the name, which may hold anything: the state first. */
function statOf(pid: number, read: Processes['read']): readonly string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}
