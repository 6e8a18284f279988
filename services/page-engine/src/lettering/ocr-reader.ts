import { spawn, type ChildProcess } from 'node:child_process';
import { childEntry } from '../children/child-entry.js';
import { childEnvironment, limitedNode } from '@symbio/runtime/children';
import { documentFailures } from '../children/failures.js';
import type { PageText } from '../pdf/page.js';
import { lowerPriority } from '../priority/index.js';
import type { OcrAnswer, OcrSource } from './messages.js';

export type { OcrSource } from './messages.js';

/**
 * Result of one page. `cpuMillis` excludes programs the child calls; `peakMb` is the child's peak RSS so far (MB of
 * 1,000,000 bytes); `notice` explains the fallback reader to users.
 */
export type OcrOutcome =
  | { kind: 'read'; text: PageText; engine: string; millis: number; cpuMillis: number; peakMb: number; notice?: string }
  | { kind: 'unreadable'; detail: string };

/** Reads pages sequentially; a crash of the child loses only its page. */
export interface OcrSession {
  /**
   * @param onProgress receives the finished share of the page, 0 to 1
   * @throws PipelineFailure `aborted` if the signal aborts
   */
  read(source: OcrSource, signal?: AbortSignal, onProgress?: (share: number) => void): Promise<OcrOutcome>;
  close(): Promise<void>;
}

export interface OcrReader {
  open(): OcrSession;
}

export interface OcrLimits {
  /**
   * Clock limit per page in milliseconds, for hangs only: a sheet takes 3 to 10 s idle, but lowest priority may wait
   * long.
   */
  pageMs: number;
  /** Data segment of the child in MiB: the model, a picture of 25 megapixels and copies. */
  memoryMb: number;
  /** Recycles the child after this many pages: the model runtime leaks memory for pages of varying size. */
  pagesPerChild: number;
}

export interface OcrOptions extends Partial<OcrLimits> {
  /** Folder of PP-OCR's models (`npm run models`); without complete models tesseract is used. */
  models?: string | undefined;
}

const DEFAULT_LIMITS: OcrLimits = { pageMs: 1_800_000, memoryMb: 1_536, pagesPerChild: 16 };
/** Characters of stderr kept to explain a crash. */
const STDERR_TAIL = 1_000;

/**
 * Weight 70 in sched(7): less than pictures (110) and requests (1,024) get. At 19, with 15, a busy machine read nothing
 * for minutes.
 */
const NICENESS = 12;

/** OCR in a child process with limits, at a low priority. */
export function createOcrReader({ models, ...limits }: OcrOptions = {}): OcrReader {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  return { open: () => new ChildSession(bounds, models) };
}

class ChildSession implements OcrSession {
  readonly #limits: OcrLimits;
  readonly #models: string | undefined;
  #child: OcrChild | undefined;
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
    if (child.pid !== undefined) void lowerPriority(child.pid, NICENESS);
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
      // its end reports an already dead child
      this.#process.send(source, () => undefined);
    });
  }

  /** Including programs started by the child. */
  async kill(): Promise<void> {
    const { pid } = this.#process;
    try {
      if (pid === undefined || process.platform === 'win32') this.#process.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // already ended
    }
    await this.#ended;
  }
}

/** Starts the child with a minimal environment: it reads untrusted files. */
function startChild(memoryMb: number, models: string | undefined): ChildProcess {
  const parameters = [...childEntry(import.meta.url), ...(models === undefined ? [] : [models])];
  const [command, commandParameters] = limitedNode(parameters, { memoryMb });
  return spawn(command, commandParameters, {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment(),
  });
}
