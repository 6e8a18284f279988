import type { Logger } from '@symbio/kit';
import type { CompleteAttemptRequest, JobProgress, JobResult } from '@symbio/proto/job';
import type { Peers } from './peers.js';

/** Which attempt this worker holds. */
export interface Hold {
  jobId: string;
  attempt: number;
  workerId: string;
}

/** Thrown to hand a job back so that another one has its turn. */
export class GaveWay extends Error {
  constructor() {
    super('gave way to another job');
  }
}

/** Thrown to end after a page because a person asked for it. */
export class StoppedByUser extends Error {
  constructor() {
    super('stopped by user');
    this.name = 'StoppedByUser';
  }
}

/** Milliseconds between two reports of progress: people watch, the job service writes each one down. */
const REPORT_EVERY_MS = 500;

/** What a running attempt reports to the job service: signs of life, how far it is, log lines. */
export class AttemptReport {
  readonly #peers: Peers;
  readonly #hold: Hold;
  readonly #log: Logger;
  readonly #lost = new AbortController();
  #lines: string[] = [];
  #progress: JobProgress | undefined;
  #result: JobResult | undefined;
  /** What is there already, in front of what is being done. */
  #before = '';
  /** Work that is over sooner than people look needs no report before its last word. */
  #reportedAt = Date.now();
  #due: NodeJS.Timeout | undefined;
  #giveWay = false;
  #stop = false;
  #sending: Promise<void> = Promise.resolve();

  constructor(peers: Peers, hold: Hold, log: Logger) {
    this.#peers = peers;
    this.#hold = hold;
    this.#log = log;
  }

  /** Aborted once the job service says that the attempt is not ours any more. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** A line for the job's log, sent with the next report. Never text of a document. */
  line(text: string): void {
    this.#lines.push(text);
  }

  /**
   * That the text of pages is read from now on, and how many of them can be used meanwhile.
   * @param ready pages with a picture; 0 when that is not worth a word
   * @param what one of them is called: sheet or page
   */
  readsText(ready: number, what: 'sheet' | 'page'): void {
    this.#before = `${ready > 0 ? `${ready} ${what}${ready === 1 ? '' : 's'} ready, ` : ''}reading text: `;
  }

  /** How far the work is; reported at once unless there was a report just before: then as soon as there may be another. */
  async progress(done: number, total: number): Promise<void> {
    this.#progress = { done, total, message: `${this.#before}page ${done} of ${total}` };
    await this.#tell();
  }

  /**
   * That the page after `done` is being read, and how much of it is; reported like {@link progress}.
   *
   * @param share 0 to 1
   */
  reading(done: number, total: number, share: number): void {
    const page = Math.min(done + 1, total);
    const read = share > 0 ? `, ${Math.floor(share * 100)} %` : '';
    this.#progress = { done, total, message: `${this.#before}page ${page} of ${total}${read}` };
    void this.#tell();
  }

  async #tell(): Promise<void> {
    const wait = this.#reportedAt + REPORT_EVERY_MS - Date.now();
    if (wait <= 0) await this.send();
    else this.#due ??= setTimeout(() => void this.send(), wait);
  }

  /** What became of the pages, for the attempt's last word; a later call counts. */
  result(result: JobResult): void {
    this.#result = result;
  }

  /**
   * Waits for a report that is under way; of progress none comes after it.
   *
   * @returns what the attempt's last word carries: all that was not reported yet, and what became of its pages where it was about some
   */
  async end(): Promise<Pick<CompleteAttemptRequest, 'progress' | 'result' | 'logLines'>> {
    clearTimeout(this.#due);
    await this.#sending;
    return { progress: this.#progress, result: this.#result, logLines: this.#lines.splice(0) };
  }

  /**
   * Reports what is new, and that we are alive. A job service that can't be reached is no reason to stop: when
   * it stays away for longer than the lease, it says so itself afterwards.
   */
  send(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  async #send(): Promise<void> {
    if (this.#lost.signal.aborted) return;
    const lines = this.#lines.splice(0);
    clearTimeout(this.#due);
    this.#due = undefined;
    this.#reportedAt = Date.now();
    try {
      const request = { ...this.#hold, progress: this.#progress, logLines: lines };
      const { lost, giveWay, stop } = await this.#peers.jobs.reportProgress(request, await this.#peers.asSelf());
      if (lost) this.#lost.abort();
      this.#giveWay = giveWay;
      this.#stop = stop;
    } catch (error) {
      this.#lines.unshift(...lines);
      this.#log.warn({ err: error }, 'progress could not be reported, will try again');
    }
  }

  /** For work that can be continued by another attempt. @throws GaveWay when another job is to have its turn now */
  mayGiveWay(): void {
    if (this.#giveWay) throw new GaveWay();
  }

  /** At the end of a page. @throws StoppedByUser when a person wants no more of them */
  mayStop(): void {
    if (this.#stop) throw new StoppedByUser();
  }
}
