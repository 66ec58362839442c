// Links between our pages: a relative one must name a file, and an anchor a heading of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './fences.ts';

/** The links of a page that lead nowhere. */
export function brokenLinks(page: string, text: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string);
  return targets.filter(
    (target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(page, text, target),
  );
}

function leadsSomewhere(page: string, text: string, target: string): boolean {
  const [name = '', anchor] = target.split('#');
  const file = path.join(root, path.dirname(page), name);
  if (name !== '' && !existsSync(file)) return false;
  if (anchor === undefined) return true;
  return anchorsOf(name === '' ? text : readFileSync(file, 'utf8')).has(anchor);
}

/** The files of ours that a page names in its prose, as `drive.ts` or `host/drive.ts`, and that are not there. */
export function missingFiles(text: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '');
  const named = [...prose.matchAll(/`([\w./*-]+\.(?:ts|mjs|cjs|hocl))`/g)].map(
    ([, name]) => name as string,
  );
  const files = ownFiles();
  return named.filter((name) => {
    if (name.includes('NAME')) return false;
    const pattern = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
    return !files.some((file) => new RegExp(`(^|/)${pattern}$`).test(file));
  });
}

function ownFiles(): string[] {
  const below = ['src', 'test', 'scripts', 'examples'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name.split(path.sep).join('/')),
    ),
  );
  // Below these lie packages.
  const beside = ['tools', 'pictures'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  );
  return [...below, ...beside, ...readdirSync(root)];
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title as string);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
