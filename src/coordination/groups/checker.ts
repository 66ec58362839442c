// Judges a run of a scheme of groups from its events alone; it knows nothing of forks. It is told of every event, every
// crash and every verdict of the authority, in the order in which they happened.
import type { NodeId } from '../../base/index.ts';
import { type Groups, inConflict } from './layout.ts';
import type { GroupsEvent } from './member.ts';
import { type Fence, fenceBefore } from './view.ts';

export interface GroupsWatch {
  /** What a member was asked for; who enters without it is at fault. */
  asked(node: NodeId, request: string): void;
  see(node: NodeId, event: GroupsEvent): void;
  /** The member has stopped: it is inside no more, and its requests are forgotten. */
  crashed(node: NodeId): void;
  /**
   * From the view with this number on a life of the member is over, whether it knows or not. Should it enter with a fence
   * from before that view, a resource refuses it; with any other fence it would be let in wrongly.
   */
  condemned(node: NodeId, view: number): void;
  readonly faults: readonly string[];
  readonly entries: number;
  /** Most members inside together. */
  readonly mostInside: number;
  /** Requests that were neither served nor withdrawn, as `node request`. */
  unserved(): readonly string[];
}

export function createGroupsWatch(groups: Groups): GroupsWatch {
  const inside = new Map<NodeId, Set<string>>();
  const waiting = new Map<NodeId, Set<string>>();
  const fences = new Map<NodeId, Fence>();
  const endedIn = new Map<NodeId, number>();
  const faults: string[] = [];
  let entries = 0;
  let mostInside = 0;

  const enter = (node: NodeId, request: string, fence: Fence): void => {
    if (fence.view < (endedIn.get(node) ?? 0)) {
      waiting.get(node)?.delete(request);
      return;
    }
    entries++;
    if (!waiting.get(node)?.delete(request)) faults.push(`${node} enters without having asked`);
    for (const [other, requests] of inside) {
      if (requests.size > 0 && inConflict(groups, node, other)) {
        faults.push(`${node} enters while ${other} is inside`);
      }
    }
    for (const [other, last] of fences) {
      if (inConflict(groups, node, other) && !fenceBefore(last, fence)) {
        faults.push(`${node} enters with a fence that is not after the one of ${other}`);
      }
    }
    fences.set(node, fence);
    setOf(inside, node).add(request);
    const members = [...inside.values()].filter((requests) => requests.size > 0).length;
    mostInside = Math.max(mostInside, members);
  };

  const forget = (node: NodeId): void => {
    inside.delete(node);
    waiting.delete(node);
  };

  return {
    asked: (node, request) => void setOf(waiting, node).add(request),
    see(node, event) {
      switch (event.type) {
        case 'entered':
          enter(node, event.request, event.fence);
          break;
        case 'left':
        case 'lost':
          inside.get(node)?.delete(event.request);
          break;
        case 'refused':
          waiting.get(node)?.delete(event.request);
          break;
        case 'behind':
          break;
      }
    },
    crashed: forget,
    condemned(node, view) {
      inside.delete(node);
      endedIn.set(node, view);
    },
    faults,
    get entries() {
      return entries;
    },
    get mostInside() {
      return mostInside;
    },
    unserved: () =>
      [...waiting].flatMap(([node, requests]) => [...requests].map((one) => `${node} ${one}`)),
  };
}

function setOf(map: Map<NodeId, Set<string>>, node: NodeId): Set<string> {
  const known = map.get(node);
  if (known !== undefined) return known;
  const made = new Set<string>();
  map.set(node, made);
  return made;
}
