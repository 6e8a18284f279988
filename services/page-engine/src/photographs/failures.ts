import { TaskFailure } from '../children/task-failure.js';
import { SIDE_LIMIT } from '../pictures/max-side.js';

export type PhotographFailureReason =
  | 'crashed'
  | 'damaged_image'
  | 'not_an_image'
  | 'out_of_memory'
  | 'timeout'
  | 'too_many_pixels';

/** `message` is for the user; `detail` is for the log. */
export class PhotographFailure extends TaskFailure<PhotographFailureReason> {
  override readonly name = 'PhotographFailure';
}

export const NOT_A_PHOTOGRAPH = 'This is no photograph: only JPEG, HEIC, PNG, WebP, TIFF and BMP files are taken.';

const grouped = new Intl.NumberFormat('en-US');

const failure = (reason: PhotographFailureReason, message: string, detail?: string): PhotographFailure =>
  new PhotographFailure(reason, message, detail);

export const photographFailures = {
  reported: failure,
  notAnImage: () => failure('not_an_image', NOT_A_PHOTOGRAPH),
  damaged: (detail?: string) =>
    failure('damaged_image', 'The photograph could not be read. The file may be damaged: choose another one.', detail),
  tooManyPixels: (width: number, height: number, limit: number) =>
    failure(
      'too_many_pixels',
      `The photograph is too large: ${grouped.format(width)} x ${grouped.format(height)} pixels. ` +
        `At most ${limit / 1e6} megapixels are possible: make it smaller and add it again.`,
    ),
  tooLongSide: (width: number, height: number) =>
    failure(
      'too_many_pixels',
      `The photograph is too large: ${grouped.format(width)} x ${grouped.format(height)} pixels. ` +
        `At most ${SIDE_LIMIT} on a side are possible: make it smaller and add it again.`,
    ),
  outOfMemory: (detail?: string) =>
    failure(
      'out_of_memory',
      'The photograph needs more memory than one may use. Save it in a smaller size and add it again.',
      detail,
    ),
  timeout: () => failure('timeout', 'The photograph took too long to read. Save it as a JPEG and add it again.'),
  crashed: (detail?: string) => failure('crashed', 'The photograph could not be read. Try to add it again.', detail),
};
