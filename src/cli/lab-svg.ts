// Pictures of the lab as SVG, drawn by vega and vega-lite. They are not installed with hocl, since few want pictures and they
// are larger than all of it: docs/adr/0070-charts.md. Found beside hocl, in the folder pictures of a clone, or where the
// command is called.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { importOwnPackage, importPackage } from '../host/index.ts';
import type { Picture } from '../lab/index.ts';
import { CallError } from './exit-code.ts';
import { chartOf, type Spec } from './lab-chart.ts';

/** What we use of the two. */
interface Vega {
  parse(spec: unknown): unknown;
  resetSVGClipId?(): void;
  resetSVGDefIds?(): void;
  readonly textMetrics?: { width: (item: TextItem, text: unknown) => number };
  readonly View: new (
    flow: unknown,
    options: { readonly renderer: 'none'; readonly logLevel: number },
  ) => { toSVG(scale?: number): Promise<string>; finalize(): void };
}
interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
}
interface VegaLite {
  compile(spec: Spec): { readonly spec: unknown };
}

export type Draw = (picture: Picture) => Promise<string>;

/** A way to draw, or a sentence for those who have to install something first. */
export async function loadDraw(directory: string): Promise<Draw> {
  const [vega, lite] = await Promise.all([
    load<Vega>('vega', directory),
    load<VegaLite>('vega-lite', directory),
  ]);
  if (vega === undefined || lite === undefined) {
    throw new CallError(
      'pictures are drawn by vega and vega-lite, which are not installed (npm install vega@5 vega-lite@5)',
    );
  }
  // Without a canvas all letters count as wide ones, and what is thought to be long gets an empty margin.
  if (vega.textMetrics) vega.textMetrics.width = textWidth;
  return async (picture) => {
    // Names within a picture are counted from the start of the process, and would depend on what was drawn before.
    vega.resetSVGClipId?.();
    vega.resetSVGDefIds?.();
    const errorsOnly = 1;
    const flow = vega.parse(lite.compile(chartOf(picture)).spec);
    const view = new vega.View(flow, { renderer: 'none', logLevel: errorsOnly });
    const svg = await view.toSVG();
    view.finalize();
    return `${svg}\n`;
  };
}

/** About what a sans-serif takes: letters by three widths, a tenth more in bold. */
function textWidth({ fontSize = 11, fontWeight }: TextItem, text: unknown): number {
  let width = 0;
  for (const letter of typeof text === 'string' || typeof text === 'number' ? String(text) : '') {
    if (/[ijltfr.,:;'|!()[\] ]/.test(letter)) width += 0.36;
    else if (/[mwMW%@]/.test(letter)) width += 0.95;
    else width += /[A-Z]/.test(letter) ? 0.72 : 0.62;
  }
  return width * fontSize * (fontWeight === 'bold' ? 1.12 : 1);
}

/** By the host, which knows how a built hocl imports what is not part of it. */
async function load<T>(name: string, directory: string): Promise<T | undefined> {
  const ways = [() => importPackage(name), () => importOwnPackage('pictures', name)];
  for (const way of ways) {
    const found = await way().catch(() => undefined);
    if (found !== undefined) return found as T;
  }
  return loadFrom<T>(name, directory);
}

async function loadFrom<T>(name: string, directory: string): Promise<T | undefined> {
  try {
    const found = createRequire(path.join(directory, 'here.js')).resolve(name);
    return (await importPackage(pathToFileURL(found).href)) as T;
  } catch {
    return undefined;
  }
}
