// Effects on their way between a flask and whoever runs them, as plain data: flasks ask, nodes run, answers come back.
import { fail, ok, type Result } from '../../base/index.ts';
import {
  type Effect,
  type EffectAnswer,
  errorMolecule,
  fromJson,
  type JsonValue,
  type Molecule,
  type Permit,
  toJson,
} from '../../runtime/index.ts';

/** What a flask asks for, beside the key and the name. */
export interface AskedEffect {
  readonly args: readonly JsonValue[];
  readonly permit: {
    readonly key: string;
    readonly requests: readonly { readonly name: string; readonly args: readonly JsonValue[] }[];
  } | null;
}

/** Told by a flask: these reactions have all of their answers, and what they ran under is free. */
export interface ReleasedEvent {
  readonly type: 'released';
  readonly keys: readonly string[];
}

/** An engine that was made anew counts its reactions from the beginning: outside its keys are told apart by its life. */
export function outerKey(life: number, key: string): string {
  return life === 0 ? key : `${key}@${life}`;
}

export function engineKey(key: string): string {
  return key.split('@', 1)[0] as string;
}

export function askedEffect(life: number, { args, permit }: Effect): AskedEffect {
  if (permit === null) return { args: args.map(toPlain), permit };
  const requests = permit.requests.map((one) => ({ name: one.name, args: one.args.map(toPlain) }));
  return { args: args.map(toPlain), permit: { key: outerKey(life, permit.key), requests } };
}

/** The effect as whoever runs it needs it. */
export function effectOf(key: string, name: string, asked: unknown): Result<Effect, string> {
  const { args, permit } = asked as AskedEffect;
  const values = moleculesOf(args);
  if (!values.ok) return values;
  if (permit === null) return ok({ key, name, args: values.value, permit });
  const requests: Permit['requests'][number][] = [];
  for (const request of permit.requests) {
    const given = moleculesOf(request.args);
    if (!given.ok) return given;
    requests.push({ name: request.name, args: given.value });
  }
  return ok({ key, name, args: values.value, permit: { key: permit.key, requests } });
}

/** What goes back to the flask. */
export type PlainAnswer = { readonly value: JsonValue } | { readonly error: string };

export function plainAnswer(answer: EffectAnswer): PlainAnswer {
  return answer.ok ? { value: toPlain(answer.value) } : { error: answer.message };
}

/** Whatever is neither a value nor an error is an error, too. */
export function answerOf(answer: unknown): EffectAnswer {
  const { value, error } = (answer ?? {}) as { value?: JsonValue; error?: unknown };
  if (value === undefined) return { ok: false, message: String(error ?? 'no answer') };
  const molecule = fromJson(value);
  if (molecule.ok) return { ok: true, value: molecule.value };
  return { ok: true, value: errorMolecule(molecule.error) };
}

function toPlain(molecule: Molecule): JsonValue {
  return toJson(molecule, { rules: true });
}

function moleculesOf(values: readonly JsonValue[]): Result<Molecule[], string> {
  const molecules: Molecule[] = [];
  for (const value of values) {
    const molecule = fromJson(value);
    if (!molecule.ok) return fail(molecule.error);
    molecules.push(molecule.value);
  }
  return ok(molecules);
}
