// What members of schemes are called, where several are at one node.
import { type NodeId, nodeId } from '../../base/index.ts';

/** The member of a node in a group. */
export function groupMember(node: NodeId, group: string): NodeId {
  return nodeId(`${node}/${group}`);
}
