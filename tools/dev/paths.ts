import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir, repoRoot } from '@symbio/fixtures/paths';

export { cacheDir, repoRoot };

export const repoText = (...file: string[]): string => fs.readFileSync(path.join(repoRoot, ...file), 'utf8');

export const repoJson = <T>(...file: string[]): T => JSON.parse(repoText(...file)) as T;

/** Data of `npm start`: databases, blobs, accounts, logs. */
export const defaultDataDir: string = path.join(repoRoot, '.data');

/** Node arguments for a program of this package: compiled if we are, else through tsx, so tests need no build. */
export function nodeProgram(program: string): string[] {
  const own = fileURLToPath(import.meta.url);
  const base = path.resolve(path.dirname(own), '..', program);
  return own.endsWith('.ts') ? ['--import', 'tsx', '--conditions=source', `${base}.ts`] : [`${base}.js`];
}

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
