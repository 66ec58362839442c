// The name of a flask: a durable place that owns molecules. It outlives the nodes that host it, and is never used
// again for another flask.
import type { Id } from '../base/index.ts';

export type FlaskId = Id<'flask'>;

export function flaskId(text: string): FlaskId {
  return text as FlaskId;
}
