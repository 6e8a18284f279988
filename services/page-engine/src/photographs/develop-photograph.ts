import path from 'node:path';
import { MAX_HEIC_PIXELS, MAX_PHOTOGRAPH_PIXELS } from '@symbio/proto/limits';
import { childEntry } from '../children/child-entry.js';
import { runInChild, type TaskLimits } from '../children/run-in-child.js';
import { photographFailures } from './failures.js';
import type { Developed, DevelopTask } from './messages.js';

/** 48 megapixels of HEVC take 550 MiB and 4 CPU seconds. */
const LIMITS: TaskLimits = { memoryMb: 1_024, cpuMs: 40_000, wallMs: 240_000 };

export interface DevelopOptions {
  file: string;
  /** Output folder; the caller removes it. */
  outDir: string;
  signal?: AbortSignal;
}

export interface DevelopedPhotograph extends Developed {
  /** JPEG, longest side at most 4,096 pixels, without metadata. */
  picture: string;
  /** WebP, at most 480 pixels. */
  thumbnail: string;
}

/**
 * Re-encodes a photograph in an isolated child process.
 *
 * @throws PhotographFailure with a user-facing message
 */
export async function developPhotograph({ file, outDir, signal }: DevelopOptions): Promise<DevelopedPhotograph> {
  const pictures = { picture: path.resolve(outDir, 'picture.jpg'), thumbnail: path.resolve(outDir, 'thumbnail.webp') };
  const task: DevelopTask = {
    file: path.resolve(file),
    ...pictures,
    maxPixels: MAX_PHOTOGRAPH_PIXELS,
    maxHeicPixels: MAX_HEIC_PIXELS,
  };
  const entry = childEntry(import.meta.url);
  const failures = photographFailures;
  const developed: Developed = await runInChild({ entry, task, limits: LIMITS, failures, signal });
  return { ...developed, ...pictures };
}
