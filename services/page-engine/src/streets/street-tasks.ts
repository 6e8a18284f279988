import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImportedStreets, Proposal, SheetWord, WorldOf } from '@symbio/streets';
import type { PictureSize } from '@symbio/georeference';
import { childEntry } from '../children/child-entry.js';
import { runInChild, type TaskLimits } from '../children/run-in-child.js';
import { streetFailures } from './failures.js';

/** 20 MB of GeoJSON take 600 MiB. */
const LIMITS: TaskLimits = { memoryMb: 1_536, cpuMs: 60_000, wallMs: 240_000 };

export interface ProposeOptions extends WorldOf {
  words: readonly SheetWord[];
  size: PictureSize;
  /** File of a picture of the whole page; without one only the words count. */
  picture?: string;
}

export type StreetTask = { kind: 'read'; file: string; to: string } | ({ kind: 'propose' } & ProposeOptions);
export type StreetTaskResult = Proposal | null;

const run = (task: StreetTask, signal: AbortSignal | undefined): Promise<StreetTaskResult> =>
  runInChild({ entry: childEntry(import.meta.url), task, limits: LIMITS, failures: streetFailures, signal });

/**
 * @param to where the child writes its result, in a folder that the caller removes
 * @throws StreetFailure with a user-facing message
 */
export async function readStreetFile(file: string, to: string, signal?: AbortSignal): Promise<ImportedStreets> {
  await run({ kind: 'read', file: path.resolve(file), to: path.resolve(to) }, signal);
  return JSON.parse(await readFile(to, 'utf8')) as ImportedStreets;
}

/** @throws StreetFailure with a user-facing message */
export async function proposeSheet(options: ProposeOptions, signal?: AbortSignal): Promise<Proposal> {
  const proposal = await run({ kind: 'propose', ...options }, signal);
  if (!proposal) throw streetFailures.crashed('the child gave no proposal');
  return proposal;
}
