import { spawn } from 'node:child_process';

/** A program that ended with another code than 0, with what it said. */
export class CommandError extends Error {}

export interface RunOptions {
  /** Sent to it. */
  input?: string;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** Milliseconds after which it is ended. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Of what a program said, so much goes into an error. */
const TOLD = 4000;

/** Runs a program to its end. @returns what it wrote to its standard output @throws CommandError */
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
        const said = Buffer.concat(all).toString().trim().slice(-TOLD);
        reject(
          new CommandError(
            `${[command, ...args].join(' ').slice(0, 300)} ended with ${code ?? by ?? 'nothing'}:\n${said}`,
          ),
        );
      }
    });
    // a program that ends without reading closes the pipe; its code says the rest
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
