// Builds the SPA and fails if the first load exceeds its size limits (.size-limit.mjs) or would shift when fonts
// arrive.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
await build({ root, logLevel: 'warn' });
const sizeLimit = fileURLToPath(new URL('bin.js', import.meta.resolve('size-limit')));
const { status } = spawnSync(process.execPath, [sizeLimit], { cwd: root, stdio: 'inherit' });
const fonts = readFileSync(path.join(root, 'dist', 'index.html'), 'utf8').match(
  /<link rel="preload" as="font"/g,
)?.length;
if (fonts !== 2)
  console.error(
    'The page does not fetch the letters of both families along with the program (build/preloaded-fonts.ts).',
  );
process.exitCode = fonts === 2 ? (status ?? 1) : 1;
