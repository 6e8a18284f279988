import { type ChildProcess, spawn } from 'node:child_process';
import { childEntry } from '../children/child-entry.js';
import { childEnvironment } from '../children/config.js';
import { momentOf, type Since } from '../children/cpu-time.js';
import type { PipelineLimits } from '../children/limits.js';
import type { ChildMessage, ParentMessage } from './messages.js';

/** How a child ended. `memory` and `cpu` are what its last words or its signal say. */
export interface ChildEnd {
  cause: 'exit' | 'memory' | 'cpu';
  /** Exit code or signal and the end of its error output, for the log. */
  detail: string;
}

/** The end of what a dying process writes says why. */
const STDERR_TAIL = 4_096;
const OUT_OF_MEMORY = /out of memory|allocation failed|memory allocation|bad_alloc|cannot allocate|GLib-ERROR/i;
/** V8's own share of the data segment; pictures live outside of it. */
const HEAP_MB = 512;
/** Between the CPU limit that ends a process with a reason and the one that just ends it. */
const CPU_GRACE_SECONDS = 5;
/** Every thread's own malloc arena would keep freed picture memory; two are as fast here. */
const MALLOC_ARENAS = '2';

/**
 * A process that makes the pages of one document under limits of the operating system. Started early, it has its
 * libraries loaded by the time a document comes. It sees nothing of our environment: it reads files of strangers.
 */
export class PipelineChild {
  private readonly process: ChildProcess;
  private errors = '';
  /** Resolves when the process has ended, however it did. */
  readonly ended: Promise<ChildEnd>;

  constructor(limits: Pick<PipelineLimits, 'memoryMb' | 'cpuSeconds'>) {
    const [command, parameters] = limited([`--max-old-space-size=${HEAP_MB}`, ...childEntry(import.meta.url)], limits);
    const child = spawn(command, parameters, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: childEnvironment({ MALLOC_ARENA_MAX: MALLOC_ARENAS }),
    });
    this.process = child;
    child.stderr?.on('data', (data: Buffer) => {
      this.errors = (this.errors + data.toString()).slice(-STDERR_TAIL);
    });
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve({ cause: 'exit', detail: error.message }));
      child.once('close', (code, signal) => resolve(this.describe(code, signal)));
    });
    this.hold(false);
  }

  /** Hands over the document. Messages come in the order they were sent. */
  start(message: ParentMessage, onMessage: (message: ChildMessage) => void): void {
    this.hold(true);
    this.process.on('message', (value) => onMessage(value as ChildMessage));
    // a child that has died already is reported by `ended`
    this.process.send(message, () => undefined);
  }

  /** Ends it at once, also out of a loop in WASM; resolves when it has ended. */
  async kill(): Promise<void> {
    // somebody waits for its end now: without this a program with nothing else to do would stop here
    this.hold(true);
    this.process.kill('SIGKILL');
    await this.ended;
  }

  /** Now, on the clock and in its CPU time, all threads. */
  get moment(): Since {
    return momentOf(this.process.pid);
  }

  get alive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null && this.process.connected;
  }

  /** A waiting child must not keep its parent running. */
  private hold(on: boolean): void {
    const { channel, stderr } = this.process;
    // the error stream is a socket, which the type of the field does not say
    const pipe = stderr as (typeof stderr & { ref(): void; unref(): void }) | null;
    for (const handle of [this.process, channel, pipe]) {
      if (on) handle?.ref();
      else handle?.unref();
    }
  }

  private describe(code: number | null, signal: NodeJS.Signals | null): ChildEnd {
    const detail = `${signal ?? `exit ${code}`}: ${this.errors.trim().slice(-1_000)}`;
    if (signal === 'SIGXCPU') return { cause: 'cpu', detail };
    return { cause: OUT_OF_MEMORY.test(this.errors) ? 'memory' : 'exit', detail };
  }
}

/**
 * Limits of the data segment (`-d`, never `-v`: WASM reserves address space it does not use) and of CPU seconds.
 * The shell replaces itself by node, so the process id and the message channel are the child's own.
 */
function limited(parameters: string[], limits: Pick<PipelineLimits, 'memoryMb' | 'cpuSeconds'>): [string, string[]] {
  if (process.platform === 'win32') return [process.execPath, parameters];
  const { memoryMb, cpuSeconds } = limits;
  // the soft limit comes first and tells why (SIGXCPU); at the hard one the kernel only kills
  const cpu = `ulimit -H -t ${cpuSeconds + CPU_GRACE_SECONDS}; ulimit -S -t ${cpuSeconds}`;
  const script = `ulimit -d ${memoryMb * 1024}; ${cpu}; exec "$0" "$@"`;
  return ['/bin/sh', ['-c', script, process.execPath, ...parameters]];
}
