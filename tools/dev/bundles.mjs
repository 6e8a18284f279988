// Plain JavaScript: bootstrap-build.mjs uses it before anything is compiled.
/** Bundles programs from their sources into single files: neither the compiler nor some thousand modules are needed. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OWN_PACKAGES, sourceOf, workspaceSource } from './workspace-sources.mjs';

/** Retention of bundles in milliseconds; running stacks touch theirs ({@link keepBundles}). */
const KEPT_MS = 24 * 60 * 60_000;
const TOUCH_MS = 60 * 60_000;

/** Packages with programs or data files, not bundled. */
const LEFT_OUT = [
  'sharp',
  '@embedpdf/*',
  '@myriaddreamin/*',
  'esbuild',
  'onnxruntime-*',
  'tesseract.js',
  'tesseract.js-core',
  'libheif-js',
  '@opentelemetry/sdk-*',
];

const markOf = (file) => {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : 'gone';
};

function packageFolder(file) {
  let folder = path.dirname(file);
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

function freshFolder(record, entries, { root, folder }) {
  if (!fs.existsSync(record)) return undefined;
  const last = JSON.parse(fs.readFileSync(record, 'utf8'));
  const isFresh =
    last.node === process.version &&
    entries.join() === last.entries.join() &&
    fs.existsSync(path.join(folder, last.folder)) &&
    Object.entries(last.files).every(([file, mark]) => markOf(path.join(root, file)) === mark);
  return isFresh ? path.join(folder, last.folder) : undefined;
}

function removeOld(parent, now) {
  for (const entry of fs.readdirSync(parent, { withFileTypes: true })) {
    const folder = path.join(parent, entry.name);
    if (entry.isDirectory() && now - fs.statSync(folder).mtimeMs > KEPT_MS) fs.rmSync(folder, { recursive: true });
  }
}

/** Resolves packages of the workspace to their sources, so none must be compiled. */
const sources = (root) => ({
  name: 'sources',
  setup(build) {
    build.onResolve({ filter: OWN_PACKAGES }, ({ path: name }) => ({ path: workspaceSource(root, name) }));
  },
});

/** Gives modules the paths they would have if compiled into the folder of the bundle, where their children are. */
const places = (root, folder) => ({
  name: 'places',
  setup(build) {
    build.onLoad({ filter: /\.ts$|node_modules.*\.[cm]?js$/ }, ({ path: file }) => {
      const text = fs.readFileSync(file, 'utf8');
      if (!/import\.meta\.|__dirname|__filename/.test(text)) return undefined;
      const isOurs = file.endsWith('.ts');
      const owner = packageFolder(file);
      const place = isOurs
        ? path.join(folder, path.relative(root, owner), 'dist', path.relative(owner, file)).replace(/\.ts$/, '.js')
        : file;
      return {
        loader: isOurs ? 'ts' : 'js',
        contents: text
          .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(place).href))
          .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(path.dirname(place)))
          .replaceAll(/\b__dirname\b/g, JSON.stringify(path.dirname(place)))
          .replaceAll(/\b__filename\b/g, JSON.stringify(place)),
      };
    });
  },
});

/**
 * Bundles programs from their sources unless the inputs are unchanged. Builds have new folders, so running programs
 * keep their files.
 * @param name of the set of programs
 * @param entries compiled paths, relative to the root: bundles have the same ones, so processes are recognized by them
 * @returns the bundle of each program
 */
export async function bundled(name, entries, { root, folder: parent }) {
  const place = { root, folder: path.resolve(root, parent) };
  const record = path.join(place.folder, `${name}.json`);
  const folder = freshFolder(record, entries, place) ?? (await make(record, entries, place));
  return new Map(entries.map((entry) => [entry, path.join(folder, entry)]));
}

let builds = 0;

/** esbuild's process, which keeps up to a gigabyte, ends with the last build. */
async function built(options) {
  const { build, stop } = await import('esbuild');
  builds++;
  try {
    return await build(options);
  } finally {
    if (--builds === 0) await stop();
  }
}

async function make(record, entries, { root, folder: parent }) {
  fs.mkdirSync(parent, { recursive: true });
  removeOld(parent, Date.now());
  const folder = fs.mkdtempSync(path.join(parent, 'made-'));
  const { metafile } = await built({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => ({ in: sourceOf(entry), out: entry.replace(/\.js$/, '') })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    external: LEFT_OUT,
    plugins: [sources(root), places(root, folder)],
    // CommonJS packages load Node modules by `require`
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(${JSON.stringify(pathToFileURL(path.join(root, 'package.json')).href)});`,
    },
    metafile: true,
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.inputs).map((file) => [file, markOf(path.join(root, file))]);
  // atomic: another stack may read it
  const draft = `${folder}.json`;
  fs.writeFileSync(
    draft,
    JSON.stringify({ folder: path.basename(folder), entries, node: process.version, files: Object.fromEntries(files) }),
  );
  fs.renameSync(draft, record);
  return folder;
}

/** Sources of the programs that services start as children, relative to the root. */
export function childSources(root) {
  const folders = ['packages', 'services'].flatMap((parent) =>
    fs.readdirSync(path.join(root, parent)).map((name) => path.join(parent, name, 'src')),
  );
  return folders
    .filter((folder) => fs.existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?:^|[\\/-])child\.ts$/.test(file))
        .map((file) => path.join(folder, file)),
    );
}

/** Preserves the bundles of these programs while this process runs: they and their children may be started again. */
export function keepBundles(programs) {
  const folders = new Set(programs.flatMap((file) => /^.*[\\/]made-[^\\/]+/.exec(file)?.[0] ?? []));
  const touch = () => folders.forEach((folder) => fs.utimesSync(folder, new Date(), new Date()));
  touch();
  setInterval(touch, TOUCH_MS).unref();
}
