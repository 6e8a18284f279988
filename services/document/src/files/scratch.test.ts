import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inScratch, ReceivedBytes, removeStaleScratch } from './scratch.js';

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

describe('received files', () => {
  async function* chunks(...sizes: number[]) {
    for (const size of sizes) yield await Promise.resolve(Buffer.alloc(size));
  }
  const receive = async (received: ReceivedBytes, sizes: number[], then: () => Promise<unknown>) =>
    received.hold(async (counted) => {
      for await (const chunk of counted(chunks(...sizes))) void chunk;
      return then();
    });

  it('count together until the work with them has ended, also after a failure', async () => {
    const received = new ReceivedBytes(100);
    const done = () => Promise.resolve('done');
    await receive(received, [40, 20], async () => {
      await expect(receive(received, [30, 11], done)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        reason: 'too_many_files_at_once',
        message: expect.stringContaining('Try again in a minute') as string,
      });
      expect(await receive(received, [40], done)).toBe('done');
    });
    await expect(receive(received, [100], () => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
    expect(await receive(received, [100], done)).toBe('done');
  });
});
