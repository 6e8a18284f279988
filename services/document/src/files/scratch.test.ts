import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inScratch, removeStaleScratch } from './scratch.js';

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  if (!child.pid) throw new Error('the process could not be started');
  return child.pid;
}

const isThere = async (folder: string): Promise<boolean> => (await readdir(tmpdir())).includes(path.basename(folder));

async function folderOf(pid: number): Promise<string> {
  const folder = path.join(tmpdir(), `symbio-scratch-${pid}-photograph-left`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'sent'), 'with its place');
  return folder;
}

describe('a scratch folder', () => {
  it('is removed after the work, also after a failure', async () => {
    const seen: string[] = [];
    const work = async (folder: string): Promise<string> => {
      seen.push(folder);
      await writeFile(path.join(folder, 'file'), 'x');
      expect(await isThere(folder)).toBe(true);
      if (seen.length > 1) throw new Error('it failed');
      return 'done';
    };
    expect(await inScratch('test', work)).toBe('done');
    await expect(inScratch('test', work)).rejects.toThrow('it failed');
    expect(await Promise.all(seen.map(isThere))).toEqual([false, false]);
  });

  it('of a killed process is removed at the next start, one of a running process is not', async () => {
    const log = { warn: (): void => undefined };
    const [dead, former, running] = [
      await folderOf(await deadPid()),
      await folderOf(process.pid),
      await folderOf(process.ppid),
    ];
    try {
      await removeStaleScratch(log);
      expect(await Promise.all([dead, former, running].map(isThere))).toEqual([false, false, true]);
      // once per process: later, folders are in use
      await inScratch('test', async (folder) => {
        await removeStaleScratch(log);
        expect(await isThere(folder)).toBe(true);
      });
    } finally {
      await rm(running, { recursive: true, force: true });
    }
  });
});
