import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { isOver, type Since, WATCH_MS } from '../children/cpu-time.js';
import { documentFailures, type PageFailure, pageFailures, PipelineFailure } from '../children/failures.js';
import { DEFAULT_LIMITS, type PipelineLimits } from '../children/limits.js';
import { type ChildEnd, PipelineChild } from './child-process.js';
import type { ChildJob, ChildMessage, FailedPage, PageResult } from './messages.js';

export interface PipelineJob {
  file: string;
  /** Created if missing; the caller removes it. */
  outDir: string;
  /** Category of the document (DATA-05). */
  category: string;
  /** Pages (from 1) made by an earlier attempt. */
  skip?: readonly number[];
  /** Only these pages; default: all. */
  only?: readonly number[];
  /** By page number, of pages to render even if liftable: the same size, unless the shape was wrong. */
  drawn?: Readonly<Record<number, { width: number; height: number }>>;
  /** Slow pages are sent twice, first as preview. */
  previews?: boolean;
  /** The promise rejects with reason `aborted`. */
  signal?: AbortSignal;
  limits?: Partial<PipelineLimits>;
  onOpened?: (pageCount: number) => void | Promise<void>;
  /** Once per page (and before for its preview), first sheet first. A rejection ends the work. */
  onPage?: (page: PageResult) => void | Promise<void>;
  /** For the log; contains no document text. */
  onLog?: (message: string, detail: Record<string, string | number>) => void;
}

export interface PipelineSummary {
  totalPages: number;
  made: number;
  skipped: number;
  failed: FailedPage[];
}

export interface PipelineRunner {
  /** Rejects with {@link PipelineFailure}, or a rejection of `onOpened` or `onPage`. */
  run(job: PipelineJob): Promise<PipelineSummary>;
  close(): Promise<void>;
}

/** More than three pages only cost memory. */
const parallelPages = (): number => Math.min(3, Math.max(2, availableParallelism()));

/** Keeps one child ready, so documents do not wait for libraries. Each gets its own child. */
export function createPipelineRunner(limits: Partial<PipelineLimits> = {}): PipelineRunner {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  let waiting: PipelineChild | null = new PipelineChild(bounds);
  let closed = false;
  const take = (wanted: PipelineLimits): PipelineChild => {
    const own = wanted.memoryMb !== bounds.memoryMb || wanted.cpuSeconds !== bounds.cpuSeconds;
    if (own || !waiting?.alive) return new PipelineChild(wanted);
    const child = waiting;
    waiting = null;
    return child;
  };
  return {
    async run(job) {
      try {
        return await new DocumentRun({ ...job, limits: { ...bounds, ...job.limits } }, take).run();
      } finally {
        if (!closed && !waiting?.alive) waiting = new PipelineChild(bounds);
      }
    },
    async close() {
      closed = true;
      await waiting?.kill();
      waiting = null;
    },
  };
}

export function runPipeline(job: PipelineJob): Promise<PipelineSummary> {
  const limits = { ...DEFAULT_LIMITS, ...job.limits };
  return new DocumentRun({ ...job, limits }, (wanted) => new PipelineChild(wanted)).run();
}

type Loss = 'memory' | 'timeout' | 'crashed';

type Outcome =
  | { kind: 'finished' }
  | { kind: 'failure'; error: unknown }
  | { kind: 'lost'; loss: Loss; detail: string; working: number[] };

/** A lost child costs the page it was processing, not the document. */
class DocumentRun {
  private totalPages: number | null = null;
  private made = 0;
  private readonly done: Set<number>;
  private readonly failed: FailedPage[] = [];
  private pdfiumOnly = false;
  private parallel = parallelPages();
  private readonly started = Date.now();

  constructor(
    private readonly job: PipelineJob & { limits: PipelineLimits },
    private readonly takeChild: (limits: PipelineLimits) => PipelineChild,
  ) {
    this.done = new Set(job.skip);
  }

  async run(): Promise<PipelineSummary> {
    const skipped = this.done.size;
    await this.checkFile();
    for (let lost = 0; ; lost++) {
      const outcome = await this.attempt();
      if (outcome.kind === 'failure') throw outcome.error;
      if (outcome.kind === 'finished') break;
      this.log('child lost', { loss: outcome.loss, detail: outcome.detail, working: outcome.working.join(' ') });
      if (lost >= this.job.limits.lostChildren) throw documentFailure(outcome.loss, outcome.detail);
      await this.learnFrom(outcome);
    }
    if (this.made === 0 && this.failed.length > 0 && skipped === 0) throw documentFailures.allPagesFailed(this.failed);
    return { totalPages: this.totalPages ?? 0, made: this.made, skipped, failed: this.failed };
  }

  private async checkFile(): Promise<void> {
    if (this.job.signal?.aborted) throw documentFailures.aborted();
    const { size } = await stat(this.job.file);
    if (size === 0) throw documentFailures.emptyFile();
    if (size > this.job.limits.fileBytes) throw documentFailures.tooLarge(this.job.limits.fileBytes);
  }

  private async learnFrom({ loss, detail, working }: Outcome & { kind: 'lost' }): Promise<void> {
    const [only, ...others] = working;
    if (this.totalPages === null) {
      // lost while opening: retry without the JavaScript parser
      if (this.pdfiumOnly) throw documentFailure(loss, detail);
      this.pdfiumOnly = true;
    } else if (only === undefined) {
      throw documentFailure(loss, detail);
    } else if (others.length > 0) {
      // run pages alone, so the next loss identifies its page
      this.parallel = 1;
    } else {
      const { reason, message } = pageFailure(loss, only);
      await this.accept({ status: 'failed', pageNumber: only, reason, message });
    }
  }

  private async accept(page: PageResult): Promise<void> {
    if (this.done.has(page.pageNumber)) return;
    if (page.status === 'ready' && page.preview) return this.job.onPage?.(page);
    this.done.add(page.pageNumber);
    if (page.status === 'ready') this.made++;
    else this.failed.push(page);
    await this.job.onPage?.(page);
  }

  private async attempt(): Promise<Outcome> {
    const { job } = this;
    const { limits } = job;
    const timers = new Set<NodeJS.Timeout>();
    const working = new Map<number, Since>();
    let handled: Promise<void> = Promise.resolve();
    let ended = false;
    let givenUp = false;
    let settle: (outcome: Outcome) => void = () => undefined;
    const settled = new Promise<Outcome>((resolve) => {
      settle = (outcome) => {
        ended = true;
        givenUp ||= outcome.kind === 'failure';
        resolve(outcome);
      };
    });
    const lose = (loss: Loss, detail: string): void =>
      settle({ kind: 'lost', loss, detail, working: [...working.keys()] });
    const after = (ms: number, act: () => void): NodeJS.Timeout => {
      const timer = setTimeout(act, Math.max(0, ms));
      timers.add(timer);
      return timer;
    };
    const handleNext = (handle: () => void | Promise<void>): void => {
      // do not store queued pages after giving up
      handled = handled.then(() => (givenUp ? undefined : handle()));
      handled.catch((error: unknown) => settle({ kind: 'failure', error }));
    };
    const abort = (): void => settle({ kind: 'failure', error: documentFailures.aborted() });

    after(limits.documentMs - (Date.now() - this.started), () =>
      settle({ kind: 'failure', error: documentFailures.timeout('document') }),
    );
    const child = this.takeChild(limits);
    /** Start of the time without active pages: opening, and between pages. */
    let between: Since | undefined = child.moment;
    const watch = setInterval(() => {
      const now = child.moment;
      if (between && isOver(between, now, limits.openMs, limits.wallMs)) return lose('timeout', 'between pages');
      for (const [pageNumber, since] of working)
        if (isOver(since, now, limits.pageMs * working.size, limits.wallMs))
          return lose('timeout', `page ${pageNumber}`);
    }, WATCH_MS);
    const onMessage = (message: ChildMessage): void => {
      // the next child makes these again
      if (ended) return;
      switch (message.type) {
        case 'opened':
          between = child.moment;
          if (this.totalPages === null) handleNext(() => job.onOpened?.(message.pageCount));
          this.totalPages = message.pageCount;
          return;
        case 'begun':
          between = undefined;
          return void working.set(message.pageNumber, child.moment);
        case 'page': {
          const { page } = message;
          if (page.status === 'failed' || !page.preview) working.delete(page.pageNumber);
          if (working.size === 0) between = child.moment;
          return handleNext(() => this.accept(page));
        }
        case 'log':
          return this.log(message.message, message.detail);
        case 'failed': {
          const { reason, detail } = message;
          return settle({ kind: 'failure', error: new PipelineFailure(reason, message.message, { detail }) });
        }
        case 'finished':
          return settle({ kind: 'finished' });
      }
    };

    void child.ended.then((end) => lose(lossOf(end), end.detail));
    job.signal?.addEventListener('abort', abort, { once: true });
    child.start({ type: 'run', job: this.childJob() }, onMessage);
    const outcome = await settled;
    timers.forEach((timer) => clearTimeout(timer));
    clearInterval(watch);
    await child.kill();
    await this.removeUnfinished(outcome);
    try {
      await handled;
      // aborted while storing pages of a finished child
      return job.signal?.aborted ? { kind: 'failure', error: documentFailures.aborted() } : outcome;
    } catch (error) {
      return { kind: 'failure', error };
    } finally {
      job.signal?.removeEventListener('abort', abort);
    }
  }

  private childJob(): ChildJob {
    const { file, outDir, category, only = [], drawn = {}, previews = false, limits } = this.job;
    return {
      file: path.resolve(file),
      outDir: path.resolve(outDir),
      category,
      skip: [...this.done],
      only: [...only],
      drawn: { ...drawn },
      previews,
      parallel: this.parallel,
      pdfiumOnly: this.pdfiumOnly,
      limits,
    };
  }

  private async removeUnfinished(outcome: Outcome): Promise<void> {
    if (outcome.kind !== 'lost') return;
    const folders = outcome.working.map((page) => path.join(this.job.outDir, String(page)));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  private log(message: string, detail: Record<string, string | number>): void {
    this.job.onLog?.(message, detail);
  }
}

function lossOf({ cause }: ChildEnd): Loss {
  if (cause === 'memory') return 'memory';
  return cause === 'cpu' ? 'timeout' : 'crashed';
}

function documentFailure(loss: Loss, detail: string): PipelineFailure {
  if (loss === 'memory') return documentFailures.outOfMemory(detail);
  return loss === 'timeout' ? documentFailures.timeout(detail) : documentFailures.crashed(detail);
}

function pageFailure(loss: Loss, page: number): PageFailure {
  if (loss === 'memory') return pageFailures.outOfMemory(page);
  return loss === 'timeout' ? pageFailures.timeout(page) : pageFailures.crashed(page);
}
