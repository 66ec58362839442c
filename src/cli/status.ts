// hocl status: who belongs to a cluster, what runs there, and how it goes.
import type { NodeStatus, View } from '../dht/index.ts';
import { ClusterClient, type ClusterStatus } from '../dht/net/index.ts';
import { type CredentialOptions, credentialsOf } from './credentials.ts';
import { CallError, EXIT } from './exit-code.ts';
import type { Io } from './io.ts';
import { counted, grouped } from './quantities.ts';

export interface StatusOptions extends CredentialOptions {
  readonly json?: true;
}

/** How long the cluster may take to say how it is. */
const patienceMs = 15_000;

export async function statusCommand(
  address: string,
  options: StatusOptions,
  io: Io,
): Promise<number> {
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const client = await ClusterClient.connect({
    addresses: [address],
    credentials: credentialsOf(options),
    patienceMs,
    message() {},
    failed: (reason) => fail(new CallError(reason)),
  });
  if (!client.ok) throw new CallError(client.error);
  const late = setTimeout(() => fail(new CallError(`${address} does not answer`)), patienceMs);
  try {
    const status = await Promise.race([client.value.status(), failed]);
    if (!status.ok) throw new CallError(status.error);
    const text = options.json === true ? JSON.stringify(status.value) : statusText(status.value);
    io.stdout.write(`${text}\n`);
    return EXIT.ok;
  } finally {
    clearTimeout(late);
    client.value.close();
  }
}

export function statusText({ view, nodes, silent }: ClusterStatus): string {
  const up = view.members.filter(({ state }) => state !== 'gone');
  const said = new Map(nodes.map((node) => [node.node as string, node]));
  const rows = up.map(({ node, state, address }) => {
    const status = said.get(node);
    const isSilent = silent.includes(node) || status === undefined;
    return [
      node,
      isSilent ? 'silent' : state,
      address,
      ...(status ? cellsOf(status) : ['-', '-', '-']),
    ];
  });
  return [
    `${counted(up.length, 'node')}, ${counted(view.solutions.length, 'solution')} (view ${view.version})`,
    ...table([['node', 'state', 'address', 'flasks', 'molecules', 'lag'], ...rows]),
    ...view.solutions.flatMap((solution) => ['', ...solutionLines(solution, nodes)]),
  ].join('\n');
}

/** Flasks hosted here, what they hold, and how many of their records do not count yet. */
function cellsOf({ flasks }: NodeStatus): string[] {
  const hosted = flasks.filter(({ role }) => role === 'host');
  const molecules = hosted.reduce((sum, { app }) => sum + (appOf(app).molecules ?? 0), 0);
  const lag = hosted.reduce((sum, { records, counted: upTo }) => sum + records - upTo, 0);
  return [grouped(hosted.length), grouped(molecules), grouped(lag)];
}

function solutionLines(
  { solution, flasks, copies, lost }: View['solutions'][number],
  nodes: readonly NodeStatus[],
): string[] {
  if (lost !== null) return [`solution ${solution}: lost: ${lost}`];
  const apps = nodes
    .flatMap((node) => node.flasks)
    .filter(({ flask, role }) => role === 'host' && flask.startsWith(`${solution}/`))
    .map(({ app }) => appOf(app));
  const sum = (pick: (app: AppStatus) => number | undefined): number =>
    apps.reduce((all, app) => all + (pick(app) ?? 0), 0);
  const captures = (kind: keyof Captures) => sum(({ captures: made }) => made?.[kind]);
  const hungry = apps.filter((app) => app.hungry === true).length;
  const rules = new Map<string, RuleStatus[]>();
  for (const one of apps.flatMap((app) => app.rules ?? [])) {
    rules.set(one.rule, [...(rules.get(one.rule) ?? []), one]);
  }
  return [
    `solution ${solution}: ${counted(flasks, 'flask')}, ${counted(copies, 'copy').replace('copys', 'copies')}, ${grouped(hungry)} at work`,
    `  ${counted(
      sum(({ molecules }) => molecules),
      'molecule',
    )}, ${counted(
      sum(({ reactions }) => reactions),
      'reaction',
    )}, ${counted(
      sum(({ messages }) => messages),
      'message',
    )}`,
    `  captures: ${grouped(captures('optimistic'))} optimistic, ${grouped(captures('pessimistic'))} pessimistic, ${grouped(captures('aborted'))} aborted`,
    ...[...rules].map(([rule, list]) => `  rule ${rule}: ${captureText(list)}`),
  ];
}

/** How flasks take molecules for one rule, and how often that succeeds as they see it, from the least to the most. */
function captureText(flasks: readonly RuleStatus[]): string {
  const counts = new Map<string, number>();
  for (const { mode } of flasks) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  const modes = [...counts].map(([mode, count]) => `${mode} in ${counted(count, 'flask')}`);
  const rates = flasks.flatMap(({ rate }) => (rate === undefined ? [] : [Math.round(rate * 100)]));
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  if (rates.length > 0) modes.push(`success ${least === most ? '' : `${least} to `}${most} %`);
  return modes.join(', ');
}

interface Captures {
  readonly optimistic: number;
  readonly pessimistic: number;
  readonly aborted: number;
}

/** What a flask of ours says of itself; nothing is sure of what comes from elsewhere. */
interface AppStatus {
  readonly molecules?: number;
  readonly reactions?: number;
  readonly messages?: number;
  readonly hungry?: boolean;
  readonly captures?: Captures;
  readonly rules?: readonly RuleStatus[];
}

interface RuleStatus {
  readonly rule: string;
  readonly mode: string;
  readonly rate?: number;
}

function appOf(app: unknown): AppStatus {
  return typeof app === 'object' && app !== null ? app : {};
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => (row[i] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => (i < 3 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
