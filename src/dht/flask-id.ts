// The name of a flask: a durable place that owns molecules. It outlives the nodes that host it, and is never used
// again for another flask. Those of one solution are `<solution>/0`, `<solution>/1`, ...
import type { Id } from '../base/index.ts';

export type FlaskId = Id<'flask'>;

/** Somebody outside who speaks to flasks, through any node. Its name has no slash, and is never used again. */
export type ClientId = Id<'client'>;

/** The end of a channel. */
export type Endpoint = FlaskId | ClientId;

export function flaskId(text: string): FlaskId {
  return text as FlaskId;
}

export function clientId(text: string): ClientId {
  return text as ClientId;
}

export function flaskOf(solution: string, index: number): FlaskId {
  return flaskId(`${solution}/${index}`);
}

/** The solution to which a flask belongs. */
export function solutionOf(flask: FlaskId): string {
  return flask.slice(0, flask.lastIndexOf('/'));
}

export function isFlask(endpoint: Endpoint): endpoint is FlaskId {
  return endpoint.includes('/');
}

/** Whether a text may name a solution or a client: it becomes part of file names. */
export function isPlainName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(text);
}
