import { jest } from '@jest/globals';
import { canMeasure, cpuSecondsOf, measureProcess } from './processes.js';

// a process is started and works for a while, perhaps on a busy machine
jest.setTimeout(60_000);

const onLinux = canMeasure ? it : it.skip;

describe('the cost of a process', () => {
  onLinux('counts the work and memory of its children too', async () => {
    // a shell that does nothing itself; the child fills 150 MB and turns for a while
    const program =
      'const b = Buffer.alloc(150e6, 1); const t = process.cpuUsage(); while (process.cpuUsage(t).user < 4e5) for (let i = 0; i < 1e6; i++) b[i]++';
    const cost = await measureProcess('sh', ['-c', `"${process.execPath}" -e '${program}'; true`]);
    expect(cost.cpuSeconds).toBeGreaterThanOrEqual(0.38);
    expect(cost.peakMb).toBeGreaterThan(150);
  });

  onLinux('includes the output of the program', async () => {
    expect((await measureProcess('sh', ['-c', 'echo 42'])).output).toBe('42\n');
  });

  onLinux('of a running process grows while it works, and is 0 after its end', () => {
    const before = cpuSecondsOf(process.pid);
    const start = process.cpuUsage();
    while (process.cpuUsage(start).user < 2e5) Math.sqrt(Math.random());
    expect(cpuSecondsOf(process.pid) - before).toBeGreaterThanOrEqual(0.15);
    expect(cpuSecondsOf(2 ** 30)).toBe(0);
  });

  onLinux('is an error for a program that failed', async () => {
    await expect(measureProcess('sh', ['-c', 'echo broken >&2; exit 3'])).rejects.toThrow('ended with 3: broken');
  });
});
