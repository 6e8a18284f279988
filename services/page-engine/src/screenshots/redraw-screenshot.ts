import { childEntry } from '../children/child-entry.js';
import { runInChild, type TaskLimits } from '../children/run-in-child.js';
import { screenshotFailures } from './failures.js';
import { imageTypeOf } from './image-type.js';
import type { Redrawn, RedrawTask } from './messages.js';

/** 50 megapixels take 690 MiB as progressive JPEG, and 7 CPU seconds as animation. */
const LIMITS: TaskLimits = { memoryMb: 1_024, cpuMs: 60_000, wallMs: 240_000 };
/** Pixel limit for all frames together: a 6K screen has 20 million. */
const MAX_PIXELS = 50_000_000;
/** Byte limit after re-encoding, held in memory. Files with better compression may grow fivefold. */
const MAX_BYTES = 32 * 1_024 * 1_024;

/**
 * Re-encodes a screenshot in an isolated child process.
 *
 * @throws ScreenshotFailure with a user-facing message
 */
export async function redrawScreenshot(file: Buffer, signal?: AbortSignal): Promise<Redrawn> {
  // avoid starting a process for other files
  if (!imageTypeOf(file)) throw screenshotFailures.notAnImage();
  const task: RedrawTask = { file, maxPixels: MAX_PIXELS, maxBytes: MAX_BYTES };
  return runInChild({ entry: childEntry(import.meta.url), task, limits: LIMITS, failures: screenshotFailures, signal });
}
