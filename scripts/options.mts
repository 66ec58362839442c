// The options of the commands that developers call: a wrong one gets a sentence, not a stack.
import { type ParseArgsConfig, parseArgs } from 'node:util';

export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  let parsed: ReturnType<typeof parseArgs<T>>;
  try {
    parsed = parseArgs(config);
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    refuse(`${reason}: the options are ${namesOf(config)}`);
  }
  for (const [name, value] of Object.entries(parsed.values)) {
    const usual = config.options?.[name]?.default;
    // An option that is a number unless told has to be one.
    if (typeof usual !== 'string' || !/^\d+$/.test(usual)) continue;
    if (!/^\d+$/.test(String(value))) refuse(`--${name} is a whole number, not '${value}'`);
  }
  return parsed;
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(2);
}

function namesOf({ options = {} }: ParseArgsConfig): string {
  return Object.keys(options)
    .map((name) => `--${name}`)
    .join(', ');
}
