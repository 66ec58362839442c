// A small service around a solution: parcels come in while it runs, vans are few, and a delivery is an effect
// that may fail. The rules say what may happen; this program brings parcels, does the deliveries and watches.
//
// Run it in a clone: npx tsx examples/embed/parcels.ts
import { compile, type EffectContext, type Molecule, Solution, symbol, tuple } from 'hocl';

const rules = `
  /// A van takes a parcel. It is back when the delivery has been answered, well or badly.
  let send = replace PARCEL:id:kg, VAN by
    let answer = deliver(id, kg) in
    TRIP:id:kg:answer, VAN in

  let arrive = replace TRIP:id:_:"done" by DELIVERED:id in

  /// What could not be delivered goes back to the others.
  let retry = replace TRIP:id:kg:(ERROR:_) by PARCEL:id:kg in

  <VAN^2>
`;

let underway = 0;
let mostUnderway = 0;
const attempts = new Map<string, number>();

/** Nobody is at home at b's the first time. */
async function deliver(id: string, kg: number, context: EffectContext): Promise<string> {
  context.signal.throwIfAborted();
  const attempt = (attempts.get(id) ?? 0) + 1;
  attempts.set(id, attempt);
  underway++;
  mostUnderway = Math.max(mostUnderway, underway);
  await new Promise((resolve) => setTimeout(resolve, kg));
  underway--;
  if (id === 'b' && attempt === 1) throw new Error('nobody at home');
  return 'done';
}

function parcel(id: string, kg: number): Molecule {
  return tuple([symbol('PARCEL'), id, kg]);
}

async function* arrivals(): AsyncGenerator<readonly Molecule[]> {
  yield [parcel('a', 3), parcel('b', 1), parcel('c', 2)];
  await new Promise((resolve) => setTimeout(resolve, 15));
  yield [parcel('d', 1)];
}

const program = await compile(rules, { name: 'parcels', functions: { effect: { deliver } } });
const solution = new Solution(program);
const fired = new Map<string, number>();
solution.observe((event) => {
  if (event.type !== 'reaction') return;
  const name = event.name ?? 'a rule';
  fired.set(name, (fired.get(name) ?? 0) + 1);
});

const { status, text } = await solution.run({ input: arrivals(), timeoutMs: 10_000 });
console.log(`${status} ${text}`);
console.log(
  [...fired]
    .map(([name, times]) => `${name} ${times}`)
    .sort()
    .join(', '),
);
console.log(
  `attempts at b: ${attempts.get('b')}, never more than ${mostUnderway} vans on the road`,
);
