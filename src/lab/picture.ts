// A picture as data: panels with two axes and series of points. Nothing here draws: the command line hands
// it to a library of charts (src/cli/lab-chart.ts makes a specification of vega-lite of it).

export interface Axis {
  readonly title: string;
  /** Written behind the title, in brackets; empty where there is none. */
  readonly unit: string;
  readonly scale?: 'linear' | 'log';
  /** The ends of the axis, where they are not left to the points. */
  readonly from?: number;
  readonly to?: number;
  /** Where marks are put, if not by themselves. */
  readonly ticks?: readonly number[];
}

export interface Point {
  /** A word for an axis of categories, which keep the order in which they come. */
  readonly x: number | string;
  readonly y: number;
  /** The spread, drawn as a band or a bar. */
  readonly low?: number;
  readonly high?: number;
}

export interface Series {
  /** As it stands in the legend; the same name has the same colour in all panels. */
  readonly name: string;
  /** `steps` is a line that keeps its height until the next point. */
  readonly mark: 'line' | 'steps' | 'points' | 'bars';
  /** Whose it is: what a paper printed, its form measured here, what we ship, or a bound. */
  readonly of: 'paper' | 'measured' | 'ours' | 'bound';
  /** Series of one family have one colour, whatever their marks; by itself each is a family of its own. */
  readonly family?: string;
  /** Which colour of the palette, counted from 0, where pictures beside each other must agree; by itself the next one. */
  readonly colour?: number;
  readonly points: readonly Point[];
}

export interface Panel {
  /** Empty if there is only one. */
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

export interface Picture {
  /** The name of its file, without an ending; unique among the pictures of all experiments. */
  readonly name: string;
  readonly title: string;
  /** What was run, in one line. */
  readonly subtitle: string;
  readonly panels: readonly Panel[];
  /** How many panels stand side by side; 2, if nothing is said. */
  readonly columns?: number;
  /** How many series stand side by side in the legend; all of up to four, or 3, if nothing is said. */
  readonly legendColumns?: number;
  /** Of each panel, in points; 420 by 260, if nothing is said, or narrower where there are several. */
  readonly width?: number;
  readonly height?: number;
}
