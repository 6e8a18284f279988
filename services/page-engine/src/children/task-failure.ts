/** `message` is for the user; `detail` is for the log. */
export class TaskFailure<Reason extends string = string> extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
    readonly detail?: string,
  ) {
    super(message);
    this.name = 'TaskFailure';
  }
}

export type TaskAnswer<Result, Reason extends string = string> =
  | { type: 'done'; result: Result }
  | { type: 'failed'; reason: Reason; message: string; detail: string | undefined };

const OUT_OF_MEMORY =
  /out of memory|allocation failed|memory allocation|bad_alloc|cannot allocate|failed to allocate|GLib-ERROR/i;

export const isOutOfMemory = (words: string): boolean => OUT_OF_MEMORY.test(words);
