import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Temporary folder per test. */
export interface Scratch {
  dir: string;
  file(name: string, data: Buffer | string): Promise<string>;
  remove(): Promise<void>;
}

export async function makeScratch(): Promise<Scratch> {
  const dir = await mkdtemp(path.join(tmpdir(), 'symbio-test-'));
  return {
    dir,
    async file(name, data) {
      const file = path.join(dir, name);
      await writeFile(file, data);
      return file;
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
