import { TaskFailure } from '../children/task-failure.js';

export type StreetFailureReason = 'bad_street_file' | 'crashed' | 'out_of_memory' | 'timeout';

/** `message` is for the user; `detail` is for the log. */
export class StreetFailure extends TaskFailure<StreetFailureReason> {
  override readonly name = 'StreetFailure';
}

const failure = (reason: StreetFailureReason, message: string, detail?: string): StreetFailure =>
  new StreetFailure(reason, message, detail);

export const streetFailures = {
  reported: failure,
  badFile: (message: string) => failure('bad_street_file', message),
  outOfMemory: (detail?: string) =>
    failure('out_of_memory', 'The streets need more memory than they may use. Use a file of a smaller area.', detail),
  timeout: () => failure('timeout', 'The streets took too long to read. Use a file of a smaller area.'),
  crashed: (detail?: string) => failure('crashed', 'The streets could not be read. Please try again.', detail),
};
