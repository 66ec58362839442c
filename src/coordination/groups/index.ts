// Group mutual exclusion: what the rest of coordination may use of this folder.
import type { Scheme } from '../scheme.ts';
import { configureGroups, type Groups, type GroupsOptions } from './layout.ts';
import {
  createMember,
  type GroupsCommand,
  type GroupsEvent,
  type GroupsMessage,
  type MemberState,
  stepMember,
} from './member.ts';
import { type MemberStatus, statusOf } from './status.ts';

/** Members of groups in conflict are never inside together; those of one group may be. */
export const groups: Scheme<
  GroupsOptions,
  Groups,
  MemberState,
  GroupsMessage,
  GroupsCommand,
  GroupsEvent,
  MemberStatus
> = {
  name: 'groups',
  configure: configureGroups,
  create: createMember,
  step: stepMember,
  status: statusOf,
};

export { createGroupsWatch, type GroupsWatch } from './checker.ts';
export { allInConflict, type Groups, type GroupsOptions, inConflict, pipeline } from './layout.ts';
export {
  createMember,
  type GroupsCommand,
  type GroupsEvent,
  type GroupsMessage,
  type MemberState,
} from './member.ts';
export type { MemberStatus } from './status.ts';
export { coordinator } from './variants/coordinator.ts';
export { ra1 } from './variants/ra1.ts';
export { ra2 } from './variants/ra2.ts';
export { twoFgme } from './variants/two-fgme.ts';
export {
  type Fence,
  fenceBefore,
  firstView,
  type Living,
  type View,
  viewWithNew,
  viewWithout,
} from './view.ts';
