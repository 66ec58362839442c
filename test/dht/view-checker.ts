// What must hold between one view and the next, whatever the change: written apart from the code that it judges.
import type { NodeId } from '../../src/base/index.ts';
import type { View } from '../../src/dht/index.ts';

/** A complaint about a change, or undefined. */
export function complaintAbout(before: View, after: View): string | undefined {
  if (after.version !== before.version + 1) return 'a version is left out';
  if (before.version === 0) return complaintAboutView(after);
  if (after.flasks.length !== before.flasks.length) return complaintAboutFlasks(before, after);
  for (const [at, now] of after.flasks.entries()) {
    const was = before.flasks[at];
    if (was?.flask !== now.flask) return 'a flask changed its name';
    const isSame = was.host === now.host && was.replicas.join() === now.replicas.join();
    if (now.epoch < was.epoch) return `${now.flask}: an epoch went back`;
    if (!isSame && now.epoch === was.epoch) return `${now.flask}: changed within an epoch`;
    if (!was.replicas.includes(now.host)) return `${now.flask}: ${now.host} never had its log`;
    const strangers = now.replicas.filter((node) => !was.replicas.includes(node));
    if (strangers.length > 1) return `${now.flask}: ${strangers} at once`;
    if (!now.replicas.some((node) => was.replicas.includes(node))) return `${now.flask}: is lost`;
  }
  for (const was of before.members) {
    const now = after.members.find(({ node }) => node === was.node);
    if (now === undefined) return `${was.node} is forgotten`;
    if (now.incarnation < was.incarnation) return `${was.node}: an incarnation came twice`;
    const rises = was.state === 'gone' && now.state !== 'gone';
    if (rises && now.incarnation === was.incarnation) return `${was.node}: rose from the dead`;
  }
  return complaintAboutView(after);
}

/** Flasks come and go with their solutions only, and a solution is lost only with a copy that was the last. */
function complaintAboutFlasks(before: View, after: View): string | undefined {
  const names = ({ flasks }: View) => new Set(flasks.map(({ flask }) => flask.split('/')[0]));
  for (const { solution, flasks } of before.solutions) {
    if (names(after).has(solution) || !names(before).has(solution)) continue;
    const now = after.solutions.find((one) => one.solution === solution);
    if (now === undefined) continue;
    const hadLast = before.flasks.some(
      ({ flask, replicas }) => flask.startsWith(`${solution}/`) && replicas.length === 1,
    );
    if (now.lost === null || !hadLast) return `${solution} lost its ${flasks} flasks for nothing`;
  }
  return complaintAboutView(after);
}

function complaintAboutView({ members, flasks, solutions }: View): string | undefined {
  const stateOf = (node: NodeId) => members.find((member) => member.node === node)?.state;
  for (const { solution, flasks: count, lost } of solutions) {
    const has = flasks.filter(({ flask }) => flask.startsWith(`${solution}/`)).length;
    if (has !== (lost === null ? count : 0)) return `${solution} has ${has} flasks`;
  }
  for (const { flask, host, replicas } of flasks) {
    if (!replicas.includes(host)) return `${flask}: the host is no replica`;
    if (new Set(replicas).size !== replicas.length) return `${flask}: a replica twice`;
    const gone = replicas.filter((node) => stateOf(node) === 'gone');
    if (gone.length > 0 && replicas.length > 1) return `${flask}: waits for ${gone} in vain`;
    if (replicas.some((node) => stateOf(node) === undefined)) return `${flask}: lies nowhere`;
  }
  return undefined;
}
