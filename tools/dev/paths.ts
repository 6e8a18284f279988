import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The repository root: the nearest parent folder with the workspace's lock file. In an image, which has none, the
 * parent of `tools`.
 */
export const repoRoot: string = findRoot(path.dirname(fileURLToPath(import.meta.url)));

/** Downloads and other reproducible files; never committed. */
export const cacheDir: string = path.join(repoRoot, '.cache');

/** Data of `npm start`: databases, blobs, accounts, logs. */
export const defaultDataDir: string = path.join(repoRoot, '.data');

/**
 * Node arguments for a program of this package: compiled if we are, else through tsx, so that tests need no build.
 *
 * @param program path below `tools/` without extension, for example `dev/mongo-host`
 */
export function nodeProgram(program: string): string[] {
  const own = fileURLToPath(import.meta.url);
  const base = path.resolve(path.dirname(own), '..', program);
  return own.endsWith('.ts') ? ['--import', 'tsx', `${base}.ts`] : [`${base}.js`];
}

/** Full path of an executable on the PATH, or undefined. */
export function onPath(name: string): string | undefined {
  for (const dir of (process.env.PATH ?? '').split(path.delimiter)) {
    if (dir === '') continue;
    const file = path.join(dir, name);
    try {
      fs.accessSync(file, fs.constants.X_OK);
      if (fs.statSync(file).isFile()) return file;
    } catch {
      // try the next folder
    }
  }
  return undefined;
}

function findRoot(from: string): string {
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (fs.existsSync(path.join(dir, 'package-lock.json'))) return dir;
    if (dir === path.dirname(dir)) return from.replace(/\/tools\/.*$/, '');
  }
}
