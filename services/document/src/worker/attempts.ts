/** One ticket from the queue to its end: taken, worked on with signs of life, completed, failed or handed back. */
import type { Logger } from '@symbio/kit';
import type { Document } from '@symbio/proto/document';
import type { Job, JobTicket } from '@symbio/proto/job';
import { documentPrefix } from '../keys.js';
import { attemptFailure, isGone, isLeaseLost } from './attempt-failure.js';
import { AttemptReport, type Hold } from './attempt-report.js';
import type { Work, WorkTools } from './page-work.js';

export interface AttemptsOptions {
  tools: WorkTools;
  workerId: string;
  heartbeatMs: number;
}

interface TicketContext {
  /** Aborted when the process is told to stop. */
  signal: AbortSignal;
  /** Tells the queue that the ticket is in good hands. */
  working(): void;
}

type Outcome = 'completed' | 'failed' | 'skipped' | 'lost' | 'returned';

export class Attempts {
  readonly #o: AttemptsOptions;
  /** Tickets of this process that are worked on; the queue may offer one again when it did not hear of us in time. */
  readonly #inHand = new Set<string>();

  constructor(options: AttemptsOptions) {
    this.#o = options;
  }

  /** Rejects only when the ticket was not begun: the queue then offers it again. */
  async handle(ticket: JobTicket, work: Work, context: TicketContext): Promise<void> {
    const key = `${ticket.jobId}:${ticket.attempt}`;
    if (this.#inHand.has(key)) return;
    this.#inHand.add(key);
    try {
      context.signal.throwIfAborted();
      const outcome = await this.#run(ticket, work, context);
      this.#o.tools.metrics.jobsHandled.inc({ kind: ticket.type, outcome });
    } finally {
      this.#inHand.delete(key);
    }
  }

  async #run(ticket: JobTicket, work: Work, context: TicketContext): Promise<Outcome> {
    const { workerId, tools } = this.#o;
    const { peers } = tools;
    const hold: Hold = { jobId: ticket.jobId, attempt: ticket.attempt, workerId };
    const { taken, job } = await peers.jobs.startAttempt(hold, await peers.asSelf());
    if (!taken || !job) return 'skipped';
    const log = tools.log.child({ job_id: job.id, attempt: ticket.attempt });
    const report = new AttemptReport(peers, hold, log);
    const heart = setInterval(() => {
      context.working();
      void report.send();
    }, this.#o.heartbeatMs);
    try {
      await this.#work(job, work, report, AbortSignal.any([context.signal, report.lost]));
      await report.send();
      if (report.lost.aborted) return 'lost';
      const lastWords = { result: report.pages, logLines: report.takeLines() };
      await peers.jobs.completeAttempt({ ...hold, ...lastWords }, await peers.asSelf());
      return 'completed';
    } catch (error) {
      return await this.#end(error, job, hold, report, context.signal, log);
    } finally {
      clearInterval(heart);
    }
  }

  async #work(job: Job, work: Work, report: AttemptReport, signal: AbortSignal): Promise<void> {
    const { tools } = this.#o;
    const { documents, asSelf } = tools.peers;
    const documentId = job.payload?.documentId ?? '';
    const begun = await documents.beginProcessing({ documentId, jobId: job.id }, await asSelf());
    const { document, readyPages, analyzedPages } = begun;
    if (!document) throw new Error('the document service answered without a document');
    const pageNumbers = job.payload?.pageNumbers ?? [];
    await work({ jobId: job.id, document, readyPages, analyzedPages, pageNumbers, report, signal }, tools);
    signal.throwIfAborted();
    await documents.finishProcessing({ documentId, jobId: job.id }, await asSelf());
  }

  /** The document hears of the end first: its next attempt may begin as soon as the job service knows. */
  async #end(
    error: unknown,
    job: Job,
    hold: Hold,
    report: AttemptReport,
    stopping: AbortSignal,
    log: Logger,
  ): Promise<Outcome> {
    const lost = report.lost.aborted || isLeaseLost(error);
    if (lost || isGone(error)) await this.#removeLeftovers(job, log);
    if (lost) {
      // for an end that is nobody's fault, or with a warning of the job service that its worker was lost
      log.info('the attempt is not ours any more, stopped');
      return 'lost';
    }
    const returned = stopping.aborted;
    const failure = attemptFailure(error);
    const willRetry = returned || (!failure.permanent && job.currentAttempts < job.maxRetries);
    if (!returned && isGone(error)) log.info('the document was deleted meanwhile, stopped');
    else if (!returned) log.warn({ err: error, permanent: failure.permanent }, 'attempt failed');
    await this.#tellDocument(job, returned ? '' : failure.message, willRetry, log);
    await this.#tellJob(hold, failure, returned, report, log);
    return returned ? 'returned' : 'failed';
  }

  async #tellDocument({ id: jobId, payload }: Job, error: string, willRetry: boolean, log: Logger): Promise<void> {
    const { documents, asSelf } = this.#o.tools.peers;
    try {
      await documents.finishProcessing({ documentId: payload?.documentId, jobId, error, willRetry }, await asSelf());
    } catch (second) {
      // the document service also hears of it from the job service
      if (!isGone(second)) log.warn({ err: second }, 'the document could not be told');
    }
  }

  async #tellJob(
    hold: Hold,
    { message, details, permanent }: { message: string; details: string; permanent: boolean },
    givenBack: boolean,
    report: AttemptReport,
    log: Logger,
  ): Promise<void> {
    const { jobs, asSelf } = this.#o.tools.peers;
    const words = { errorMessage: message, errorDetails: details, permanent, givenBack, logLines: report.takeLines() };
    try {
      await jobs.failAttempt({ ...hold, ...words }, await asSelf());
    } catch (second) {
      // its lease ends by itself, and the job is offered again; one that has ended already needs no telling
      if (!isLeaseLost(second)) log.warn({ err: second }, 'the end of the attempt could not be told');
    }
  }

  /** What was written for a document that was deleted meanwhile belongs to nobody. */
  async #removeLeftovers({ payload }: Job, log: Logger): Promise<void> {
    const { blobs } = this.#o.tools;
    const documentId = payload?.documentId ?? '';
    try {
      const document = await this.#find(documentId);
      if (!document && payload?.projectId) await blobs.removePrefix(documentPrefix(payload.projectId, documentId));
    } catch (error) {
      log.warn({ err: error }, 'leftovers of a deleted document could not be removed');
    }
  }

  async #find(id: string): Promise<Document | undefined> {
    const { documents, asSelf } = this.#o.tools.peers;
    try {
      return (await documents.getDocument({ id }, await asSelf())).document;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }
}
