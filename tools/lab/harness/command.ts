import { spawn } from 'node:child_process';

export class CommandError extends Error {}

export interface RunOptions {
  input?: string;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

const MOST_OUTPUT = 4000;

/** Runs a program to its end. @returns its standard output @throws CommandError */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { input, cwd, env, timeoutMs, signal } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      signal,
    });
    const out: Buffer[] = [];
    const all: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => void (out.push(chunk), all.push(chunk)));
    child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
    child.once('error', reject);
    child.once('close', (code, by) => {
      if (code === 0) resolve(Buffer.concat(out).toString());
      else {
        const output = Buffer.concat(all).toString().trim().slice(-MOST_OUTPUT);
        reject(
          new CommandError(
            `${[command, ...args].join(' ').slice(0, 300)} ended with ${code ?? by ?? 'nothing'}:\n${output}`,
          ),
        );
      }
    });
    // a program that exits without reading closes the pipe; its exit code explains
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
