// Plain JavaScript, see manifests.mjs.
//
//   node tools/build/images/strip.mjs NODE_MODULES
//
// Deletes files of installed packages that no program reads: types, maps, sources, documents, tests, duplicate builds.
// Keeps licences.
import fs from 'node:fs';
import path from 'node:path';
import { KEPT } from './left-out.mjs';

/** Unused files by suffix. TypeScript covers types and the sources that maps refer to. */
const UNUSED = /\.(?:d\.[cm]?ts|[cm]?tsx?|map|flow|markdown|md|tsbuildinfo|html|umd\.(?:min\.)?js|proto\.orig)$/i;
const LEGAL = /^(?:licen[cs]e|notice|copying|copyright)/i;
const FOLDERS = [
  '.github',
  '.vscode',
  '__tests__',
  'benchmark',
  'benchmarks',
  'coverage',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
];
/** Builds for bundlers, besides the one in `main`. */
const BUNDLER_BUILDS = ['build/esm', 'build/esnext', 'build-es6', 'lib-esm'];

const files = (folder) =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    return entry.isDirectory() ? files(at) : entry.isFile() ? [at] : [];
  });

/** Package folders below a node_modules, nested ones included. */
function packages(modules) {
  if (!fs.existsSync(modules)) return [];
  return fs.readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name.startsWith('.')) return [];
    const at = path.join(modules, entry.name);
    return entry.name.startsWith('@') ? packages(at) : [at, ...packages(path.join(at, 'node_modules'))];
  });
}

function strip(folder) {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  for (const name of FOLDERS) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  // with `exports`, Node may be sent there
  if (!manifest.exports)
    for (const name of BUNDLER_BUILDS) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  const kept = KEPT[manifest.name];
  for (const file of files(folder)) {
    const inside = path.relative(folder, file).split(path.sep).join('/');
    if (inside.startsWith('node_modules/') || inside === 'package.json' || LEGAL.test(path.basename(file))) continue;
    if (kept ? !kept.test(inside) : UNUSED.test(inside)) fs.rmSync(file);
  }
}

const modules = process.argv[2];
if (!modules) throw new Error('Say which folder: node tools/build/images/strip.mjs NODE_MODULES');
const hasManifest = (folder) => fs.existsSync(path.join(folder, 'package.json'));
for (const folder of packages(modules)) if (hasManifest(folder)) strip(folder);
fs.rmSync(path.join(modules, '.package-lock.json'), { force: true });
fs.rmSync(path.join(modules, '.bin'), { recursive: true, force: true });
