import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from '@jest/globals';
import { lowerPriority } from './index.js';

describe('lowerPriority', () => {
  let child: ChildProcess;

  const start = async (detached = true): Promise<number> => {
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached, stdio: 'ignore' });
    await once(child, 'spawn');
    return child.pid ?? 0;
  };

  afterEach(() => void child.kill('SIGKILL'));

  it('lowers the priority of a process, and of its session if the system groups by session', async () => {
    const pid = await start();
    expect(await lowerPriority(pid, 7)).toBe(true);
    expect(getPriority(pid)).toBe(Math.max(7, getPriority()));
    const session = `/proc/${pid}/autogroup`;
    // empty if the kernel supports autogroups and the process is in none
    if (existsSync(session)) expect(readFileSync(session, 'utf8')).toMatch(/^$|^\/autogroup-\d+ nice 7$/m);
  });

  it('does not change a shared session', async () => {
    const session = (pid: number | 'self'): string =>
      existsSync(`/proc/${pid}/autogroup`) ? readFileSync(`/proc/${pid}/autogroup`, 'utf8') : '';
    const before = session('self');
    const pid = await start(false);
    expect(await lowerPriority(pid, 7)).toBe(true);
    expect(getPriority(pid)).toBe(Math.max(7, getPriority()));
    expect([session(pid), session('self')]).toEqual([before, before]);
  });

  it('reports an ended process', async () => {
    const pid = await start();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await lowerPriority(pid, 7)).toBe(false);
  });
});
