/** Screenshots before they are stored: drawn anew in a child process, one at a time. */
import { AppError, Turns } from '@symbio/kit';
import { redrawScreenshot, ScreenshotFailure, type Redrawn } from '@symbio/page-engine/screenshots';

/** Draws a picture anew. `signal` ends the work. */
export type Redraw = (file: Buffer, signal: AbortSignal) => Promise<Redrawn>;

/** A failure of the file is the sender's to know; one of the machine may be tried again. */
function refusalOf(failure: ScreenshotFailure): AppError {
  const { reason, message } = failure;
  const isOurs = reason === 'crashed' || reason === 'timeout';
  return new AppError(isOurs ? 'UNAVAILABLE' : 'INVALID_ARGUMENT', reason, message, { cause: failure });
}

/**
 * What draws the screenshots of this process anew: one at a time, as the child of a large one takes half a gigabyte.
 * It throws AppErrors with sentences for people: INVALID_ARGUMENT for no picture (ISSUE-34), a damaged one or one that is
 * too large, UNAVAILABLE when it may be tried again, CANCELLED when its caller is gone.
 */
export function createRedraw(redraw: Redraw = redrawScreenshot): Redraw {
  const turns = new Turns(1);
  return async (file, signal) => {
    try {
      return await turns.run(() => redraw(file, signal), signal);
    } catch (error) {
      if (signal.aborted) throw new AppError('CANCELLED', 'cancelled', 'The upload was cancelled.', { cause: error });
      throw error instanceof ScreenshotFailure ? refusalOf(error) : error;
    }
  };
}
