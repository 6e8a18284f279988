// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { childSources } from '../../dev/bundles.mjs';
import { workspaceSource } from '../../dev/workspace-sources.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = path.join(root, 'services/page-engine/src');
/** services/page-engine/src/testing/child-bundles.ts looks here. */
const target = path.join(root, '.cache/children');

/** Contract's sources, as in the tests; its compiled output may be missing or stale. */
const contract = {
  name: 'contract',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^@symbio\/proto\// }, ({ path: name }) => ({ path: workspaceSource(root, name) }));
  },
};

/** Bundles each program that the page engine runs as a child. */
export default async function bundleChildren() {
  const entryPoints = childSources(root)
    .map((file) => path.join(root, file))
    .filter((file) => file.startsWith(sources));
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
    // another run may be using the existing file
    const draft = `${file}.${process.pid}`;
    fs.writeFileSync(draft, contents);
    fs.renameSync(draft, file);
  }
}
