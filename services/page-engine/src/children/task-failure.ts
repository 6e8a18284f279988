/** Why a child could not do its one task. `message` is a sentence for whoever sent the file; `detail` is for the log. */
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

/** What a child answers: once, before it ends. */
export type TaskAnswer<Result, Reason extends string = string> =
  | { type: 'done'; result: Result }
  | { type: 'failed'; reason: Reason; message: string; detail: string | undefined };

const OUT_OF_MEMORY = /out of memory|allocation failed|memory allocation|bad_alloc|cannot allocate|GLib-ERROR/i;

/** Whether words of a library, or the last ones of a process, say that there was no memory left. */
export const isOutOfMemory = (words: string): boolean => OUT_OF_MEMORY.test(words);
