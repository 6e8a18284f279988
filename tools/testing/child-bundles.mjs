// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const sources = path.join(root, 'services/page-engine/src');
/** Where services/page-engine/src/testing/child-bundles.ts looks for them. */
const target = path.join(root, '.cache/children');

/** The contract's sources, as in the tests themselves: what is compiled of it may be missing, or of another day. */
const contract = {
  name: 'contract',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^@symbio\/proto\// }, ({ path: name }) => ({
      path: path.join(root, 'proto/src', `${name.slice('@symbio/proto/'.length)}.ts`),
    }));
  },
};

/**
 * Makes one file of each program that the page engine runs as a child. Tests start some hundred of them, and reading the
 * sources through tsx takes each of them 0.8 CPU seconds; all bundles together take a tenth of one.
 */
export default async function bundleChildren() {
  const entryPoints = ['pipeline', 'reading', 'lettering', 'photographs', 'screenshots'].map((folder) =>
    path.join(sources, folder, 'child.ts'),
  );
  const { outputFiles } = await build({
    entryPoints,
    outbase: sources,
    outdir: target,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    plugins: [contract],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    write: false,
    logLevel: 'error',
  });
  for (const { path: file, contents } of outputFiles) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    // another run may be starting children from the file that is there
    const draft = `${file}.${process.pid}`;
    fs.writeFileSync(draft, contents);
    fs.renameSync(draft, file);
  }
}
