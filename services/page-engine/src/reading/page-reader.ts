import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { childEntry } from '../children/child-entry.js';
import { childEnvironment } from '../children/config.js';
import { isOver, momentOf, WATCH_MS } from '../children/cpu-time.js';
import { documentFailures, PipelineFailure } from '../children/failures.js';
import { DEFAULT_LIMITS } from '../children/limits.js';
import type { Look } from '../classification/look.js';
import type { PagePicture } from './audit.js';
import type { PictureSize, ReadingMessage, ReadingTask, ReadPage } from './messages.js';

export type { PictureSize, ReadPage } from './messages.js';

export interface ReadJob {
  /** Path of the PDF on this machine. */
  file: string;
  /** Category of the document (DATA-05). */
  category: string;
  /** From 1; all pages when left out. */
  lastPage?: number;
  /** Pages (from 1) to leave out. */
  skip?: readonly number[];
  /** Only these pages; all when left out. */
  only?: readonly number[];
  /** Sizes of pictures that exist, by page number: boxes are in their pixels. */
  pictures?: Record<number, PictureSize>;
  /** Pictures that are to be compared with their pages as they are drawn, by page number. */
  compare?: Record<number, PagePicture>;
  /** Milliseconds for all of it. */
  limitMs?: number;
  /** Ends the work at once; the promise rejects with reason `aborted`. */
  signal?: AbortSignal;
  /** Once, as soon as the number of pages is known. */
  onOpened?(pageCount: number): void | Promise<void>;
  /** Each page that can be read, in order, one call at a time. A rejection ends the work. */
  onPage(page: ReadPage): void | Promise<void>;
  /** Given: the first page is looked at from afar, after the texts; not called when it can't be drawn. */
  onLook?(look: Look): void;
}

export interface ReadSummary {
  totalPages: number;
  /** Numbers of pages that could not be read. */
  unreadable: number[];
}

/** Reads text and sizes of a PDF's pages without making pictures. */
export interface PageReader {
  /** @throws PipelineFailure with a sentence when the file can't be read at all */
  read(job: ReadJob): Promise<ReadSummary>;
}

/** Reading needs PDFium and a page's text, no pictures. Data segment of the child in MiB. */
const MEMORY_MB = 1_024;
const CPU_SECONDS = 600;
/** CPU milliseconds without a word from the child, its start included: a page takes 4 ms, a hostile one for ever. */
const SILENCE_MS = 20_000;
/** Pages that may end their child before the document is given up. */
const LOST_CHILDREN = 5;
/** Children at a time: a batch of uploads is classified without taking the machine. */
const AT_A_TIME = 2;

/** Reads in child processes that may die alone, a few at a time. */
export function createPageReader(atATime = AT_A_TIME): PageReader {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async read(job) {
      while (running >= atATime) await new Promise<void>((resolve) => waiting.push(resolve));
      running++;
      try {
        return await readDocument(job);
      } finally {
        running--;
        waiting.shift()?.();
      }
    },
  };
}

async function readDocument(job: ReadJob): Promise<ReadSummary> {
  const until = Date.now() + (job.limitMs ?? DEFAULT_LIMITS.documentMs);
  const lastPage = job.lastPage ?? DEFAULT_LIMITS.pages;
  const progress: Progress = { totalPages: undefined, next: 1, unreadable: [] };
  for (let lost = 0; ; lost++) {
    const detail = await readOn(job, progress, lastPage, until);
    if (detail === undefined) return { totalPages: progress.totalPages ?? 0, unreadable: progress.unreadable };
    if (progress.totalPages === undefined) throw documentFailures.crashed(detail);
    const lostAt = pageLostAt(progress.next, Math.min(lastPage, progress.totalPages), job);
    // no text is missing, and a look at the first page is not called for when it can't be drawn
    if (lostAt === undefined) return { totalPages: progress.totalPages, unreadable: progress.unreadable };
    if (lost >= LOST_CHILDREN) throw documentFailures.crashed(detail);
    progress.unreadable.push(lostAt);
    progress.next = lostAt + 1;
  }
}

/**
 * The page that a lost child was at: it may have died before it could say so.
 *
 * @param next the page after the last one that came, or that was begun
 * @param last of those that are to be read
 * @returns undefined when it had read all that were asked for
 */
export function pageLostAt(
  next: number,
  last: number,
  { skip = [], only = [] }: Pick<ReadJob, 'skip' | 'only'>,
): number | undefined {
  for (let page = next; page <= last; page++)
    if (!skip.includes(page) && (only.length === 0 || only.includes(page))) return page;
  return undefined;
}

interface Progress {
  totalPages: number | undefined;
  /** The page that is read now or next. */
  next: number;
  unreadable: number[];
}

/** Reads from `progress.next` on. Resolves with undefined at the end, or with how the child was lost. */
async function readOn(job: ReadJob, progress: Progress, lastPage: number, until: number): Promise<string | undefined> {
  if (job.signal?.aborted) throw documentFailures.aborted();
  const child = startChild();
  let watch: NodeJS.Timeout | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`));
  });
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      let handled = Promise.resolve();
      const fail = (error: unknown): void => reject(error instanceof Error ? error : new Error(String(error)));
      const handleNext = (handle: () => void | Promise<void>): void => {
        handled = handled.then(handle);
        handled.catch(fail);
      };
      let lastWord = momentOf(child.pid);
      watch = setInterval(() => {
        if (Date.now() >= until) fail(documentFailures.timeout('reading'));
        else if (isOver(lastWord, momentOf(child.pid), SILENCE_MS, DEFAULT_LIMITS.wallMs))
          void handled.then(() => resolve('silent'), fail);
      }, WATCH_MS);
      job.signal?.addEventListener('abort', () => fail(documentFailures.aborted()), { once: true });
      // what was received before the end counts: the next child goes on behind it
      void ended.then((detail) => handled.then(() => resolve(detail), fail));
      child.on('message', (value) => {
        lastWord = momentOf(child.pid);
        const message = value as ReadingMessage;
        switch (message.type) {
          case 'opened':
            if (progress.totalPages === undefined) handleNext(() => job.onOpened?.(message.pageCount));
            progress.totalPages = message.pageCount;
            return;
          case 'begun':
            progress.next = message.pageNumber;
            return;
          case 'page':
            progress.next = message.page.pageNumber + 1;
            return handleNext(() => job.onPage(message.page));
          case 'unreadable':
            progress.next = message.pageNumber + 1;
            progress.unreadable.push(message.pageNumber);
            return;
          case 'look':
            return handleNext(() => job.onLook?.(message.look));
          case 'failed':
            return fail(new PipelineFailure(message.reason, message.message, { detail: message.detail }));
          case 'finished':
            return handleNext(() => resolve(undefined));
        }
      });
      const { fileBytes: maxBytes, pages: maxPages } = DEFAULT_LIMITS;
      const task: ReadingTask = {
        file: path.resolve(job.file),
        category: job.category,
        firstPage: progress.next,
        lastPage,
        skip: [...(job.skip ?? [])],
        only: [...(job.only ?? [])],
        maxPages,
        maxBytes,
        pictures: job.pictures ?? {},
        compare: job.compare ?? {},
        look: job.onLook !== undefined,
      };
      // `ended` reports a child that has died already
      child.send(task, () => undefined);
    });
  } finally {
    clearInterval(watch);
    child.kill('SIGKILL');
    await ended;
  }
}

/** The child sees nothing of our environment: it reads files of strangers. */
function startChild(): ChildProcess {
  const parameters = childEntry(import.meta.url);
  const limits = `ulimit -d ${MEMORY_MB * 1024}; ulimit -t ${CPU_SECONDS}; exec "$0" "$@"`;
  const [command, commandParameters] =
    process.platform === 'win32'
      ? [process.execPath, parameters]
      : ['/bin/sh', ['-c', limits, process.execPath, ...parameters]];
  return spawn(command, commandParameters, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment(),
  });
}
