import { describe, expect, it } from '@jest/globals';
import { repoJson } from '../../dev/paths.js';

interface LockEntry {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lock = repoJson<{ packages: Record<string, LockEntry> }>('package-lock.json');

/** Where node would find a package from a folder, by the lock file. */
function resolve(from: string, name: string): string | undefined {
  for (let dir = from; ; dir = dir.slice(0, Math.max(0, dir.lastIndexOf('/')))) {
    const at = `${dir === '' ? '' : `${dir}/`}node_modules/${name}`;
    if (lock.packages[at]) return at;
    if (dir === '') return undefined;
  }
}

describe('the lock file', () => {
  it('installs on every system: optional packages of other systems are included (npm ci refuses it otherwise)', () => {
    const missing = Object.entries(lock.packages).flatMap(([at, entry]) =>
      Object.keys(entry.optionalDependencies ?? {})
        .filter((name) => resolve(at, name) === undefined)
        .map((name) => `${at} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('contains the dependencies of every package.json of the repository', () => {
    const workspaces = Object.keys(lock.packages).filter((at) => !at.includes('node_modules/'));
    expect(workspaces.length).toBeGreaterThan(10);
    for (const at of workspaces) {
      const manifest = repoJson<LockEntry>(at, 'package.json');
      const entry = lock.packages[at];
      expect({ at, ...entry?.dependencies, ...entry?.devDependencies }).toEqual({
        at,
        ...manifest.dependencies,
        ...manifest.devDependencies,
      });
    }
  });
});
