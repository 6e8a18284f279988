// Plain JavaScript: this and its neighbours run in an image before anything is installed.
//
//   node tools/build/images/manifests.mjs OUT
//
// Copies the inputs of `npm ci`: every package.json, the lock file, .npmrc, and the programs that prepare an image. A
// layer made of them changes only with a dependency. All files get one date, since some builders compare dates.
import fs from 'node:fs';
import path from 'node:path';

const WANTED = new Set(['package.json', 'package-lock.json', '.npmrc']);
const SKIPPED = new Set(['node_modules', 'dist', 'gen', '.git', '.cache']);
const PREPARING = [path.join('tools', 'build', 'images'), path.join('tools', 'build', 'models')];
const DATE = new Date('2024-01-01T00:00:00Z');

const out = process.argv[2];
if (!out) throw new Error('Say where to copy to: node tools/build/images/manifests.mjs OUT');

for (const entry of fs.readdirSync('.', { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath ?? entry.path, entry.name);
  const parts = file.split(path.sep);
  if (!entry.isFile() || parts.some((part) => SKIPPED.has(part))) continue;
  const isPreparation = PREPARING.some((folder) => file.startsWith(folder + path.sep)) && /\.(mjs|sh)$/.test(file);
  if (!WANTED.has(entry.name) && !isPreparation) continue;
  const copy = path.join(out, file);
  fs.mkdirSync(path.dirname(copy), { recursive: true });
  fs.copyFileSync(file, copy);
  fs.utimesSync(copy, DATE, DATE);
}
for (const folder of fs.readdirSync(out, { recursive: true, withFileTypes: true })) {
  if (folder.isDirectory()) fs.utimesSync(path.join(folder.parentPath ?? folder.path, folder.name), DATE, DATE);
}
