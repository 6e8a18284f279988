import { type ChildProcess, spawn } from 'node:child_process';
import { childEntry } from '../children/child-entry.js';
import { childEnvironment, limitedNode } from '@symbio/runtime/children';
import { momentOf, type Since } from '../children/cpu-time.js';
import type { PipelineLimits } from '../children/limits.js';
import { isOutOfMemory } from '../children/task-failure.js';
import type { ChildMessage, ParentMessage } from './messages.js';

/** `memory` and `cpu` are derived from stderr or the signal. */
export interface ChildEnd {
  cause: 'exit' | 'memory' | 'cpu';
  /** Exit code or signal and stderr tail. */
  detail: string;
}

/** Kept to explain a crash. */
const STDERR_TAIL = 4_096;
/** Of the data segment; pictures are outside of it. */
const HEAP_MB = 512;
/** Time between the CPU limit with a reason (SIGXCPU) and the hard kill. */
const CPU_GRACE_SECONDS = 5;
/** One malloc arena per thread would retain freed picture memory; two are as fast. */
const MALLOC_ARENAS = '2';

/** Makes the pages of one document under OS limits, with a minimal environment. */
export class PipelineChild {
  private readonly process: ChildProcess;
  private errors = '';
  readonly ended: Promise<ChildEnd>;

  constructor(limits: Pick<PipelineLimits, 'memoryMb' | 'cpuSeconds'>) {
    const { memoryMb, cpuSeconds } = limits;
    const [command, parameters] = limitedNode([`--max-old-space-size=${HEAP_MB}`, ...childEntry(import.meta.url)], {
      memoryMb,
      cpu: cpuLimit(cpuSeconds),
    });
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

  start(message: ParentMessage, onMessage: (message: ChildMessage) => void): void {
    this.hold(true);
    this.process.on('message', (value) => onMessage(value as ChildMessage));
    // `ended` reports an already dead child
    this.process.send(message, () => undefined);
  }

  /** Even inside a WASM loop. */
  async kill(): Promise<void> {
    // the event loop must stay alive until then
    this.hold(true);
    this.process.kill('SIGKILL');
    await this.ended;
  }

  /** Now, on the clock and in the child's CPU time. */
  get moment(): Since {
    return momentOf(this.process.pid);
  }

  get alive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null && this.process.connected;
  }

  /** A waiting child must not keep its parent running. */
  private hold(on: boolean): void {
    const { channel, stderr } = this.process;
    // a socket, which the type omits
    const pipe = stderr as (typeof stderr & { ref(): void; unref(): void }) | null;
    for (const handle of [this.process, channel, pipe]) {
      if (on) handle?.ref();
      else handle?.unref();
    }
  }

  private describe(code: number | null, signal: NodeJS.Signals | null): ChildEnd {
    const detail = `${signal ?? `exit ${code}`}: ${this.errors.trim().slice(-1_000)}`;
    if (signal === 'SIGXCPU') return { cause: 'cpu', detail };
    return { cause: isOutOfMemory(this.errors) ? 'memory' : 'exit', detail };
  }
}

/** At the hard limit the kernel kills without a reason. */
const cpuLimit = (seconds: number): string => `ulimit -H -t ${seconds + CPU_GRACE_SECONDS}; ulimit -S -t ${seconds}`;
