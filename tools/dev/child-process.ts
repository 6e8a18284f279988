import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.js';

/** How a child is started, and how one knows that it serves. */
export interface ChildSpec {
  name: string;
  command: string;
  args: string[];
  /** The whole environment of the child; that of this process when absent. */
  env?: Record<string, string>;
  /** Working folder; that of this process when absent. */
  cwd?: string;
  /** Asked again and again until it says yes; it must not throw. */
  isReady: () => Promise<boolean>;
  /** Asked until it says that the child is loaded, and waits for nothing but what it depends on; it must not throw. */
  isUp?: () => Promise<boolean>;
  /** Asked now and then of a child that serves, where one may hang and not know it; it must not throw. */
  isAlive?: () => Promise<boolean>;
  /** Turns a failed start into a sentence for a person; undefined leaves it to the log's last line. */
  explain?: (exit: ChildExit, lastLine: string) => string | undefined;
  /** How long the child may take to become ready. */
  readyWithinMs?: number;
  /** How long the child may take to end after SIGTERM before it is killed. */
  stopWithinMs?: number;
}

/** How a child ended. */
export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A child that serves. */
export interface RunningChild {
  name: string;
  pid: number;
  /** Where in the log file its own words begin, in bytes. */
  logStart: number;
  /** Resolves when the child is gone, for whatever reason; never rejects. */
  exited: Promise<ChildExit>;
  /** SIGTERM, wait, and SIGKILL as the last resort; resolves when it is gone. */
  stop: () => Promise<ChildExit>;
}

/** Options of {@link startChild}. */
export interface StartOptions {
  /** Both output streams are appended to this file. */
  logFile: string;
  /** Ends the child should this process die without stopping it. */
  guard?: ProcessGuard;
  /** Gives up waiting for readiness and stops the child. */
  signal?: AbortSignal;
  /** Called once {@link ChildSpec.isUp} says so, unless the child is ready before. */
  onUp?: () => void;
}

const READY_POLL_MS = 100;
const DEFAULT_READY_MS = 120_000;
const DEFAULT_STOP_MS = 15_000;

/**
 * Starts a child in its own process group (Ctrl-C in the terminal reaches only us, so that we decide the order of
 * stopping) and waits until it is ready.
 *
 * @throws StartError when it ends or stays silent; the message carries the last line of its log
 */
export async function startChild(spec: ChildSpec, options: StartOptions): Promise<RunningChild> {
  fs.mkdirSync(path.dirname(options.logFile), { recursive: true });
  const log = fs.openSync(options.logFile, 'a');
  const logStart = fs.fstatSync(log).size; // what an earlier run wrote is not this one's reason
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

/** The last `count` lines of a log file that are not empty, of what was written after byte `from`. */
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
    return []; // a child that wrote nothing has no file
  }
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count);
}

/** The message (and the error's, when there is one) of a JSON log line; any other line as it is. */
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
 * Ends our children when this process dies in a way that runs no code of ours (SIGKILL, a closed terminal, an
 * out-of-memory kill): a shell of one megabyte waits for our end of its pipe to close, then kills the process ids it
 * got last.
 */
export class ProcessGuard {
  private readonly pids = new Set<number>();
  private readonly shell: ChildProcess;
  private closed = false;

  constructor() {
    const script =
      'while read -r line; do last=$line; done; [ -z "$last" ] && exit; kill -TERM $last; sleep 10; kill -KILL $last';
    this.shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.shell.on('error', () => this.pids.clear()); // no shell: children are still stopped in the ordinary way
    this.shell.stdin?.on('error', () => undefined); // it went away first; its exit says enough
    this.shell.unref();
    (this.shell.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  }

  /** Takes a child under guard. */
  add(pid: number): void {
    this.pids.add(pid);
    this.sendPids();
  }

  /** Forgets a child that is gone, before its number can belong to somebody else. */
  remove(pid: number): void {
    this.pids.delete(pid);
    this.sendPids();
  }

  /** Lets the guard go; call it when every child is stopped. */
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
