import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { childEntry } from '../children/child-entry.js';
import { childEnvironment } from '../children/config.js';
import { documentFailures } from '../children/failures.js';
import type { PageText } from '../pdf/page.js';
import { lowerPriority } from '../priority/index.js';
import type { OcrAnswer, OcrSource } from './messages.js';

export type { OcrSource } from './messages.js';

/**
 * What came of reading one page; `cpuMillis` are the child's own, without those of a program it calls, `peakMb` the most
 * memory it has had so far (resident, MB of 1,000,000 bytes). `notice` is a sentence for people: why a lesser reader was taken.
 */
export type OcrOutcome =
  | { kind: 'read'; text: PageText; engine: string; millis: number; cpuMillis: number; peakMb: number; notice?: string }
  | { kind: 'unreadable'; detail: string };

/** Reads pages one at a time; a page that its child does not survive costs that page, not the others. */
export interface OcrSession {
  /**
   * @param onProgress called now and then with the share of the page that is read, 0 to 1
   * @throws PipelineFailure `aborted` when the signal ends the work
   */
  read(source: OcrSource, signal?: AbortSignal, onProgress?: (share: number) => void): Promise<OcrOutcome>;
  close(): Promise<void>;
}

export interface OcrReader {
  open(): OcrSession;
}

export interface OcrLimits {
  /**
   * Milliseconds for one page. A sheet takes 3 to 10 s on an idle machine; on a busy one everything else goes first, so
   * the child counts CPU seconds and this only ends what does nothing at all.
   */
  pageMs: number;
  /** Data segment of the child in MiB: the model, a picture of 25 megapixels and its copies. */
  memoryMb: number;
  /** After so many pages another child goes on: the runtime of the models does not give back all that pages of ever other sizes took. */
  pagesPerChild: number;
}

export interface OcrOptions extends Partial<OcrLimits> {
  /** Folder of PP-OCR's models (`npm run models`); without it, or what belongs there, tesseract reads. */
  models?: string | undefined;
}

const DEFAULT_LIMITS: OcrLimits = { pageMs: 1_800_000, memoryMb: 1_536, pagesPerChild: 16 };
/** The end of what a dying process writes says why. */
const STDERR_TAIL = 1_000;

/** Reads writing off pictures in a child process with limits and at the lowest priority: whatever else is to be done
 *  on the machine goes first. */
export function createOcrReader({ models, ...limits }: OcrOptions = {}): OcrReader {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  return { open: () => new ChildSession(bounds, models) };
}

class ChildSession implements OcrSession {
  readonly #limits: OcrLimits;
  readonly #models: string | undefined;
  #child: OcrChild | undefined;
  /** Pages that the child was given. */
  #pages = 0;

  constructor(limits: OcrLimits, models: string | undefined) {
    this.#limits = limits;
    this.#models = models;
  }

  async read(source: OcrSource, signal?: AbortSignal, onProgress?: (share: number) => void): Promise<OcrOutcome> {
    if (signal?.aborted) throw documentFailures.aborted();
    if (this.#pages >= this.#limits.pagesPerChild) await this.close();
    const child = (this.#child ??= new OcrChild(this.#limits.memoryMb, this.#models));
    this.#pages += 1;
    let timer: NodeJS.Timeout | undefined;
    let abort: (() => void) | undefined;
    const stopped = new Promise<OcrOutcome>((resolve, reject) => {
      timer = setTimeout(() => resolve({ kind: 'unreadable', detail: 'it took too long' }), this.#limits.pageMs);
      abort = () => reject(documentFailures.aborted());
      signal?.addEventListener('abort', abort, { once: true });
    });
    let answered = false;
    try {
      return await Promise.race([
        child.ask(source, onProgress).then((outcome) => {
          answered = child.alive;
          return outcome;
        }),
        stopped,
      ]);
    } finally {
      clearTimeout(timer);
      if (abort) signal?.removeEventListener('abort', abort);
      if (!answered) await this.close();
    }
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#pages = 0;
    await child?.kill();
  }
}

class OcrChild {
  readonly #process: ChildProcess;
  readonly #ended: Promise<string>;
  #errors = '';

  constructor(memoryMb: number, models: string | undefined) {
    const child = startChild(memoryMb, models);
    this.#process = child;
    child.stderr?.on('data', (data: Buffer) => {
      this.#errors = (this.#errors + data.toString()).slice(-STDERR_TAIL);
    });
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(`${signal ?? `exit ${code}`}: ${this.#errors.trim()}`));
    });
    if (child.pid !== undefined) void lowerPriority(child.pid, constants.priority.PRIORITY_LOW);
  }

  get alive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null && this.#process.connected;
  }

  ask(source: OcrSource, onProgress?: (share: number) => void): Promise<OcrOutcome> {
    return new Promise((resolve) => {
      const listen = (value: unknown): void => {
        const { type, ...answer } = value as OcrAnswer;
        if ('share' in answer) return onProgress?.(answer.share);
        this.#process.off('message', listen);
        if ('detail' in answer) resolve({ kind: 'unreadable', detail: answer.detail });
        else resolve({ kind: 'read', ...answer });
      };
      this.#process.on('message', listen);
      void this.#ended.then((detail) => resolve({ kind: 'unreadable', detail }));
      // its end reports a child that has died already
      this.#process.send(source, () => undefined);
    });
  }

  /** Also ends a program that the child has started: they are a group of their own. */
  async kill(): Promise<void> {
    const { pid } = this.#process;
    try {
      if (pid === undefined || process.platform === 'win32') this.#process.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // it has ended already
    }
    await this.#ended;
  }
}

/** The child sees nothing of our environment: it reads files of strangers. */
function startChild(memoryMb: number, models: string | undefined): ChildProcess {
  const parameters = [...childEntry(import.meta.url), ...(models === undefined ? [] : [models])];
  const [command, commandParameters] =
    process.platform === 'win32'
      ? [process.execPath, parameters]
      : ['/bin/sh', ['-c', `ulimit -d ${memoryMb * 1024}; exec "$0" "$@"`, process.execPath, ...parameters]];
  return spawn(command, commandParameters, {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment(),
  });
}
