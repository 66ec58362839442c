// The modules `hocl:tokens`, `hocl:groups`, `hocl:pools` and `hocl:balance`, as check and the reader of a program see them: what
// their functions are called, take and give. All are effects; whoever runs effects carries them out (host/coordination).
import type { KindSet, Parameter, Signature } from '../lang/index.ts';

const NAME: KindSet = ['string', 'symbol'];
const HOLD: KindSet = ['record'];
const STATUS: KindSet = ['record'];

/** A function that gives a permit may also be called: what it enters then lasts until it is left by another call. */
function permit(
  name: string,
  doc: string,
  parameters: Readonly<Record<string, KindSet>>,
  result: KindSet,
  optional = 0,
): Signature {
  return { ...call(name, doc, parameters, result, optional), permit: true };
}

function call(
  name: string,
  doc: string,
  parameters: Readonly<Record<string, KindSet>>,
  result: KindSet,
  optional = 0,
): Signature {
  return {
    ...{ name, doc, optional, result, variadic: false, effect: true },
    parameters: Object.entries(parameters).map(([key, kinds]): Parameter => ({ name: key, kinds })),
  };
}

const functions: readonly Signature[] = [
  call(
    'tokens.create',
    'a rate that all who use it share: `{rate: 50}` is fifty uses a second; `scheme: "walking"` has its tokens walk',
    { name: NAME, options: ['record'] },
    ['string'],
  ),
  permit('tokens.use', 'one use of the rate, as soon as it is its turn', { name: NAME }, [
    'string',
  ]),
  call(
    'tokens.resize',
    'the name of a rate that is another one from now on',
    { name: NAME, rate: ['int', 'real'] },
    ['string'],
  ),
  call(
    'tokens.status',
    'how a rate stands, as far as the node knows that is asked: `{rate: 50, scheme: "booked", waiting: 2}`',
    { name: NAME },
    STATUS,
  ),
  call(
    'groups.create',
    'groups of which some exclude others: `{members: ["a", "b"], conflicts: [["a", "b"]]}`',
    { name: NAME, options: ['record'] },
    ['string'],
  ),
  permit(
    'groups.enter',
    'a stay in a group, together with others of it, while no group in conflict with it is inside',
    { name: NAME, group: NAME },
    HOLD,
  ),
  call('groups.leave', 'the end of what `groups.enter` began', { hold: HOLD }, ['bool']),
  call(
    'groups.status',
    'who is inside and who waits, as far as the node knows that is asked: `{inside: {a: 2, b: 0}, waiting: {a: 0, b: 1}}`',
    { name: NAME },
    STATUS,
  ),
  call(
    'pools.create',
    'a pool of so many resources: `{capacity: 2}`',
    { name: NAME, options: ['record'] },
    ['string'],
  ),
  permit(
    'pools.take',
    'resources of one or more pools, all at once: `["printer", "licence"]` or `{printer: 2, licence: 1}`',
    { needs: ['list', 'record'] },
    HOLD,
  ),
  call('pools.release', 'the end of what `pools.take` began', { hold: HOLD }, ['bool']),
  call(
    'pools.status',
    'how a pool stands, as far as the node knows that is asked: `{capacity: 2, taken: 1, waiting: 0}`',
    { name: NAME },
    STATUS,
  ),
  call(
    'balance.create',
    'the workers that share tasks: `{workers: ["a", "b"]}`',
    { options: ['record'] },
    ['list'],
  ),
  permit(
    'balance.task',
    'a turn at one of the workers; `data` says where its data lie, as `{worker: amount}`',
    { cost: ['int', 'real'], data: 'any' },
    HOLD,
    1,
  ),
  call('balance.done', 'the end of what `balance.task` began', { hold: HOLD }, ['bool']),
  call(
    'balance.status',
    'what the workers have to do, as far as the node knows that is asked: `{loads: {a: 10, b: 0}, waiting: 0}`',
    {},
    STATUS,
  ),
];

/** The functions of each module, by its name. */
export const libraryModules: ReadonlyMap<string, readonly Signature[]> = new Map(
  ['tokens', 'groups', 'pools', 'balance'].map((module) => [
    module,
    functions.filter(({ name }) => name.startsWith(`${module}.`)),
  ]),
);
