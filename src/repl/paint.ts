// Colours, or none: whoever makes a session says which. Text is painted as it is made, never afterwards.

export type Colour = (text: string) => string;

export interface Paint {
  /** What stands beside the matter: counts, places, hints. */
  readonly dim: Colour;
  readonly bold: Colour;
  readonly green: Colour;
  readonly red: Colour;
  readonly yellow: Colour;
  readonly cyan: Colour;
}

export function createPaint(colour: boolean): Paint {
  const style =
    (code: string): Colour =>
    (text) =>
      colour && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  return {
    dim: style('2'),
    bold: style('1'),
    green: style('32'),
    red: style('31'),
    yellow: style('33'),
    cyan: style('36'),
  };
}
