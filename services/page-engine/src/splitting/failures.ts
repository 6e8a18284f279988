import { TaskFailure } from '../children/task-failure.js';

export type SplittingFailureReason =
  | 'crashed'
  | 'damaged_file'
  | 'file_too_large'
  | 'out_of_memory'
  | 'protected'
  | 'timeout'
  | 'too_many_pages';

/** `message` is for the user; `detail` is for the log. */
export class SplittingFailure extends TaskFailure<SplittingFailureReason> {
  override readonly name = 'SplittingFailure';
}

const failure = (reason: SplittingFailureReason, message: string, detail?: string): SplittingFailure =>
  new SplittingFailure(reason, message, detail);

const OTHERWISE = 'Divide it in another program and upload the parts.';
const written = (count: number): string => count.toLocaleString('en-US');

export const splittingFailures = {
  reported: failure,
  protected: () =>
    failure('protected', 'This PDF is protected with a password. Enter the password first, then split the document.'),
  damaged: (detail?: string) =>
    failure('damaged_file', `This PDF is damaged and cannot be split. ${OTHERWISE}`, detail),
  tooManyPages: (pages: number, most: number) =>
    failure(
      'too_many_pages',
      `This PDF has ${written(pages)} pages; at most ${written(most)} can be split. ${OTHERWISE}`,
    ),
  tooLarge: () => failure('file_too_large', `The documents of this PDF are too large together. ${OTHERWISE}`),
  outOfMemory: (detail?: string) =>
    failure('out_of_memory', `This PDF needs more memory than splitting may use. ${OTHERWISE}`, detail),
  timeout: () => failure('timeout', `This PDF took too long to split. ${OTHERWISE}`),
  crashed: (detail?: string) => failure('crashed', 'This PDF could not be split. Please try again.', detail),
};
