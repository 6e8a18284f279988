import path from 'node:path';
import { childEntry } from '../children/child-entry.js';
import { DEFAULT_LIMITS } from '../children/limits.js';
import { runInChild, type TaskLimits } from '../children/run-in-child.js';
import { attachmentFailures } from './failures.js';
import type { AttachmentTask, BesidePages, TakenFile } from './messages.js';

const LIMITS: TaskLimits = { memoryMb: 1_536, cpuMs: 30_000, wallMs: 300_000 };

const run = <Result>(task: AttachmentTask, signal?: AbortSignal): Promise<Result> =>
  runInChild({ entry: childEntry(import.meta.url), task, limits: LIMITS, failures: attachmentFailures, signal });

/**
 * What a PDF holds beside its pages, with a sentence for each. A PDF that cannot be opened has nothing.
 *
 * @throws AttachmentFailure if the file ends the process
 */
export const lookBesidePages = (file: string, signal?: AbortSignal): Promise<BesidePages> =>
  run({ kind: 'look', file: path.resolve(file) }, signal);

/** Writes an attached file to a path. @returns its name @throws AttachmentFailure with a user-facing message */
export const takeAttached = (file: string, index: number, to: string, signal?: AbortSignal): Promise<TakenFile> =>
  run(
    { kind: 'take', file: path.resolve(file), index, to: path.resolve(to), maxBytes: DEFAULT_LIMITS.fileBytes - 1 },
    signal,
  );
