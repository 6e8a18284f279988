import { TaskFailure } from '../children/task-failure.js';
import { SIDE_LIMIT } from '../pictures/max-side.js';

export type ScreenshotFailureReason =
  | 'crashed'
  | 'damaged_image'
  | 'not_an_image'
  | 'out_of_memory'
  | 'timeout'
  | 'too_many_bytes'
  | 'too_many_pixels';

/** `message` is for the user; `detail` is for the log. */
export class ScreenshotFailure extends TaskFailure<ScreenshotFailureReason> {
  override readonly name = 'ScreenshotFailure';
}

const failure = (reason: ScreenshotFailureReason, message: string, detail?: string): ScreenshotFailure =>
  new ScreenshotFailure(reason, message, detail);

export const screenshotFailures = {
  reported: failure,
  notAnImage: () => failure('not_an_image', 'Only image files are allowed'),
  damaged: (detail?: string) =>
    failure('damaged_image', 'The image could not be read. The file may be damaged: choose another one.', detail),
  tooManyPixels: (size: string, limit: number) =>
    failure(
      'too_many_pixels',
      `The image is too large: ${size}. At most ${limit / 1e6} megapixels are allowed. Make it smaller and add it again.`,
    ),
  tooLongSide: (size: string) =>
    failure(
      'too_many_pixels',
      `The image is too large: ${size}. At most ${SIDE_LIMIT} pixels on a side are allowed. Make it smaller and add it again.`,
    ),
  tooManyBytes: () =>
    failure(
      'too_many_bytes',
      'The image needs too much memory to be redrawn. Make it smaller, or save it as a JPEG, and add it again.',
    ),
  outOfMemory: (detail: string) =>
    failure('out_of_memory', 'The image needs more memory than one may use. Make it smaller and add it again.', detail),
  timeout: () => failure('timeout', 'The image took too long to read. Make it smaller and add it again.'),
  crashed: (detail: string) => failure('crashed', 'The image could not be read. Try to add it again.', detail),
};
