// npm run torture: five real nodes, 200 kills, 50 cuts; `-- --kills N --cuts N --seed N --nodes N --molecules N` for others.
import { readOptions } from '../../scripts/options.mts';
import { torture } from './torture.ts';

const { values } = readOptions({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    nodes: { type: 'string', default: '5' },
    replicas: { type: 'string', default: '3' },
    kills: { type: 'string', default: '200' },
    cuts: { type: 'string', default: '50' },
    molecules: { type: 'string', default: '2000' },
    pressure: { type: 'string', default: '30' },
    patience: { type: 'string', default: '180' },
  },
});

console.log(`seed ${values.seed}`);
const report = await torture({
  seed: Number(values.seed),
  nodes: Number(values.nodes),
  replicas: Number(values.replicas),
  kills: Number(values.kills),
  cuts: Number(values.cuts),
  molecules: Number(values.molecules),
  pressureMs: Number(values.pressure) * 1000,
  patienceMs: Number(values.patience) * 1000,
  tell: (line) => console.log(line),
});
const { runs, kills, cuts, reactions, elapsedMs, wrong } = report;
console.log(
  `${runs} runs, ${kills} kills, ${cuts} cuts, about ${reactions} reactions in ${Math.round(elapsedMs / 1000)} s: ${wrong.length === 0 ? 'all right' : 'WRONG'}`,
);
for (const line of wrong) console.log(line);
process.exitCode = wrong.length === 0 ? 0 : 1;
