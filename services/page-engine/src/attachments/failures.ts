import { TaskFailure } from '../children/task-failure.js';

export type AttachmentFailureReason =
  | 'crashed'
  | 'damaged_file'
  | 'file_too_large'
  | 'not_attached'
  | 'out_of_memory'
  | 'timeout';

/** `message` is for the user; `detail` is for the log. */
export class AttachmentFailure extends TaskFailure<AttachmentFailureReason> {
  override readonly name = 'AttachmentFailure';
}

const failure = (reason: AttachmentFailureReason, message: string, detail?: string): AttachmentFailure =>
  new AttachmentFailure(reason, message, detail);

const OTHERWISE = 'Save it from the PDF in another program and upload it.';

export const attachmentFailures = {
  reported: failure,
  damaged: (detail?: string) => failure('damaged_file', `The attached file cannot be read. ${OTHERWISE}`, detail),
  notAttached: () => failure('not_attached', 'This PDF has no such attached file. Reload the page to see its files.'),
  tooLarge: () => failure('file_too_large', 'The attached file is too large: it must be smaller than 200 MB.'),
  outOfMemory: (detail?: string) =>
    failure('out_of_memory', `The attached file needs more memory than one may use. ${OTHERWISE}`, detail),
  timeout: () => failure('timeout', `The attached file took too long to read. ${OTHERWISE}`),
  crashed: (detail?: string) => failure('crashed', 'The attached file could not be read. Please try again.', detail),
};
