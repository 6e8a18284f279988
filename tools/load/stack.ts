import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repoRoot } from '../dev/paths.js';
import { startStack, type RunningStack } from '../dev/stack.js';
import { run } from '../cluster/run.js';
import { Crowd } from './crowd.js';

/** Runs work on a fresh stack and removes the stack afterwards. */
export async function withCrowd<T>(work: (stack: RunningStack, crowd: Crowd) => Promise<T>): Promise<T> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-load-'));
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  let stack: RunningStack | undefined;
  let crowd: Crowd | undefined;
  try {
    const died: string[] = [];
    const { signal } = interrupted;
    const report = (event: { kind: string; name?: string }): void => {
      if (event.kind === 'died') died.push(event.name ?? '');
    };
    stack = await startStack({
      dataDir,
      ports: 'free',
      env: { PERSON_REQUESTS_PER_MINUTE: '0' },
      signal,
      report,
    });
    crowd = await Crowd.on(stack);
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
    });
    const result = await Promise.race([work(stack, crowd), stopped]);
    if (died.length > 0) throw new Error(`these processes ended meanwhile: ${died.join(', ')}`);
    return result;
  } finally {
    crowd?.leave();
    await stack?.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Machine, date and commit in one line. */
export async function circumstances(): Promise<string> {
  const processors = os.cpus();
  const commit = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: repoRoot }).catch(() => 'unknown');
  const gigabytes = Math.round(os.totalmem() / 1e9);
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit.trim()}, ${processors.length} x ${processors[0]?.model ?? 'unknown processor'}, ${gigabytes} GB, Node ${process.version}, load average ${os.loadavg()[0]?.toFixed(1)} before`;
}
