import { TaskFailure } from '../children/task-failure.js';

export type UnlockFailureReason =
  | 'crashed'
  | 'damaged_file'
  | 'file_too_large'
  | 'out_of_memory'
  | 'timeout'
  | 'wrong_password';

/** `message` is for the user; `detail` is for the log. Neither holds the password. */
export class UnlockFailure extends TaskFailure<UnlockFailureReason> {
  override readonly name = 'UnlockFailure';
}

const failure = (reason: UnlockFailureReason, message: string, detail?: string): UnlockFailure =>
  new UnlockFailure(reason, message, detail);

const OTHERWISE = 'Remove the password in another program and upload the file again.';

export const unlockFailures = {
  reported: failure,
  wrongPassword: () =>
    failure('wrong_password', 'This is not the password of the file. Check the spelling and try again.'),
  damaged: (detail?: string) =>
    failure('damaged_file', `This PDF is damaged and cannot be opened. ${OTHERWISE}`, detail),
  tooLarge: () => failure('file_too_large', `The copy without a password is too large. ${OTHERWISE}`),
  outOfMemory: (detail?: string) =>
    failure('out_of_memory', `This PDF needs more memory than one may use. ${OTHERWISE}`, detail),
  timeout: () => failure('timeout', `This PDF took too long to open. ${OTHERWISE}`),
  crashed: (detail?: string) => failure('crashed', 'This PDF could not be opened. Please try again.', detail),
};
