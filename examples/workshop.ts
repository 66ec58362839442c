// The services that the coordination examples call. Each takes a moment, so that calls meet each other; some of them refuse to
// work when the scheme around them did not do its part. Nothing is remembered from one run to the next.

interface Context {
  readonly permits: readonly { readonly scheme: string; readonly worker?: string }[];
}

const moment = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** geotracking.hocl: a hub notes where a truck is. */
export async function report(_truck: string, _km: number): Promise<string> {
  await moment(1);
  return 'noted';
}

const neighbours: Readonly<Record<string, readonly string[]>> = {
  parse: ['count'],
  count: ['parse', 'write'],
  write: ['count'],
};
const rewiring = new Set<string>();

/** stream-scaling.hocl: gives an operator so many instances. Its neighbours must not be rewired meanwhile. */
export async function scale(operator: string, instances: number): Promise<number> {
  if (neighbours[operator]?.some((other) => rewiring.has(other))) throw new Error('torn wires');
  rewiring.add(operator);
  await moment(2);
  rewiring.delete(operator);
  return instances;
}

/** stream-scaling.hocl: what an operator does to a record. */
export async function operate(operator: string, record: number): Promise<number> {
  await moment(0);
  return operator === 'parse' ? record : operator === 'count' ? record + 1 : record * 10;
}

const atWork = { printer: 0, licence: 0 };

/** print-shop.hocl: prints on so many printers, with so many licences; the shop has two and one. */
export async function print(job: string, needs: Partial<typeof atWork>): Promise<string> {
  const { printer = 0, licence = 0 } = needs;
  atWork.printer += printer;
  atWork.licence += licence;
  const tooMany = atWork.printer > 2 || atWork.licence > 1;
  await moment(2);
  atWork.printer -= printer;
  atWork.licence -= licence;
  if (tooMany) throw new Error('somebody else is at this printer');
  return `${job} is out`;
}

/** skewed-wordcount.hocl: adds up what the workers counted. Oak is slow, and data from elsewhere take twice as long. */
export async function addUp(
  _word: string,
  counts: Readonly<Record<string, number>>,
  { permits }: Context,
): Promise<number> {
  const worker = permits.find(({ scheme }) => scheme === 'balance')?.worker ?? '';
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const work = 2 * total - (counts[worker] ?? 0);
  await moment(worker === 'oak' ? 3 * work : work);
  return total;
}

/** harbour.hocl: a container leaves the harbour. */
export async function ship(container: number): Promise<number> {
  await moment(1);
  return container;
}
