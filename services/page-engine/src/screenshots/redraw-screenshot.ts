import { childEntry } from '../children/child-entry.js';
import { doInChild, type TaskLimits } from '../children/one-task.js';
import { screenshotFailures } from './failures.js';
import { imageTypeOf } from './image-type.js';
import type { Redrawn, RedrawTask } from './messages.js';

/** 50 megapixels of a progressive JPEG take 690 MiB, of a moving picture 7 seconds of CPU. */
const LIMITS: TaskLimits = { memoryMb: 1_024, cpuMs: 60_000, wallMs: 240_000 };
/** Most pixels of a picture, all frames of a moving one together: a 6K screen has 20 million. */
const MAX_PIXELS = 50_000_000;
/** Most bytes of a picture once it is drawn anew: this process holds it. A file that was packed better than we do grows fivefold. */
const MAX_BYTES = 32 * 1_024 * 1_024;

/**
 * Draws a screenshot (PNG, JPEG, GIF or WebP) anew in a child process that sees nothing of our environment and may die
 * alone.
 *
 * @param signal ends the work at once
 * @throws ScreenshotFailure with a sentence for people
 */
export async function redrawScreenshot(file: Buffer, signal?: AbortSignal): Promise<Redrawn> {
  // no process is started for what is no picture at all
  if (!imageTypeOf(file)) throw screenshotFailures.notAnImage();
  const task: RedrawTask = { file, maxPixels: MAX_PIXELS, maxBytes: MAX_BYTES };
  return doInChild({ entry: childEntry(import.meta.url), task, limits: LIMITS, failures: screenshotFailures, signal });
}
