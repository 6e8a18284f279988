import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { nodeProgram } from './paths.js';

/**
 * Seeds the demonstration in a child process, which frees the memory for drawing; passes its progress on.
 * @throws Error with its last output, or when cancelled; completed steps stay
 */
export async function seedInProcess(url: string, part: 'content' | 'decisions', signal: AbortSignal): Promise<void> {
  const seed = spawn(process.execPath, [...nodeProgram('dev/seed-main'), url, part], {
    stdio: ['ignore', 'inherit', 'pipe'],
    signal,
  });
  let words = '';
  seed.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  const [code, how] = (await once(seed, 'close')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(words.trim().split('\n').at(-1) || `it was ended by ${how ?? `status ${code}`}`);
}
