/** Bundles programs into single files: loading some thousand modules takes half a second of processor time. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { cacheDir, repoRoot } from './paths.js';

const PLACE = { root: repoRoot, folder: path.join(cacheDir, 'programs') };
type Place = typeof PLACE;

const lastIn = ({ folder }: Place): string => path.join(folder, 'last.json');
/** Retention of bundles in milliseconds: a stack reads them only at startup. */
const KEPT_MS = 24 * 60 * 60_000;

/** Packages with programs or data files, not bundled. */
const LEFT_OUT = [
  'sharp',
  '@embedpdf/*',
  'onnxruntime-*',
  'tesseract.js',
  'tesseract.js-core',
  'libheif-js',
  '@opentelemetry/sdk-*',
];

interface MadeOf {
  folder: string;
  entries: readonly string[];
  node: string;
  files: Readonly<Record<string, string>>;
}

const markOf = (file: string): string => {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : 'gone';
};

function freshFolder(entries: readonly string[], place: Place): string | undefined {
  if (!fs.existsSync(lastIn(place))) return undefined;
  const last = JSON.parse(fs.readFileSync(lastIn(place), 'utf8')) as MadeOf;
  const isFresh =
    last.node === process.version &&
    entries.join() === last.entries.join() &&
    Object.entries(last.files).every(([file, mark]) => markOf(path.join(place.root, file)) === mark);
  return isFresh ? path.join(place.folder, last.folder) : undefined;
}

function removeOld(parent: string, now: number): void {
  for (const entry of fs.readdirSync(parent, { withFileTypes: true })) {
    const folder = path.join(parent, entry.name);
    if (entry.isDirectory() && now - fs.statSync(folder).mtimeMs > KEPT_MS) fs.rmSync(folder, { recursive: true });
  }
}

/** Preserves module paths, for child programs, models and contracts. */
const places: Plugin = {
  name: 'places',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?js$/ }, ({ path: file }) => {
      const text = fs.readFileSync(file, 'utf8');
      if (!/import\.meta\.|__dirname|__filename/.test(text)) return undefined;
      const url = pathToFileURL(file).href;
      return {
        loader: 'js',
        contents: text
          .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(url))
          .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(path.dirname(file)))
          .replaceAll(/\b__dirname\b/g, JSON.stringify(path.dirname(file)))
          .replaceAll(/\b__filename\b/g, JSON.stringify(file)),
      };
    });
  },
};

/**
 * Bundles compiled programs unless the inputs are unchanged. Builds have new folders, so running programs keep their
 * files.
 * @returns the bundle of each program
 */
export async function bundled(entries: readonly string[], place = PLACE): Promise<ReadonlyMap<string, string>> {
  const folder = freshFolder(entries, place) ?? (await make(entries, place));
  // same relative paths as the programs, so processes are recognized by the end of their path
  return new Map(entries.map((entry) => [entry, path.join(folder, entry)]));
}

async function make(entries: readonly string[], place: Place): Promise<string> {
  const { build } = await import('esbuild');
  fs.mkdirSync(place.folder, { recursive: true });
  removeOld(place.folder, Date.now());
  const folder = fs.mkdtempSync(path.join(place.folder, 'made-'));
  const { metafile } = await build({
    absWorkingDir: place.root,
    entryPoints: [...entries],
    outbase: place.root,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    external: LEFT_OUT,
    plugins: [places],
    // CommonJS packages load Node modules by `require`
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(${JSON.stringify(pathToFileURL(path.join(place.root, 'package.json')).href)});`,
    },
    metafile: true,
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.inputs).map((file) => [file, markOf(path.join(place.root, file))]);
  const made: MadeOf = {
    folder: path.basename(folder),
    entries,
    node: process.version,
    files: Object.fromEntries(files) as MadeOf['files'],
  };
  // atomic: another stack may read it
  const draft = `${folder}.json`;
  fs.writeFileSync(draft, JSON.stringify(made));
  fs.renameSync(draft, lastIn(place));
  return folder;
}
