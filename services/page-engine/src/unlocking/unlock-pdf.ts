import path from 'node:path';
import { childEntry } from '../children/child-entry.js';
import { DEFAULT_LIMITS } from '../children/limits.js';
import { runInChild, type TaskLimits } from '../children/run-in-child.js';
import { unlockFailures } from './failures.js';

const LIMITS: TaskLimits = { memoryMb: 1_536, cpuMs: 120_000, wallMs: 300_000 };

export interface UnlockTask {
  file: string;
  /** Where the copy is written. */
  to: string;
  password: string;
  maxBytes: number;
}

/**
 * Writes a copy of a PDF that needs no password. The child process gets the password by its channel, never as an
 * argument, in the environment or in a file.
 */
export async function unlockPdf(
  { file, to, password }: Pick<UnlockTask, 'file' | 'to' | 'password'>,
  signal?: AbortSignal,
): Promise<void> {
  const maxBytes = DEFAULT_LIMITS.fileBytes - 1;
  const task: UnlockTask = { file: path.resolve(file), to: path.resolve(to), password, maxBytes };
  await runInChild({ entry: childEntry(import.meta.url), task, limits: LIMITS, failures: unlockFailures, signal });
}
