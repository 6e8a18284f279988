/** Parent side of a one-task child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { childEnvironment, limitedNode } from '@symbio/runtime/children';
import { isOver, momentOf, WATCH_MS } from './cpu-time.js';
import { isOutOfMemory, type TaskAnswer, type TaskFailure } from './task-failure.js';

export interface TaskLimits {
  /** Data segment in MiB (`ulimit -d`): V8, Buffers, libvips and WASM together. */
  memoryMb: number;
  cpuMs: number;
  /** Clock milliseconds, for a busy machine. */
  wallMs: number;
}

/** With messages for the task's file type. */
export interface TaskFailures<Reason extends string> {
  reported(reason: Reason, message: string, detail: string | undefined): TaskFailure<Reason>;
  timeout(): TaskFailure<Reason>;
  outOfMemory(detail: string): TaskFailure<Reason>;
  crashed(detail: string): TaskFailure<Reason>;
}

export interface ChildTask<Task, Reason extends string> {
  /** Node arguments from {@link childEntry}; the child calls `serveTask`. */
  entry: readonly string[];
  task: Task;
  limits: TaskLimits;
  failures: TaskFailures<Reason>;
  signal?: AbortSignal | undefined;
}

/** OS limit over ours, in case this process is stalled. */
const CPU_GRACE = 1.5;
const STDERR_TAIL = 2_048;

/** @throws one of `failures`, or the reason of `signal` */
export async function runInChild<Task extends object, Result, Reason extends string>({
  entry,
  task,
  limits,
  failures,
  signal,
}: ChildTask<Task, Reason>): Promise<Result> {
  signal?.throwIfAborted();
  const child = startChild(entry, limits);
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
    return await new Promise<Result>((resolve, reject) => {
      watch = setInterval(() => {
        if (isOver(began, momentOf(child.pid), limits.cpuMs, limits.wallMs)) reject(failures.timeout());
      }, WATCH_MS);
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: stopped.signal });
      child.on('message', (value) => {
        const answer = value as TaskAnswer<Result, Reason>;
        if (answer.type === 'done') resolve(answer.result);
        else reject(failures.reported(answer.reason, answer.message, answer.detail));
      });
      void ended.then((how) => {
        const detail = `${how}: ${errors.trim()}`;
        if (how === 'SIGXCPU') reject(failures.timeout());
        else reject(isOutOfMemory(errors) ? failures.outOfMemory(detail) : failures.crashed(detail));
      });
      // `ended` reports an already dead child
      child.send(task, () => undefined);
    });
  } finally {
    stopped.abort();
    clearInterval(watch);
    child.kill('SIGKILL');
    await ended;
  }
}

/** With a minimal environment: it reads untrusted files. */
function startChild(entry: readonly string[], { memoryMb, cpuMs }: TaskLimits): ChildProcess {
  const cpuSeconds = Math.ceil((cpuMs * CPU_GRACE) / 1_000);
  const [command, parameters] = limitedNode(entry, { memoryMb, cpu: `ulimit -t ${cpuSeconds}` });
  return spawn(command, parameters, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment({ MALLOC_ARENA_MAX: '2' }),
  });
}
