export type FailureReason =
  | 'aborted'
  | 'all_pages_failed'
  | 'broken'
  | 'crashed'
  | 'empty'
  | 'encrypted'
  | 'not_a_pdf'
  | 'out_of_memory'
  | 'page_too_large'
  | 'storage'
  | 'timeout'
  | 'too_large'
  | 'too_many_pages';

/** Failures of the machine, not the file: a retry may succeed. */
const TRANSIENT: ReadonlySet<FailureReason> = new Set(['aborted', 'crashed', 'out_of_memory', 'storage', 'timeout']);

/** `message` is for the user; `detail` is only logged. */
export class PipelineFailure extends Error {
  readonly detail?: string;

  constructor(
    readonly reason: FailureReason,
    message: string,
    options: { detail?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'PipelineFailure';
    this.detail = options.detail;
  }

  get retryable(): boolean {
    return TRANSIENT.has(this.reason);
  }
}

/** Processing continues with the other pages. */
export class PageFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PageFailure';
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** User-facing messages with the active limits. */
export const documentFailures = {
  aborted: () => new PipelineFailure('aborted', 'The processing was stopped.'),
  broken: (detail?: string) =>
    new PipelineFailure('broken', 'This PDF is damaged and cannot be opened. Save it again and upload the new copy.', {
      detail,
    }),
  crashed: (detail?: string) =>
    new PipelineFailure('crashed', 'The processing of this PDF ended unexpectedly. Try to process it again.', {
      detail,
    }),
  empty: () => new PipelineFailure('empty', 'This PDF has no pages. Save it again and upload the new copy.'),
  emptyFile: () => new PipelineFailure('empty', 'This file is empty. Choose another one.'),
  encrypted: () =>
    new PipelineFailure('encrypted', 'This PDF is protected with a password. Remove the password and upload it again.'),
  notAPdf: () =>
    new PipelineFailure(
      'not_a_pdf',
      'This file is not a PDF, although its name may say so. Save it as a PDF and upload that.',
    ),
  outOfMemory: (detail?: string) =>
    new PipelineFailure(
      'out_of_memory',
      'This PDF needs more memory than one document may use. Split it into smaller files and upload those.',
      { detail },
    ),
  storage: (detail?: string) =>
    new PipelineFailure('storage', 'The pages of this PDF could not be stored. Try to process it again later.', {
      detail,
    }),
  timeout: (detail?: string) =>
    new PipelineFailure(
      'timeout',
      'This PDF took too long to process. Try again, or split it into smaller files and upload those.',
      { detail },
    ),
  tooLarge: (limit: number) =>
    new PipelineFailure('too_large', `This PDF is larger than ${megabytes(limit)}. Split it and upload the parts.`),
  tooManyPages: (count: number, limit: number) =>
    new PipelineFailure(
      'too_many_pages',
      `This PDF has ${count.toLocaleString('en-US')} pages; at most ${limit.toLocaleString('en-US')} are possible. ` +
        'Split it and upload the parts.',
    ),
  allPagesFailed: (pages: readonly { reason: FailureReason; message: string }[]) => {
    const [first] = pages;
    if (first && pages.length === 1) return new PipelineFailure(first.reason, first.message);
    const alike = first && pages.every((page) => page.reason === first.reason) ? first.reason : 'all_pages_failed';
    return new PipelineFailure(alike, `None of the ${pages.length} pages of this PDF could be drawn.`, {
      detail: first?.message,
    });
  },
};

export const pageFailures = {
  broken: (page: number, cause?: unknown) =>
    new PageFailure('broken', `Page ${page} is damaged and could not be drawn.`, { cause }),
  crashed: (page: number) => new PageFailure('crashed', `Page ${page} could not be drawn.`),
  outOfMemory: (page: number) =>
    new PageFailure('out_of_memory', `Page ${page} needs more memory than one page may use.`),
  timeout: (page: number) => new PageFailure('timeout', `Page ${page} took too long to draw.`),
  tooLarge: (page: number) => new PageFailure('page_too_large', `Page ${page} is too large to be drawn.`),
};
