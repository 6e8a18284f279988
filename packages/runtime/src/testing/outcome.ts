import { AppError } from '../errors.js';

/** OK, or the error code of a call. For permission tables. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'OK',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
