import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Temporary folders of a test file; `remove` deletes them. */
export function temporaryFolders(): { create: () => Promise<string>; remove: () => Promise<void> } {
  const created: string[] = [];
  return {
    create: async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'symbio-report-'));
      created.push(folder);
      return folder;
    },
    remove: async () => {
      await Promise.all(created.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
