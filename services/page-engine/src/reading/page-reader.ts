import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { childEntry } from '../children/child-entry.js';
import { childEnvironment, limitedNode } from '@symbio/runtime/children';
import { isOver, momentOf, WATCH_MS } from '../children/cpu-time.js';
import { documentFailures, PipelineFailure } from '../children/failures.js';
import { DEFAULT_LIMITS } from '../children/limits.js';
import type { Appearance } from '../classification/appearance.js';
import type { PagePicture } from './audit.js';
import type { PictureSize, ReadingMessage, ReadingTask, ReadPage } from './messages.js';

export type { PictureSize, ReadPage } from './messages.js';

export interface ReadJob {
  file: string;
  /** Category of the document (DATA-05). */
  category: string;
  /** 1-based; default: all pages. */
  lastPage?: number;
  /** Pages (from 1) to skip. */
  skip?: readonly number[];
  /** Only these pages; default: all. */
  only?: readonly number[];
  /** Existing picture sizes by page number: boxes use their pixels. */
  pictures?: Record<number, PictureSize>;
  compare?: Record<number, PagePicture>;
  /** Total timeout, milliseconds. */
  limitMs?: number;
  /** Aborts the work; the promise rejects with reason `aborted`. */
  signal?: AbortSignal;
  onOpened?(pageCount: number): void | Promise<void>;
  /** Called per readable page, in order, sequentially. A rejection ends the work. */
  onPage(page: ReadPage): void | Promise<void>;
  /** If given, classifies the first page visually after the texts; not called if it cannot be rendered. */
  onAppearance?(appearance: Appearance): void;
}

export interface ReadSummary {
  totalPages: number;
  unreadable: number[];
}

/** Reads text and page sizes of a PDF without making pictures. */
export interface PageReader {
  /** @throws PipelineFailure if the file is unreadable */
  read(job: ReadJob): Promise<ReadSummary>;
}

/** Data segment of the child in MiB: PDFium and text, no pictures. */
const MEMORY_MB = 1_024;
const CPU_SECONDS = 600;
/** CPU milliseconds between messages, including start: a page takes 4 ms, a hostile one may never end. */
const SILENCE_MS = 20_000;
/** Lost children before the document fails. */
const LOST_CHILDREN = 5;
/** Concurrent children: classifying an upload batch must not take all CPU. */
const AT_A_TIME = 2;

/** Reads in isolated child processes, a few at a time. */
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
    // all texts are read; visual classification is optional
    if (lostAt === undefined) return { totalPages: progress.totalPages, unreadable: progress.unreadable };
    if (lost >= LOST_CHILDREN) throw documentFailures.crashed(detail);
    progress.unreadable.push(lostAt);
    progress.next = lostAt + 1;
  }
}

/**
 * The page a lost child was processing, possibly unreported.
 * @returns undefined if all requested pages were read
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
  next: number;
  unreadable: number[];
}

/** Reads from `progress.next`. Resolves with undefined at the end, or with the reason the child was lost. */
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
      // handle messages received before the end: the next child continues after them
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
          case 'appearance':
            return handleNext(() => job.onAppearance?.(message.appearance));
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
        appearance: job.onAppearance !== undefined,
      };
      // `ended` reports an already dead child
      child.send(task, () => undefined);
    });
  } finally {
    clearInterval(watch);
    child.kill('SIGKILL');
    await ended;
  }
}

/** Starts the child with a minimal environment: it reads untrusted files. */
function startChild(): ChildProcess {
  const [command, commandParameters] = limitedNode(childEntry(import.meta.url), {
    memoryMb: MEMORY_MB,
    cpu: `ulimit -t ${CPU_SECONDS}`,
  });
  return spawn(command, commandParameters, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment(),
  });
}
