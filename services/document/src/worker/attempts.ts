/** Handles a queue message: claims the job, works with heartbeats, then completes, fails or returns it. */
import { beginAtZero, isNotFound } from '@symbio/runtime';
import type { Document } from '@symbio/proto/document';
import type { Job, JobMessage } from '@symbio/proto/job';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { documentPrefix } from '../keys.js';
import { attemptFailure, isLeaseLost, type AttemptFailure } from './attempt-failure.js';
import { AttemptReport, GaveWay, StoppedByUser, type Hold } from './attempt-report.js';
import type { Work, WorkTools } from './work.js';

export interface AttemptsOptions {
  tools: WorkTools;
  workerId: string;
  heartbeatMs: number;
}

interface MessageContext {
  /** The message's queue, whose next job is claimed. Absent: the message's job. */
  kind?: string;
  priority?: number;
  /** Aborted at process shutdown. */
  signal: AbortSignal;
  /** Extends the queue's acknowledgement deadline. */
  working(): void;
}

const NO_FAILURE: AttemptFailure = { message: '', details: '', permanent: false, blocked: false };

const OUTCOMES = ['completed', 'failed', 'skipped', 'lost', 'returned', 'stopped'] as const;
type Outcome = (typeof OUTCOMES)[number];

export class Attempts {
  readonly #o: AttemptsOptions;
  /** Messages in progress; the queue redelivers one whose acknowledgement deadline passed. */
  readonly #inFlight = new Set<string>();

  constructor(options: AttemptsOptions) {
    this.#o = options;
    const { metrics } = options.tools;
    beginAtZero(
      metrics.jobsHandled,
      JOB_TYPES.flatMap((kind) => OUTCOMES.map((outcome) => ({ kind, outcome }))),
    );
  }

  /** Rejects only if work did not begin: the queue then redelivers. */
  async handle(message: JobMessage, work: Work, context: MessageContext): Promise<void> {
    const key = `${message.jobId}:${message.attempt}`;
    if (this.#inFlight.has(key)) return;
    this.#inFlight.add(key);
    try {
      context.signal.throwIfAborted();
      const outcome = await this.#run(message, work, context);
      this.#o.tools.metrics.jobsHandled.inc({ kind: message.type, outcome });
    } finally {
      this.#inFlight.delete(key);
    }
  }

  async #run(message: JobMessage, work: Work, context: MessageContext): Promise<Outcome> {
    const { workerId } = this.#o;
    const { peers } = this.#o.tools;
    const queue = { type: context.kind, priority: context.priority };
    const answer = await peers.jobs.startAttempt({ ...message, ...queue, workerId }, await peers.asSelf());
    const { taken, job } = answer;
    if (!taken || !job) return 'skipped';
    // the job service decides which job is next: not always the message's
    const hold: Hold = { jobId: job.id, attempt: answer.attempt || message.attempt, workerId };
    const tools = this.#toolsFor(answer.requestId, { job_id: job.id, attempt: hold.attempt });
    const { log } = tools;
    const report = new AttemptReport(tools.peers, hold, log);
    const heart = setInterval(() => {
      context.working();
      void report.send();
    }, this.#o.heartbeatMs);
    try {
      await this.#work(job, work, report, AbortSignal.any([context.signal, report.lost]), tools);
      const lastWords = await report.end();
      if (report.lost.aborted) return 'lost';
      await peers.jobs.completeAttempt({ ...hold, ...lastWords }, await tools.peers.asSelf());
      return 'completed';
    } catch (error) {
      return await this.#end(error, job, hold, report, context.signal, tools);
    } finally {
      clearInterval(heart);
    }
  }

  /** The tools of an attempt, bound to its request id. */
  #toolsFor(requestId: string, attempt: object): WorkTools {
    const { tools } = this.#o;
    const { peers } = tools;
    return {
      ...tools,
      log: tools.log.child({ ...attempt, ...(requestId && { request_id: requestId }) }),
      peers: { ...peers, asSelf: (signal) => peers.asSelf(signal, requestId) },
    };
  }

  async #work(job: Job, work: Work, report: AttemptReport, signal: AbortSignal, tools: WorkTools): Promise<void> {
    const { documents, asSelf } = tools.peers;
    const documentId = job.payload?.documentId ?? '';
    const begun = await documents.beginProcessing({ documentId, jobId: job.id }, await asSelf());
    const { document, readyPages, analyzedPages, fencingToken } = begun;
    if (!document) throw new Error('the document service answered without a document');
    const pageNumbers = job.payload?.pageNumbers ?? [];
    const item = { jobId: job.id, fencingToken, document, readyPages, analyzedPages, pageNumbers, report, signal };
    await work(item, tools);
    signal.throwIfAborted();
    await documents.finishProcessing({ documentId, jobId: job.id }, await asSelf());
  }

  /** Reports to the document first: its next attempt may begin as soon as the job service knows. */
  async #end(
    error: unknown,
    job: Job,
    hold: Hold,
    report: AttemptReport,
    stopping: AbortSignal,
    tools: WorkTools,
  ): Promise<Outcome> {
    const { log } = tools;
    const lost = report.lost.aborted || isLeaseLost(error);
    if (lost || isNotFound(error)) await removeLeftovers(job, tools);
    if (lost) {
      // no fault, or the job service has logged the lost worker already
      log.info('the attempt is not ours any more, stopped');
      return 'lost';
    }
    if (error instanceof StoppedByUser) {
      log.info('stopped after a page, as a person asked');
      // the document learns of it from the job service; its pages so far stay, and no job follows
      await failAttempt(hold, NO_FAILURE, { stopped: true }, report, tools);
      return 'stopped';
    }
    const gaveWay = error instanceof GaveWay;
    const returned = stopping.aborted || gaveWay;
    const failure = attemptFailure(error);
    const willRetry = returned || failure.blocked || (!failure.permanent && job.currentAttempts < job.maxRetries);
    if (!returned && isNotFound(error)) log.info('the document was deleted meanwhile, stopped');
    else if (!returned)
      log.warn({ err: error, permanent: failure.permanent, blocked: failure.blocked }, 'attempt failed');
    await finishProcessing(job, returned ? '' : failure.message, willRetry, tools);
    await failAttempt(hold, failure, { givenBack: returned, gaveWay }, report, tools);
    return returned || failure.blocked ? 'returned' : 'failed';
  }
}

async function finishProcessing(
  { id: jobId, payload }: Job,
  error: string,
  willRetry: boolean,
  { peers: { documents, asSelf }, log }: WorkTools,
): Promise<void> {
  try {
    await documents.finishProcessing({ documentId: payload?.documentId, jobId, error, willRetry }, await asSelf());
  } catch (second) {
    // the document service also learns of it from the job service
    if (!isNotFound(second))
      log.warn({ err: second }, 'the end of the attempt could not be reported to the document service');
  }
}

async function failAttempt(
  hold: Hold,
  { message, details, permanent, blocked }: AttemptFailure,
  back: { givenBack?: boolean; gaveWay?: boolean; stopped?: boolean },
  report: AttemptReport,
  { peers: { jobs, asSelf }, log }: WorkTools,
): Promise<void> {
  const { logLines } = await report.end();
  const words = { errorMessage: message, errorDetails: details, permanent, blocked, ...back, logLines };
  try {
    await jobs.failAttempt({ ...hold, ...words }, await asSelf());
  } catch (second) {
    // the lease expires and the job is redelivered; a finished job needs no report
    if (!isLeaseLost(second))
      log.warn({ err: second }, 'the end of the attempt could not be reported to the job service');
  }
}

/** Removes files written for a document that was deleted concurrently. */
async function removeLeftovers({ payload }: Job, { peers, blobs, log }: WorkTools): Promise<void> {
  const documentId = payload?.documentId ?? '';
  try {
    const document = await find(documentId, peers);
    if (!document && payload?.projectId) await blobs.removePrefix(documentPrefix(payload.projectId, documentId));
  } catch (error) {
    log.warn({ err: error }, 'leftovers of a deleted document could not be removed');
  }
}

async function find(id: string, { documents, asSelf }: WorkTools['peers']): Promise<Document | undefined> {
  try {
    return (await documents.getDocument({ id }, await asSelf())).document;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
