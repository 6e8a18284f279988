import path from 'node:path';
import { childEntry } from '../children/child-entry.js';
import { DEFAULT_LIMITS } from '../children/limits.js';
import { runInChild, type TaskLimits } from '../children/run-in-child.js';
import { splittingFailures } from './failures.js';
import type { KnownPage, PageRange, Proposal, SplittingTask, TakenRanges } from './messages.js';

/** 2,000 pages of text take a CPU minute. */
const LIMITS: TaskLimits = { memoryMb: 1_536, cpuMs: 240_000, wallMs: 600_000 };
/** Of all documents together, on disk. */
const MOST_BYTES = 3 * DEFAULT_LIMITS.fileBytes;

const run = <Result>(task: SplittingTask, signal?: AbortSignal): Promise<Result> =>
  runInChild({ entry: childEntry(import.meta.url), task, limits: LIMITS, failures: splittingFailures, signal });

/** The documents that a PDF seems to consist of. @throws SplittingFailure with a user-facing message */
export const proposeSplit = (file: string, known: readonly KnownPage[], signal?: AbortSignal): Promise<Proposal> =>
  run({ kind: 'propose', file: path.resolve(file), known, maxPages: DEFAULT_LIMITS.pages }, signal);

/**
 * Writes pages as PDFs of their own into a folder. The bytes depend on the file and the ranges alone.
 *
 * @param ranges do not overlap
 * @throws SplittingFailure with a user-facing message
 */
export const takeRanges = (
  file: string,
  ranges: readonly PageRange[],
  folder: string,
  signal?: AbortSignal,
): Promise<TakenRanges> =>
  run({ kind: 'take', file: path.resolve(file), ranges, folder: path.resolve(folder), maxBytes: MOST_BYTES }, signal);
