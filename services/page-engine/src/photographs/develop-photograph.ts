import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { MAX_HEIC_PIXELS, MAX_PHOTOGRAPH_PIXELS } from '@symbio/proto/limits';
import { childEntry } from '../children/child-entry.js';
import { childEnvironment } from '../children/config.js';
import { isOver, momentOf, WATCH_MS } from '../children/cpu-time.js';
import { PhotographFailure, photographFailures } from './failures.js';
import type { Developed, DevelopMessage, DevelopTask } from './messages.js';

/** Data segment of the child in MiB: 48 megapixels of HEVC take 550. */
const MEMORY_MB = 1_024;
/** CPU of one child: 48 megapixels of HEVC take 4 seconds, a hostile file for ever. */
const CPU_SECONDS = 60;
const CPU_MS = 40_000;
/** On the clock, for a machine that is busy with something else. */
const WALL_MS = 240_000;
const STDERR_TAIL = 2_048;
const OUT_OF_MEMORY = /out of memory|allocation failed|memory allocation|bad_alloc|cannot allocate|GLib-ERROR/i;

export interface DevelopOptions {
  /** Path of the file as it was sent. */
  file: string;
  /** Folder for what is made of it; the caller removes it. */
  outDir: string;
  /** Ends the work at once. */
  signal?: AbortSignal;
}

/** A photograph that was drawn anew, with the paths of its two pictures. */
export interface DevelopedPhotograph extends Developed {
  /** JPEG, at most 4,096 pixels on its longest side, without metadata. */
  picture: string;
  /** WebP, at most 480 pixels. */
  thumbnail: string;
}

/**
 * Draws a photograph (JPEG, HEIC, PNG or WebP) anew in a child process that sees nothing of our environment and may die
 * alone.
 *
 * @throws PhotographFailure with a sentence for people
 */
export async function developPhotograph({ file, outDir, signal }: DevelopOptions): Promise<DevelopedPhotograph> {
  signal?.throwIfAborted();
  const pictures = { picture: path.resolve(outDir, 'picture.jpg'), thumbnail: path.resolve(outDir, 'thumbnail.webp') };
  const child = startChild();
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => (errors = (errors + data.toString()).slice(-STDERR_TAIL)));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, killed) => resolve(killed ?? `exit ${code}`));
  });
  const began = momentOf(child.pid);
  let watch: NodeJS.Timeout | undefined;
  const stopped = new AbortController();
  try {
    const developed = await new Promise<Developed>((resolve, reject) => {
      watch = setInterval(() => {
        if (isOver(began, momentOf(child.pid), CPU_MS, WALL_MS)) reject(photographFailures.timeout());
      }, WATCH_MS);
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: stopped.signal });
      child.on('message', (value) => {
        const message = value as DevelopMessage;
        if (message.type === 'developed') resolve(message.developed);
        else reject(new PhotographFailure(message.reason, message.message, message.detail));
      });
      void ended.then((how) => {
        const detail = `${how}: ${errors.trim()}`;
        if (how === 'SIGXCPU') reject(photographFailures.timeout());
        else
          reject(
            OUT_OF_MEMORY.test(errors) ? photographFailures.outOfMemory(detail) : photographFailures.crashed(detail),
          );
      });
      const task: DevelopTask = {
        file: path.resolve(file),
        ...pictures,
        maxPixels: MAX_PHOTOGRAPH_PIXELS,
        maxHeicPixels: MAX_HEIC_PIXELS,
      };
      // `ended` reports a child that has died already
      child.send(task, () => undefined);
    });
    return { ...developed, ...pictures };
  } finally {
    stopped.abort();
    clearInterval(watch);
    child.kill('SIGKILL');
    await ended;
  }
}

/** The child sees nothing of our environment: it reads files of strangers. */
function startChild(): ChildProcess {
  const parameters = childEntry(import.meta.url);
  const limits = `ulimit -d ${MEMORY_MB * 1024}; ulimit -t ${CPU_SECONDS}; exec "$0" "$@"`;
  const [command, commandParameters] =
    process.platform === 'win32'
      ? [process.execPath, parameters]
      : ['/bin/sh', ['-c', limits, process.execPath, ...parameters]];
  return spawn(command, commandParameters, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment({ MALLOC_ARENA_MAX: '2' }),
  });
}
