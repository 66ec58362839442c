// A picture of the lab as a specification of vega-lite, which is plain data. Colours go by families of series, shapes and
// dashes by whose figures they are, and all panels share one legend.
import type { Axis, Panel, Picture, Point, Series } from '../lab/index.ts';

export type Spec = Readonly<Record<string, unknown>>;

/** Told apart by most eyes, also in grey (after Okabe and Ito). */
const palette = [
  ...['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f', '#8c564b'],
  ...['#bcbd22', '#17becf'],
];
const ink = '#222222';
const font = 'Helvetica, Arial, DejaVu Sans, sans-serif';

export function chartOf(picture: Picture): Spec {
  const { panels, columns = 2 } = picture;
  const looks = looksOf(
    panels.flatMap(({ series }) => series),
    picture.legendColumns,
  );
  const size = {
    width: picture.width ?? (panels.length === 1 ? 520 : 330),
    height: picture.height ?? (panels.length === 1 ? 300 : 220),
  };
  const views = panels.map((panel) => ({ ...viewOf(panel, looks), ...size }));
  const shared = { scale: { color: 'shared', shape: 'shared', strokeDash: 'shared' } };
  const body = views.length === 1 ? (views[0] ?? {}) : { concat: views, columns, resolve: shared };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    title: {
      ...{ text: picture.title, subtitle: picture.subtitle, anchor: 'start', offset: 14 },
      ...{ fontSize: 16, subtitleFontSize: 12, subtitleColor: '#555555', subtitlePadding: 5 },
    },
    background: '#ffffff',
    padding: 14,
    ...body,
    config: {
      font,
      axis: {
        labelFontSize: 11,
        titleFontSize: 12,
        titleFontWeight: 'normal',
        gridColor: '#e6e6e6',
      },
      legend: {
        ...{ labelFontSize: 12, labelLimit: 320, symbolSize: 90, rowPadding: 4 },
        columnPadding: 18,
      },
      title: { font, color: ink },
      view: { stroke: '#cccccc' },
    },
  };
}

interface Looks {
  /** Of the legend. */
  readonly columns: number;
  readonly names: readonly string[];
  readonly colours: readonly string[];
  readonly shapes: readonly string[];
  readonly dashes: readonly (readonly number[])[];
}

const shapeOf = { paper: 'diamond', measured: 'circle', ours: 'square', bound: 'stroke' } as const;
const dashOf = { paper: [2, 3], measured: [1, 0], ours: [1, 0], bound: [6, 4] } as const;

function looksOf(all: readonly Series[], legendColumns: number | undefined): Looks {
  const byName = new Map(all.map((series) => [series.name, series]));
  const families = [...new Set([...byName.values()].map(familyOf))];
  const series = [...byName.values()];
  return {
    columns: legendColumns ?? (series.length > 4 ? 3 : series.length),
    names: series.map(({ name }) => name),
    colours: series.map((one) =>
      one.of === 'bound'
        ? ink
        : (palette[(one.colour ?? families.indexOf(familyOf(one))) % palette.length] ?? ink),
    ),
    shapes: series.map((one) => shapeOf[one.of]),
    // The legend draws shapes with the dashes of lines, which would fray the points of papers.
    dashes: series.map((one) => (one.mark === 'points' ? dashOf.measured : dashOf[one.of])),
  };
}

function familyOf({ family, name }: Series): string {
  return family ?? name;
}

function viewOf(panel: Panel, looks: Looks): Spec {
  const { x, y, series, title } = panel;
  const isCategory = series.some(({ points }) =>
    points.some((point) => typeof point.x === 'string'),
  );
  const bars = series.filter(({ mark }) => mark === 'bars');
  const encoding = {
    x: isCategory ? categoryChannel(x, series) : channel('x', withTicks(x, series), false),
    // Bars stand on nought, or their lengths would lie.
    y: channel('y', withDecades(y, series), bars.length > 0),
    ...looksChannels(looks),
  };
  const hasDots = series.every(({ points }) => points.length <= 25);
  const frame = { encoding, isGrouped: isGrouped(bars), floor: y.from, hasDots };
  return {
    ...(title === '' ? {} : { title: { text: title, fontSize: 13, fontWeight: 'normal' } }),
    layer: series.flatMap((one) => layersOf(one, frame)),
  };
}

/** On a logarithmic axis the marks that come by themselves are seldom where the points are. */
function withTicks(axis: Axis, series: readonly Series[]): Axis {
  if (axis.scale !== 'log' || axis.ticks !== undefined) return axis;
  const all = new Set(series.flatMap(({ points }) => points.map(({ x }) => Number(x))));
  return all.size > 8 ? axis : { ...axis, ticks: [...all] };
}

/** Marks at powers of ten, where there are enough of them: between 10 and 100 nobody needs eight lines. */
function withDecades(axis: Axis, series: readonly Series[]): Axis {
  if (axis.scale !== 'log' || axis.ticks !== undefined) return axis;
  const all = series.flatMap(({ points }) => points.map(({ y }) => y));
  const from = axis.from ?? Math.min(...all);
  const to = axis.to ?? Math.max(...all);
  const [low, high] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  if (!(high - low >= 2)) return axis;
  return { ...axis, ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)) };
}

interface Frame {
  readonly encoding: Readonly<Record<string, unknown>>;
  readonly isGrouped: boolean;
  readonly floor: number | undefined;
  /** Whether the points of lines are marked: not where there are many. */
  readonly hasDots: boolean;
}

/** Whether some category has more than one bar, so that they must stand beside each other. */
function isGrouped(bars: readonly Series[]): boolean {
  const all = bars.flatMap(({ points }) => points.map(({ x }) => x));
  return new Set(all).size < all.length;
}

function looksChannels({
  columns,
  names,
  colours,
  shapes,
  dashes,
}: Looks): Record<string, unknown> {
  const legend = { title: null, orient: 'bottom', columns };
  const of = (range: unknown, more = {}) => ({
    ...{ field: 'series', type: 'nominal', scale: { domain: names, range }, legend },
    ...more,
  });
  return { color: of(colours), shape: of(shapes), strokeDash: of(dashes) };
}

/** As many marks as the end of an upright axis is rounded for: then it ends with one, and panels side by side have their titles level. */
const marks = 5;

function channel(field: 'x' | 'y', axis: Axis, isFromZero: boolean): Spec {
  const { scale = 'linear', from, to, ticks } = axis;
  const isRounded = to === undefined && field === 'y';
  return {
    ...{ field, type: 'quantitative' },
    scale: {
      ...{ type: scale, nice: isRounded && scale === 'linear' ? marks : isRounded },
      ...(scale === 'log' ? {} : { zero: isFromZero }),
      ...(from === undefined ? {} : { domainMin: from }),
      ...(to === undefined ? {} : { domainMax: to }),
    },
    axis: {
      title: titleOf(axis),
      ...(ticks === undefined ? {} : { values: ticks }),
      ...(isRounded && scale === 'linear' ? { tickCount: marks } : {}),
      ...(scale === 'log' ? { format: ',~g', labelOverlap: true } : { format: ',.6~r' }),
      ...(field === 'x' ? { labelFlush: false } : {}),
    },
  };
}

function categoryChannel(axis: Axis, series: readonly Series[]): Spec {
  const order = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))];
  return {
    ...{ field: 'x', type: 'nominal', sort: order },
    axis: { title: titleOf(axis), labelAngle: 0, labelLimit: 150 },
  };
}

function titleOf({ title, unit }: Axis): string | null {
  if (title === '') return null;
  return unit === '' ? title : `${title} (${unit})`;
}

function layersOf(series: Series, { encoding, isGrouped, floor, hasDots }: Frame): Spec[] {
  const { name, mark, points } = series;
  // What was not measured is no number, and has no place.
  const measured = points.filter(({ y }) => Number.isFinite(y));
  const data = { values: measured.map((point) => valueOfPoint(point, name)) };
  const spread = points.some(({ low }) => low !== undefined);
  const { x, y, color, shape, strokeDash } = encoding;
  const besides = isGrouped && mark === 'bars' ? { xOffset: { field: 'series' } } : {};
  const layers: Spec[] = [];
  if (mark === 'bars') {
    // On a logarithmic axis there is no nought to stand on.
    const isLog = (y as { readonly scale: { readonly type: string } }).scale.type === 'log';
    const foot = isLog ? { y2: { datum: floor ?? 1 } } : {};
    const bar = isGrouped ? { type: 'bar' } : { type: 'bar', width: { band: 0.6 } };
    layers.push({ data, mark: bar, encoding: { x, y, color, ...foot, ...besides } });
  } else if (mark === 'points') {
    const look = { type: 'point', filled: true, size: series.of === 'paper' ? 95 : 55, opacity: 1 };
    layers.push({ data, mark: look, encoding: { x, y, color, shape } });
  } else {
    const interpolate = mark === 'steps' ? 'step-after' : 'linear';
    const line = { type: 'line', strokeWidth: 2, strokeJoin: 'round', interpolate, clip: true };
    layers.push({ data, mark: line, encoding: { x, y, color, strokeDash } });
    if (mark === 'line' && series.of !== 'bound' && hasDots) {
      const dot = { type: 'point', filled: true, size: 34, opacity: 1 };
      layers.push({ data, mark: dot, encoding: { x, y, color, shape } });
    }
  }
  if (spread) {
    const rule = { type: 'rule', strokeWidth: 1.2, opacity: 0.7 };
    const ends = { y: { ...(y as Spec), field: 'low' }, y2: { field: 'high' } };
    // Over bars of its own colour it would not be seen.
    const look = mark === 'bars' ? { color: { value: ink } } : { color };
    layers.push({ data, mark: rule, encoding: { x, ...look, ...besides, ...ends } });
  }
  return layers;
}

function valueOfPoint({ x, y, low, high }: Point, series: string): Spec {
  return { x, y, low: low ?? y, high: high ?? y, series };
}
