import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.js';

export interface ChildSpec {
  name: string;
  command: string;
  args: string[];
  /** Complete environment; defaults to ours. */
  env?: Record<string, string>;
  /** Working folder; defaults to ours. */
  cwd?: string;
  /** Polled until true; must not throw. */
  isReady: () => Promise<boolean>;
  /** Polled until the child is loaded and only waits for its dependencies; must not throw. */
  isUp?: () => Promise<boolean>;
  /** Liveness check of a ready child that may hang; must not throw. */
  isAlive?: () => Promise<boolean>;
  /** Explains a failed start; undefined: the log's last line is shown. */
  explain?: (exit: ChildExit, lastLine: string) => string | undefined;
  readyWithinMs?: number;
  /** Time to end after SIGTERM before SIGKILL. */
  stopWithinMs?: number;
}

export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunningChild {
  name: string;
  pid: number;
  /** Byte offset of its output in the log file. */
  logStart: number;
  /** Resolves when the child has ended; never rejects. */
  exited: Promise<ChildExit>;
  /** SIGTERM, then SIGKILL after a timeout; resolves when it has ended. */
  stop: () => Promise<ChildExit>;
}

export interface StartOptions {
  logFile: string;
  /** Kills the child if this process dies. */
  guard?: ProcessGuard | undefined;
  signal?: AbortSignal | undefined;
  /** Called when {@link ChildSpec.isUp} passes before readiness. */
  onUp?: () => void;
}

const READY_POLL_MS = 100;
const DEFAULT_READY_MS = 120_000;
const DEFAULT_STOP_MS = 15_000;

/**
 * Starts a child in a separate process group (Ctrl-C reaches only us, so we control the stop order) and waits until it
 * is ready.
 */
export async function startChild(spec: ChildSpec, options: StartOptions): Promise<RunningChild> {
  fs.mkdirSync(path.dirname(options.logFile), { recursive: true });
  const log = fs.openSync(options.logFile, 'a');
  const logStart = fs.fstatSync(log).size; // ignore the output of earlier runs
  let child: ChildProcess;
  try {
    child = spawn(spec.command, spec.args, {
      stdio: ['ignore', log, log],
      env: spec.env ?? process.env,
      cwd: spec.cwd,
      detached: true,
    });
  } finally {
    fs.closeSync(log);
  }
  const exited = new Promise<ChildExit>((resolve) => {
    child.once('error', (error) => {
      fs.appendFileSync(options.logFile, `${spec.command}: ${error.message}\n`);
      resolve({ code: null, signal: null });
    });
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const lastWords = (): string => {
    const line = lastLines(options.logFile, 1, logStart)[0];
    return line === undefined ? 'it said nothing.' : readable(line);
  };
  const pid = child.pid;
  if (pid === undefined) {
    await exited;
    throw new StartError(`${spec.name} could not be started: ${lastWords()}`);
  }
  options.guard?.add(pid);
  void exited.then(() => options.guard?.remove(pid));

  let gone: ChildExit | undefined;
  void exited.then((exit) => (gone = exit));
  const stop = async (): Promise<ChildExit> => {
    if (!gone) child.kill('SIGTERM');
    const lastResort = setTimeout(() => child.kill('SIGKILL'), spec.stopWithinMs ?? DEFAULT_STOP_MS);
    const exit = await exited;
    clearTimeout(lastResort);
    return exit;
  };

  let isUp = !spec.isUp;
  const deadline = Date.now() + (spec.readyWithinMs ?? DEFAULT_READY_MS);
  for (;;) {
    if (gone) {
      const words = lastWords();
      throw new StartError(spec.explain?.(gone, words) ?? `${spec.name} ended while it started: ${words}`);
    }
    if (options.signal?.aborted) {
      await stop();
      throw new StartError(`${spec.name} was stopped while it started.`);
    }
    if (Date.now() > deadline) {
      await stop();
      throw new StartError(`${spec.name} did not become ready in time: ${lastWords()}`);
    }
    if (await spec.isReady()) break;
    if (!isUp && (await spec.isUp?.())) {
      isUp = true;
      options.onUp?.();
    }
    await Promise.race([sleep(READY_POLL_MS), exited]);
  }
  return { name: spec.name, pid, logStart, exited, stop };
}

/** The last `count` non-empty lines of a log file after byte `from`. */
export function lastLines(file: string, count: number, from = 0): string[] {
  const tail = 64 * 1024;
  let text: string;
  try {
    const fd = fs.openSync(file, 'r');
    try {
      const { size } = fs.fstatSync(fd);
      const buffer = Buffer.alloc(Math.min(Math.max(0, size - from), tail));
      fs.readSync(fd, buffer, 0, buffer.length, size - buffer.length);
      text = buffer.toString('utf8');
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count);
}

/** Other lines unchanged. */
export function readable(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: string; error?: string; reason?: string; err?: { message?: string } };
    const detail = entry.err?.message ?? entry.error ?? entry.reason;
    return [entry.msg ?? line, detail].filter((part) => part !== undefined && part !== '').join(': ');
  } catch {
    return line;
  }
}

/**
 * Kills our children when this process dies without cleaning up (SIGKILL, out of memory): a shell waits for its pipe to
 * close, then kills the recorded ids.
 */
export class ProcessGuard {
  private readonly pids = new Set<number>();
  private readonly shell: ChildProcess;
  private closed = false;

  constructor() {
    const script =
      'while read -r line; do last=$line; done; [ -z "$last" ] && exit; kill -TERM $last; sleep 10; kill -KILL $last';
    this.shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.shell.on('error', () => this.pids.clear()); // without a shell children are only stopped normally
    this.shell.stdin?.on('error', () => undefined); // the shell has ended
    this.shell.unref();
    (this.shell.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  }

  add(pid: number): void {
    this.pids.add(pid);
    this.sendPids();
  }

  /** Removes an ended child, before its id is reused. */
  remove(pid: number): void {
    this.pids.delete(pid);
    this.sendPids();
  }

  close(): void {
    if (this.closed) return;
    this.pids.clear();
    this.sendPids();
    this.closed = true;
    this.shell.stdin?.end();
  }

  private sendPids(): void {
    if (!this.closed) this.shell.stdin?.write(`${[...this.pids].join(' ')}\n`);
  }
}
