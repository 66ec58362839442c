// The coordination schemes between real processes: every example ends as on one machine, and each scheme keeps its promise while a
// node is killed in the middle. What effects did, they write into one file, whichever process they run in.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Place } from './processes.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

describe('an example on three nodes', () => {
  it.each(['geotracking', 'stream-scaling', 'print-shop', 'skewed-wordcount', 'harbour'])(
    '%s',
    async (name) => {
      const expected = readFileSync(`examples/${name}.expected`, 'utf8');
      const { code, out, err } = await place.run('run', `examples/${name}.hocl`, '--nodes', '3');
      expect({ code, out, err }).toEqual({ code: 0, out: expected, err: '' });
    },
  );
});

/** One call of an effect: when it began, and when it ended or its process did. */
interface Call {
  readonly name: string;
  readonly kind: string;
  readonly pid: number;
  readonly worker: string | null;
  readonly begin: number;
  end: number;
}

const calls = 24;
const names = Array.from({ length: calls }, (_, i) => String(i + 10));
const done = names.map((name) => `DONE:"${name}"`).join(', ');

const programs = {
  tokens: `import { tokens } from "hocl:tokens"
let open = replace-one OPEN by HUB:tokens.create("hub", {rate: 12}) in
let work = with HUB:hub replace JOB:n by DONE:work(n, "use") under tokens.use(hub) in`,
  walking: `import { tokens } from "hocl:tokens"
let open = replace-one OPEN by HUB:tokens.create("hub", {rate: 12, scheme: "walking", periodMs: 1000}) in
let work = with HUB:hub replace JOB:n by DONE:work(n, "use") under tokens.use(hub) in`,
  groups: `import { groups } from "hocl:groups"
let open = replace-one OPEN by DOOR:groups.create("door", {members: ["0", "1"], conflicts: "all"}) in
let work = with DOOR:door replace JOB:n by DONE:work(n, string(int(n) % 2)) under groups.enter(door, string(int(n) % 2)) in`,
  pools: `import { pools } from "hocl:pools"
let open = replace-one OPEN by BOTH:pools.create("desk", {capacity: 2}):pools.create("lamp", {capacity: 1}) in
let work = with BOTH:_:_ replace JOB:n by DONE:work(n, "lamp") if int(n) % 2 == 0 under pools.take(["desk", "lamp"]) in
let read = with BOTH:_:_ replace JOB:n by DONE:work(n, "desk") if int(n) % 2 == 1 under pools.take(["desk"]) in`,
  balance: `import { balance } from "hocl:balance"
let open = replace-one OPEN by READY in
let work = with READY replace JOB:n by DONE:work(n, "task") under balance.task(1 + int(n) % 3) in`,
} as const;

const left = {
  tokens: 'HUB:"hub"',
  walking: 'HUB:"hub"',
  groups: 'DOOR:"door"',
  pools: 'BOTH:"desk":"lamp"',
  balance: 'READY',
} as const;

function programOf(scheme: keyof typeof programs): { file: string; log: string } {
  const log = path.join(place.folder, 'calls.log');
  place.file(
    'work.mjs',
    `import { appendFileSync } from 'node:fs';
     const write = (...words) => appendFileSync(${JSON.stringify(log)}, words.join(' ') + '\\n');
     export const work = async (name, kind, { permits }) => {
       const worker = permits.find(({ scheme }) => scheme === 'balance')?.worker ?? '-';
       write('begin', name, kind, process.pid, worker, Date.now());
       await new Promise((resolve) => setTimeout(resolve, 100));
       write('end', name, kind, process.pid, worker, Date.now());
       return name;
     };`,
  );
  const jobs = names.map((name) => `JOB:"${name}"`).join(', ');
  const text = `import effect { work } from "./work.mjs"\n${programs[scheme]}\n<OPEN, ${jobs}>\n`;
  return { file: place.file(`${scheme}.hocl`, text), log };
}

function callsIn(log: string, killed: { readonly pid: number; readonly at: number }): Call[] {
  const found: Call[] = [];
  for (const line of readFileSync(log, 'utf8').trim().split('\n')) {
    const [what, name = '', kind = '', pid = '', worker = '', at = ''] = line.split(' ');
    if (what === 'begin') {
      const end = Number(pid) === killed.pid ? killed.at : Number.POSITIVE_INFINITY;
      found.push({ name, kind, worker, pid: Number(pid), begin: Number(at), end });
    } else {
      const call = found.findLast((one) => one.name === name && one.pid === Number(pid));
      if (call !== undefined) call.end = Number(at);
    }
  }
  return found;
}

/** For each call those that were under way when it began; itself too, unless it was killed in that moment. */
function together(all: readonly Call[]): Call[][] {
  return all.map(({ begin }) => all.filter((one) => one.begin <= begin && one.end > begin));
}

function keepTheRate(all: readonly Call[]): void {
  for (const { begin } of all) {
    const second = all.filter((one) => one.begin >= begin && one.begin < begin + 1000);
    // A use may be a little late, at either end of the second.
    expect(second.length).toBeLessThanOrEqual(14);
  }
}

const promises: Record<keyof typeof programs, (all: readonly Call[]) => void> = {
  tokens: keepTheRate,
  walking: keepTheRate,
  groups(all) {
    for (const some of together(all)) {
      expect(new Set(some.map(({ kind }) => kind)).size).toBeLessThanOrEqual(1);
    }
  },
  pools(all) {
    for (const some of together(all)) {
      expect(some.length).toBeLessThanOrEqual(2);
      expect(some.filter(({ kind }) => kind === 'lamp').length).toBeLessThanOrEqual(1);
    }
  },
  balance(all) {
    for (const some of together(all)) {
      expect(new Set(some.map(({ worker }) => worker)).size).toBe(some.length);
    }
  },
};

describe('with one of three nodes killed in the middle', () => {
  it.each(Object.keys(programs) as (keyof typeof programs)[])('%s', async (scheme) => {
    const { file, log } = programOf(scheme);
    const running = place.start('run', file, '--nodes', '3', '--replicas', '2', '--timeout', '40s');
    const victim = await vi.waitFor(
      () => {
        const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
        expect(lines.length).toBeGreaterThan(6);
        // Whoever began last is at work.
        return Number(lines.findLast((line) => line.startsWith('begin'))?.split(' ')[3]);
      },
      { timeout: 30_000, interval: 5 },
    );
    process.kill(victim, 'SIGKILL');
    const killed = { pid: victim, at: Date.now() };
    const { code, out, err } = await running.ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trim().slice(1, -1).split(', ').sort()).toEqual(
      `${done}, ${left[scheme]}`.split(', ').sort(),
    );
    const all = callsIn(log, killed);
    expect(new Set(all.map(({ name }) => name)).size).toBe(calls);
    promises[scheme](all);
  });
});
