// Program: builds the SPA and refuses one that a newcomer would wait for (.size-limit.mjs).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
await build({ root, logLevel: 'warn' });
const sizeLimit = fileURLToPath(new URL('bin.js', import.meta.resolve('size-limit')));
const { status } = spawnSync(process.execPath, [sizeLimit], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
