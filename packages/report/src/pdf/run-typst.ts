import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { childEnvironment, limitedNode } from '@symbio/runtime/children';
import type { TypstAnswer, TypstTask } from './typst-task.js';

/** 180 pages need 2 CPU seconds; the clock is for a busy machine. */
const LIMITS = { memoryMb: 2_048, cpuSeconds: 120, wallMs: 600_000 };
const STDERR_TAIL = 2_048;

/** What Typst said about a document, or why its process ended. */
export class TypstError extends Error {
  override readonly name = 'TypstError';
}

/** Runs Typst in a child process, which never blocks this one. @throws TypstError, or the reason of the signal */
export async function runTypst(task: TypstTask, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const fonts = await mkdtemp(path.join(os.tmpdir(), 'symbio-fonts-'));
  try {
    await runChild(startChild(await noFonts(fonts)), task, signal);
  } finally {
    await rm(fonts, { recursive: true, force: true });
  }
}

/** Configuration without fonts of the machine: with those of Typst alone, the bytes are the same on each machine. */
async function noFonts(folder: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  await writeFile(file, `<?xml version="1.0"?><fontconfig><dir>${folder}</dir></fontconfig>`);
  return file;
}

async function runChild(child: ChildProcess, task: TypstTask, signal: AbortSignal | undefined): Promise<void> {
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => (errors = (errors + data.toString()).slice(-STDERR_TAIL)));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, killed) => resolve(killed ?? `exit ${code}`));
  });
  const stopped = new AbortController();
  let clock: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      clock = setTimeout(() => reject(new TypstError('The PDF took too long.')), LIMITS.wallMs);
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: stopped.signal });
      child.on('message', (answer: TypstAnswer) => {
        if (answer.type === 'done') resolve();
        else reject(new TypstError(answer.message));
      });
      void ended.then((how) =>
        reject(new TypstError(`The process that writes the PDF ended (${how}). ${errors.trim()}`)),
      );
      // `ended` reports an already dead child
      child.send(task, () => undefined);
    });
  } finally {
    stopped.abort();
    clearTimeout(clock);
    child.kill('SIGKILL');
    await ended;
  }
}

/** The data segment limits the memory of Typst itself, which V8 does not know. */
function startChild(fontConfig: string): ChildProcess {
  const suffix = fileURLToPath(import.meta.url).endsWith('.ts') ? 'ts' : 'js';
  const entry = fileURLToPath(new URL(`./typst-child.${suffix}`, import.meta.url));
  const loader = suffix === 'ts' ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  const { memoryMb, cpuSeconds } = LIMITS;
  const [command, parameters] = limitedNode([...loader, entry], { memoryMb, cpu: `ulimit -t ${cpuSeconds}` });
  return spawn(command, parameters, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: childEnvironment({ MALLOC_ARENA_MAX: '2', FONTCONFIG_FILE: fontConfig }),
  });
}
