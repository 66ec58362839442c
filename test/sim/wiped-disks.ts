// Disks that are emptied in a simulated cluster, as often as its promise allows: with k copies, fewer than k of the nodes
// that keep a flask may lose their disks before the others have made new copies. What counts is what the voters have
// accepted, not what anybody has been told.
import type { NodeId } from '../../src/base/index.ts';
import { type FlaskPlace, memberNamed, type View } from '../../src/dht/index.ts';
import type { ClusterWorld } from './cluster-world.ts';

/** Empties disks of nodes that are no voters, for three seconds. */
export function wipeDisks<S>(cluster: ClusterWorld<S>): void {
  const { world } = cluster;
  for (let at = 200; at < 3000; at += 200) {
    world.after(at, () => {
      const victims = world.nodes.filter((node) => world.isUp(node) && mayLoseDisk(cluster, node));
      const victim = victims[world.rng.below(Math.max(1, victims.length))];
      if (victim === undefined) return;
      world.crash(victim);
      world.wipe(victim);
      world.after(1 + world.rng.below(400), () => world.restart(victim));
    });
  }
}

function mayLoseDisk<S>(cluster: ClusterWorld<S>, node: NodeId): boolean {
  if (votersOf(cluster).includes(node)) return false;
  return viewsAccepted(cluster).every((view) =>
    view.flasks.every((place) => isSpare(cluster, view, place, node)),
  );
}

/** Whether a flask keeps a whole copy, and has lost fewer than it was promised to stand, if this node's is lost too. */
function isSpare<S>(
  cluster: ClusterWorld<S>,
  view: View,
  { replicas, copies }: FlaskPlace,
  node: NodeId,
): boolean {
  if (!replicas.includes(node)) return true;
  const whole = replicas.filter((other) => other !== node && isWhole(cluster, view, other));
  return whole.length > 0 && replicas.length - whole.length < copies;
}

/** Whether a node's disk is still the one that the view counts on. */
function isWhole<S>(cluster: ClusterWorld<S>, view: View, node: NodeId): boolean {
  if (!cluster.world.isUp(node)) return false;
  return cluster.stateOf(node)?.identity.token === memberNamed(view, node)?.token;
}

function votersOf<S>(cluster: ClusterWorld<S>): readonly NodeId[] {
  const states = cluster.world.nodes.map((node) => cluster.stateOf(node));
  const known = states.find((state) => state?.identity.cluster);
  return known?.identity.cluster?.voters.map(({ node }) => node) ?? cluster.world.nodes;
}

/** The newest view that was told, and all that a voter has accepted since. */
function viewsAccepted<S>(cluster: ClusterWorld<S>): readonly View[] {
  const told = cluster.view;
  const accepted = votersOf(cluster).flatMap((node) => {
    const content = cluster.stateOf(node)?.voter.votes.get('view')?.accepted?.content;
    return content && content.version > (told?.version ?? 0)
      ? [JSON.parse(content.text) as View]
      : [];
  });
  return told ? [told, ...accepted] : accepted;
}
