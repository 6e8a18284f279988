import type { Logger } from '@symbio/runtime';
import type { CompleteAttemptRequest, JobProgress, JobResult } from '@symbio/proto/job';
import type { Peers } from './peers.js';

export interface Hold {
  jobId: string;
  attempt: number;
  workerId: string;
}

/** Thrown to hand the job back in favour of another one. */
export class GaveWay extends Error {
  constructor() {
    super('gave way to another job');
  }
}

/** Thrown after a page because a person stopped the job. */
export class StoppedByUser extends Error {
  constructor() {
    super('stopped by user');
    this.name = 'StoppedByUser';
  }
}

/** Milliseconds between two progress reports: the job service stores each. */
const REPORT_EVERY_MS = 500;

/** Reports an attempt to the job service: heartbeats, progress, log lines. */
export class AttemptReport {
  readonly #peers: Peers;
  readonly #hold: Hold;
  readonly #log: Logger;
  readonly #lost = new AbortController();
  #lines: string[] = [];
  #progress: JobProgress | undefined;
  #result: JobResult | undefined;
  /** Prefix of progress messages: results available already. */
  #before = '';
  /** Work shorter than the interval reports only its end. */
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

  /** Aborted when the job service rejects the lease. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Must not contain text of a document. */
  line(text: string): void {
    this.#lines.push(text);
  }

  /**
   * @param ready pages with a picture; 0 to omit the number
   * @param what unit: sheet or page
   */
  readsText(ready: number, what: 'sheet' | 'page'): void {
    this.#before = `${ready > 0 ? `${ready} ${what}${ready === 1 ? '' : 's'} ready, ` : ''}reading text: `;
  }

  /** Reports progress, at once or as soon as the interval allows. */
  async progress(done: number, total: number): Promise<void> {
    this.#progress = { done, total, message: `${this.#before}page ${done} of ${total}` };
    await this.#tell();
  }

  /**
   * Reports partial progress on the page after `done`; throttled like {@link progress}.
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

  /** Sets the page results for the final report; the last call counts. */
  result(result: JobResult): void {
    this.#result = result;
  }

  /**
   * Waits for a pending report and stops progress reports.
   *
   * @returns everything unreported, and page results if any
   */
  async end(): Promise<Pick<CompleteAttemptRequest, 'progress' | 'result' | 'logLines'>> {
    clearTimeout(this.#due);
    await this.#sending;
    return { progress: this.#progress, result: this.#result, logLines: this.#lines.splice(0) };
  }

  /** An unreachable job service does not stop the work; after longer outages it reports the lost lease itself. */
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

  /** A checkpoint for resumable work. @throws GaveWay if another job has priority */
  mayGiveWay(): void {
    if (this.#giveWay) throw new GaveWay();
  }

  /** A checkpoint at the end of a page. @throws StoppedByUser if a person stopped the job */
  mayStop(): void {
    if (this.#stop) throw new StoppedByUser();
  }
}
