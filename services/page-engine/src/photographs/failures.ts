/** Why a photograph could not be taken over. */
export type PhotographFailureReason =
  | 'crashed'
  | 'damaged_image'
  | 'not_an_image'
  | 'out_of_memory'
  | 'timeout'
  | 'too_many_pixels';

/** `message` is a sentence for whoever sent the file; `detail` is for the log. */
export class PhotographFailure extends Error {
  constructor(
    readonly reason: PhotographFailureReason,
    message: string,
    readonly detail?: string,
  ) {
    super(message);
    this.name = 'PhotographFailure';
  }
}

const grouped = new Intl.NumberFormat('en-US');

export const photographFailures = {
  notAnImage: () =>
    new PhotographFailure('not_an_image', 'This is no photograph: only JPEG, HEIC, PNG and WebP files are taken.'),
  damaged: (detail?: string) =>
    new PhotographFailure(
      'damaged_image',
      'The photograph could not be read. The file may be damaged: choose another one.',
      detail,
    ),
  tooManyPixels: (width: number, height: number, limit: number) =>
    new PhotographFailure(
      'too_many_pixels',
      `The photograph is too large: ${grouped.format(width)} x ${grouped.format(height)} pixels. ` +
        `At most ${limit / 1e6} megapixels are possible: make it smaller and add it again.`,
    ),
  outOfMemory: (detail?: string) =>
    new PhotographFailure(
      'out_of_memory',
      'The photograph needs more memory than one may use. Save it in a smaller size and add it again.',
      detail,
    ),
  timeout: () =>
    new PhotographFailure('timeout', 'The photograph took too long to read. Save it as a JPEG and add it again.'),
  crashed: (detail?: string) =>
    new PhotographFailure('crashed', 'The photograph could not be read. Try to add it again.', detail),
};
