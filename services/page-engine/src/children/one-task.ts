/** The parent of a child process that does one task: it sees nothing of our environment and may die alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { childEnvironment } from './config.js';
import { isOver, momentOf, WATCH_MS } from './cpu-time.js';
import { isOutOfMemory, type TaskAnswer, type TaskFailure } from './task-failure.js';

/** What the child of one task may use. */
export interface TaskLimits {
  /** Data segment in MiB (`ulimit -d`): V8, Buffers, libvips and WASM together. */
  memoryMb: number;
  /** Milliseconds of CPU. */
  cpuMs: number;
  /** Milliseconds on the clock, for a machine that is busy with something else. */
  wallMs: number;
}

/** Errors about a task, with sentences about its kind of file. */
export interface TaskFailures<Reason extends string> {
  /** What the child itself has told. */
  told(reason: Reason, message: string, detail: string | undefined): TaskFailure<Reason>;
  timeout(): TaskFailure<Reason>;
  outOfMemory(detail: string): TaskFailure<Reason>;
  crashed(detail: string): TaskFailure<Reason>;
}

export interface OneTask<Task, Reason extends string> {
  /** Arguments of node that start the child, as {@link childEntry} gives them; the child calls `answerTask`. */
  entry: readonly string[];
  task: Task;
  limits: TaskLimits;
  failures: TaskFailures<Reason>;
  /** Ends the work at once. */
  signal?: AbortSignal | undefined;
}

/** The operating system ends a child itself after so much more CPU than we do, should this process be held up. */
const CPU_GRACE = 1.5;
const STDERR_TAIL = 2_048;

/**
 * Has a child process of its own do a task.
 *
 * @returns what the child answered
 * @throws one of `failures`, or the reason of `signal`
 */
export async function doInChild<Task extends object, Result, Reason extends string>({
  entry,
  task,
  limits,
  failures,
  signal,
}: OneTask<Task, Reason>): Promise<Result> {
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
        else reject(failures.told(answer.reason, answer.message, answer.detail));
      });
      void ended.then((how) => {
        const detail = `${how}: ${errors.trim()}`;
        if (how === 'SIGXCPU') reject(failures.timeout());
        else reject(isOutOfMemory(errors) ? failures.outOfMemory(detail) : failures.crashed(detail));
      });
      // `ended` reports a child that has died already
      child.send(task, () => undefined);
    });
  } finally {
    stopped.abort();
    clearInterval(watch);
    child.kill('SIGKILL');
    await ended;
  }
}

/** The child sees nothing of our environment: it reads files of strangers. */
function startChild(entry: readonly string[], { memoryMb, cpuMs }: TaskLimits): ChildProcess {
  const cpuSeconds = Math.ceil((cpuMs * CPU_GRACE) / 1_000);
  const script = `ulimit -d ${memoryMb * 1024}; ulimit -t ${cpuSeconds}; exec "$0" "$@"`;
  const [command, parameters] =
    process.platform === 'win32'
      ? [process.execPath, [...entry]]
      : ['/bin/sh', ['-c', script, process.execPath, ...entry]];
  return spawn(command, parameters, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment({ MALLOC_ARENA_MAX: '2' }),
  });
}
