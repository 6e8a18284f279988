// Plain JavaScript, see manifests.mjs.
//
//   node tools/build/images/production.mjs FOLDER [PROGRAM]
//
// Run in a copy of the manifests: keeps the workspace in FOLDER, the workspaces it depends on and their production
// dependencies, for `npm ci`. npm alone would also follow development dependencies to other workspaces.
import fs from 'node:fs';
import path from 'node:path';
import { LEFT_OUT, UNWANTED_OPTIONAL } from './left-out.mjs';

const read = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
const write = (folder, manifest) =>
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);

const [wanted, program = path.basename(wanted ?? '')] = process.argv.slice(2);
if (!wanted || !fs.existsSync(path.join(wanted, 'package.json')))
  throw new Error(`There is no program "${wanted}": say which one, for example --build-arg SERVICE=issue.`);

const folders = new Map(
  fs
    .readdirSync('.', { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'package.json' && file !== 'package.json')
    .map((file) => [read(path.dirname(file)).name, path.dirname(file)]),
);

const leftOut = LEFT_OUT[program] ?? [];
const needed = new Set();
const add = (folder) => {
  if (needed.has(folder)) return;
  needed.add(folder);
  for (const name of Object.keys(read(folder).dependencies ?? {}))
    if (folders.has(name) && !leftOut.includes(name)) add(folders.get(name));
};
add(path.normalize(wanted));

for (const folder of folders.values()) {
  if (!needed.has(folder)) {
    fs.rmSync(folder, { recursive: true });
    continue;
  }
  const { devDependencies: _ofTests, scripts: _ofDevelopment, ...manifest } = read(folder);
  for (const name of leftOut) delete manifest.dependencies?.[name];
  write(folder, manifest);
}
const { devDependencies: _ofTests, scripts: _ofDevelopment, ...root } = read('.');
write('.', { ...root, workspaces: [...needed].sort() });

const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
for (const [at, names] of Object.entries(UNWANTED_OPTIONAL))
  for (const name of names) delete lock.packages[`node_modules/${at}`]?.optionalDependencies?.[name];
fs.writeFileSync('package-lock.json', `${JSON.stringify(lock, undefined, 2)}\n`);
