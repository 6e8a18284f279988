// Plain JavaScript, see manifests.mjs.
//
//   node tools/build/images/collect.mjs FROM TO [only]
//
// Copies the compiled programs of all workspaces, without what only tests and editors read. With `only`, just those of the
// workspaces that TO/package.json names.
import fs from 'node:fs';
import path from 'node:path';

const SKIPPED_FOLDERS = new Set(['test', 'testing', 'eval', 'node_modules']);
const WANTED = /\.(?:js|json|css|svg|wasm)$/;
const UNWANTED = /(?:\.test|\/testing)\.js$/;
/** Files that programs read besides their code. */
const BESIDE = ['api/openapi.json', 'api/released.json'];

const [from, to, only] = process.argv.slice(2);
if (!from || !to) throw new Error('Say from where and to where: node tools/build/images/collect.mjs FROM TO [only]');

function copy(file) {
  fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
  fs.copyFileSync(path.join(from, file), path.join(to, file));
}

function collect(folder) {
  for (const entry of fs.readdirSync(path.join(from, folder), { withFileTypes: true })) {
    const inside = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) collect(inside);
    } else if (WANTED.test(inside) && !UNWANTED.test(inside)) copy(inside);
  }
}

function compiled(folder) {
  return fs.readdirSync(path.join(from, folder), { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(folder, entry.name);
    if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name.startsWith('.')) return [];
    if (entry.name === 'dist') return [folder];
    return compiled(inside);
  });
}

const wanted = only ? JSON.parse(fs.readFileSync(path.join(to, 'package.json'), 'utf8')).workspaces : compiled('.');
for (const workspace of wanted) collect(`${workspace}/dist`);
for (const file of BESIDE) if (wanted.includes(file.split('/')[0]) && fs.existsSync(path.join(from, file))) copy(file);
