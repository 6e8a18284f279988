/** Re-encodes screenshots in a child process, one at a time. */
import { AppError, Semaphore } from '@symbio/runtime';
import { redrawScreenshot, ScreenshotFailure, type Redrawn } from '@symbio/page-engine/screenshots';

export type Redraw = (file: Buffer, signal: AbortSignal) => Promise<Redrawn>;

/** Bad files to the sender, machine failures to a retry. */
function refusalOf(failure: ScreenshotFailure): AppError {
  const { reason, message } = failure;
  const isInternal = reason === 'crashed' || reason === 'timeout';
  return new AppError(isInternal ? 'UNAVAILABLE' : 'INVALID_ARGUMENT', reason, message, { cause: failure });
}

/**
 * Re-encodes screenshots one at a time: the child for a large one takes half a gigabyte. Throws AppErrors with user
 * messages: INVALID_ARGUMENT for files that are not pictures (ISSUE-34), damaged or too large, UNAVAILABLE for retries,
 * CANCELLED when the caller disconnected.
 */
export function createRedraw(redraw: Redraw = redrawScreenshot): Redraw {
  const semaphore = new Semaphore(1);
  return async (file, signal) => {
    try {
      return await semaphore.run(() => redraw(file, signal), signal);
    } catch (error) {
      if (signal.aborted) throw new AppError('CANCELLED', 'cancelled', 'The upload was cancelled.', { cause: error });
      throw error instanceof ScreenshotFailure ? refusalOf(error) : error;
    }
  };
}
