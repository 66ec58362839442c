// What others may use of the simulator.
export { type Chance, never, type Span } from './chance.ts';
export { type Exploration, type Explored, explore } from './explorer.ts';
export { calmDown, stirUp, type Trouble } from './faults.ts';
export { type FaultCounts, type FaultKind, faultKinds, type Recording } from './history.ts';
export { exponential, normal, uniform } from './laws.ts';
export { type Model, type Operation, orderOf } from './linearizable.ts';
export type { LinkModel } from './network.ts';
export { withAnyState } from './node.ts';
export { canonical, copyPlain } from './plain.ts';
export { TightLoop } from './tight-loop.ts';
export type { Budget, TinyWorld, WorldView } from './tiny-world.ts';
export { calmLink, type RunEnd, type Told, World, type WorldOptions } from './world.ts';
export { WorldError } from './world-error.ts';
