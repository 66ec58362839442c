// Nodes of coordination in this process: one for most, several for those who want to see messages between them. While nobody
// waits and nobody holds anything, a node that is alone sets no timer, and nothing keeps the process from ending.
import { type NodeId, nodeId } from '../../base/index.ts';
import type { NodeMessage } from '../../coordination/index.ts';
import { type Coordination, coordinationOver } from './coordination.ts';
import { NodeHost } from './node-host.ts';

/** The schemes for this process alone. */
export function oneProcess(): Coordination {
  const [only] = severalNodes(['local']);
  return only as Coordination;
}

/** Several nodes that hand each other messages through the event loop; each sees the same schemes. */
export function severalNodes(names: readonly string[]): readonly Coordination[] {
  const nodes = names.map(nodeId);
  const hosts = new Map<NodeId, NodeHost>();
  const now = (): number => performance.now();
  for (const self of nodes) {
    const deliver = (to: NodeId, message: NodeMessage): void => {
      setImmediate(() => hosts.get(to)?.take({ type: 'message', from: self, message }));
    };
    hosts.set(self, new NodeHost({ self, nodes, now, deliver, mayRest: nodes.length === 1 }));
  }
  return [...hosts.values()].map((host) => coordinationOver(host));
}
