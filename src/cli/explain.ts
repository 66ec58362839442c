// hocl explain: how each rule of a program is searched for, and what that costs. Nothing runs.
import { type Explanation, explainProgram } from '../runtime/index.ts';
import { EXIT } from './exit-code.ts';
import { explanationText, summaryText } from './explain-text.ts';
import { hasColour, type Io } from './io.ts';
import { loading, readProgram, requireRight } from './program-source.ts';

export interface ExplainOptions {
  readonly json?: true;
}

export async function explainCommand(
  file: string,
  options: ExplainOptions,
  io: Io,
): Promise<number> {
  const json = options.json === true;
  const program = await readProgram(file, io);
  requireRight(program, json, io);
  const rules = loading(json, io, () => explainProgram(program.unit, program.functions));
  io.stdout.write(json ? `${JSON.stringify({ rules })}\n` : textOf(rules, io));
  return EXIT.ok;
}

/** Lines longer than this are hard to read, however wide the terminal is. */
const WIDEST = 100;

function textOf(rules: readonly Explanation[], io: Io): string {
  const width = Math.min(Math.max(io.stdout.columns, 40), WIDEST);
  const colour = hasColour(io, io.stdout);
  const parts = rules.map((rule) => explanationText(rule, { width, colour }));
  return `${[...parts, summaryText(rules)].join('\n\n')}\n`;
}
