import type { Logger } from '@symbio/runtime';
import type { CompleteAttemptRequest, JobProgress, JobResult } from '@symbio/proto/job';
import type { Peers } from './peers.js';

export interface AttemptRef {
  jobId: string;
  attempt: number;
  workerId: string;
}

/** Thrown to hand the job back in favour of another. */
export class Preempted extends Error {
  constructor() {
    super('gave way to another job');
  }
}

/** Thrown after a page if a person stopped the job. */
export class StoppedByUser extends Error {
  constructor() {
    super('stopped by user');
    this.name = 'StoppedByUser';
  }
}

/** Milliseconds; the job service stores each report. */
const REPORT_EVERY_MS = 500;

/** Heartbeats, progress and log lines for the job service. */
export function createAttemptReport(peers: Peers, ref: AttemptRef, log: Logger) {
  const leaseLost = new AbortController();
  const unsentLines: string[] = [];
  let latest: JobProgress | undefined;
  let pageResult: JobResult | undefined;
  /** Results available already, before each progress message. */
  let messagePrefix = '';
  /** Short work reports only its end. */
  let reportedAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let isPreempted = false;
  let isStopped = false;
  let sending: Promise<void> = Promise.resolve();

  async function sendThrottled(): Promise<void> {
    const wait = reportedAt + REPORT_EVERY_MS - Date.now();
    if (wait <= 0) await send();
    else timer ??= setTimeout(() => void send(), wait);
  }

  /** An unreachable job service does not stop the work; after a longer outage it reports the lost lease. */
  function send(): Promise<void> {
    sending = sending.then(() => sendNow());
    return sending;
  }

  async function sendNow(): Promise<void> {
    if (leaseLost.signal.aborted) return;
    const lines = unsentLines.splice(0);
    clearTimeout(timer);
    timer = undefined;
    reportedAt = Date.now();
    try {
      const request = { ...ref, progress: latest, logLines: lines };
      const answer = await peers.jobs.reportProgress(request, await peers.asSelf());
      if (answer.lost) leaseLost.abort();
      isPreempted = answer.giveWay;
      isStopped = answer.stop;
    } catch (error) {
      unsentLines.unshift(...lines);
      log.warn({ err: error }, 'could not report progress; will retry');
    }
  }

  return {
    /** Aborted when the job service rejects the lease. */
    get lost(): AbortSignal {
      return leaseLost.signal;
    },

    /** Must not contain text of a document. */
    line(text: string): void {
      unsentLines.push(text);
    },

    /** @param ready pages with a picture; 0 to omit the number */
    beginReading(ready: number, what: 'sheet' | 'page'): void {
      messagePrefix = `${ready > 0 ? `${ready} ${what}${ready === 1 ? '' : 's'} ready, ` : ''}reading text: `;
    },

    /** At once, or once the interval allows. */
    async progress(done: number, total: number): Promise<void> {
      latest = { done, total, message: `${messagePrefix}page ${done} of ${total}` };
      await sendThrottled();
    },

    /**
     * Partial progress on the page after `done`; throttled.
     *
     * @param share 0 to 1
     */
    reading(done: number, total: number, share: number): void {
      const page = Math.min(done + 1, total);
      const read = share > 0 ? `, ${Math.floor(share * 100)} %` : '';
      latest = { done, total, message: `${messagePrefix}page ${page} of ${total}${read}` };
      void sendThrottled();
    },

    /** For the final report; the last call counts. */
    result(result: JobResult): void {
      pageResult = result;
    },

    /** Stops progress reports. @returns everything unreported */
    async end(): Promise<Pick<CompleteAttemptRequest, 'progress' | 'result' | 'logLines'>> {
      clearTimeout(timer);
      await sending;
      return { progress: latest, result: pageResult, logLines: unsentLines.splice(0) };
    },
    send,

    /** @throws Preempted if another job has priority */
    throwIfPreempted(): void {
      if (isPreempted) throw new Preempted();
    },

    /** @throws StoppedByUser */
    throwIfStopped(): void {
      if (isStopped) throw new StoppedByUser();
    },
  };
}

export type AttemptReport = ReturnType<typeof createAttemptReport>;
