/** Claims the job of a queue message, works with heartbeats, then completes, fails or returns it. */
import { beginAtZero, isNotFound } from '@symbio/runtime';
import type { Document } from '@symbio/proto/document';
import type { Job, JobMessage } from '@symbio/proto/job';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { documentPrefix } from '../files/blob-keys.js';
import { attemptFailure, isLeaseLost, type AttemptFailure } from './attempt-failure.js';
import {
  createAttemptReport,
  type AttemptReport,
  Preempted,
  StoppedByUser,
  type AttemptRef,
} from './attempt-report.js';
import type { Work, WorkTools } from './work.js';

export interface AttemptsDeps {
  tools: WorkTools;
  workerId: string;
  heartbeatMs: number;
}

interface MessageContext {
  /** Queue whose next job is claimed. Absent: the message's job. */
  kind?: string;
  priority?: number;
  /** Aborted at shutdown. */
  signal: AbortSignal;
  /** Extends the queue's acknowledgement deadline. */
  working(): void;
}

const NO_FAILURE: AttemptFailure = { message: '', details: '', permanent: false, blocked: false };

const OUTCOMES = ['completed', 'failed', 'skipped', 'lost', 'returned', 'stopped'] as const;
type Outcome = (typeof OUTCOMES)[number];

export function createAttempts({ tools, workerId, heartbeatMs }: AttemptsDeps) {
  /** The queue redelivers messages whose acknowledgement is late. */
  const inFlight = new Set<string>();
  beginAtZero(
    tools.metrics.jobsHandled,
    JOB_TYPES.flatMap((kind) => OUTCOMES.map((outcome) => ({ kind, outcome }))),
  );

  async function run(message: JobMessage, work: Work, context: MessageContext): Promise<Outcome> {
    const { peers } = tools;
    const queue = { type: context.kind, priority: context.priority };
    const answer = await peers.jobs.startAttempt({ ...message, ...queue, workerId }, await peers.asSelf());
    const { taken, job } = answer;
    if (!taken || !job) return 'skipped';
    // the job service decides which job is next
    const ref: AttemptRef = { jobId: job.id, attempt: answer.attempt || message.attempt, workerId };
    const attemptTools = toolsFor(answer.requestId, { job_id: job.id, attempt: ref.attempt });
    const report = createAttemptReport(attemptTools.peers, ref, attemptTools.log);
    const heart = setInterval(() => {
      context.working();
      void report.send();
    }, heartbeatMs);
    try {
      await doWork(job, work, report, AbortSignal.any([context.signal, report.lost]), attemptTools);
      const remainder = await report.end();
      if (report.lost.aborted) return 'lost';
      await peers.jobs.completeAttempt({ ...ref, ...remainder }, await attemptTools.peers.asSelf());
      return 'completed';
    } catch (error) {
      return await end(error, job, ref, report, context.signal, attemptTools);
    } finally {
      clearInterval(heart);
    }
  }

  /** Bound to the request id of the attempt. */
  function toolsFor(requestId: string, attempt: object): WorkTools {
    const { peers } = tools;
    return {
      ...tools,
      log: tools.log.child({ ...attempt, ...(requestId && { request_id: requestId }) }),
      peers: { ...peers, asSelf: (signal) => peers.asSelf(signal, requestId) },
    };
  }

  async function doWork(
    job: Job,
    work: Work,
    report: AttemptReport,
    signal: AbortSignal,
    tools: WorkTools,
  ): Promise<void> {
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

  /** Reports to the document first: the next attempt may begin once the job service knows. */
  async function end(
    error: unknown,
    job: Job,
    ref: AttemptRef,
    report: AttemptReport,
    stopping: AbortSignal,
    tools: WorkTools,
  ): Promise<Outcome> {
    const { log } = tools;
    const lost = report.lost.aborted || isLeaseLost(error);
    if (lost || isNotFound(error)) await removeLeftovers(job, tools);
    if (lost) {
      // the job service has logged a lost worker already
      log.info('stopped: the attempt has lost its lease');
      return 'lost';
    }
    if (error instanceof StoppedByUser) {
      log.info("stopped after a page at a user's request");
      // the job service notifies the document; its pages stay, and no job follows
      await failAttempt(ref, NO_FAILURE, { stopped: true }, report, tools);
      return 'stopped';
    }
    const preempted = error instanceof Preempted;
    const returned = stopping.aborted || preempted;
    const failure = attemptFailure(error);
    const willRetry = returned || failure.blocked || (!failure.permanent && job.currentAttempts < job.maxRetries);
    if (!returned && isNotFound(error)) log.info('stopped: the document was deleted');
    else if (!returned)
      log.warn({ err: error, permanent: failure.permanent, blocked: failure.blocked }, 'attempt failed');
    await finishProcessing(job, returned ? '' : failure.message, willRetry, tools);
    await failAttempt(ref, failure, { givenBack: returned, preempted }, report, tools);
    return returned || failure.blocked ? 'returned' : 'failed';
  }

  return {
    /** Rejects only if work did not begin: the queue then redelivers. */
    async handle(message: JobMessage, work: Work, context: MessageContext): Promise<void> {
      const key = `${message.jobId}:${message.attempt}`;
      if (inFlight.has(key)) return;
      inFlight.add(key);
      try {
        context.signal.throwIfAborted();
        const outcome = await run(message, work, context);
        tools.metrics.jobsHandled.inc({ kind: message.type, outcome });
      } finally {
        inFlight.delete(key);
      }
    },
  };
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
    // the job service notifies the document service too
    if (!isNotFound(second))
      log.warn({ err: second }, 'could not report the end of the attempt to the document service');
  }
}

async function failAttempt(
  ref: AttemptRef,
  { message, details, permanent, blocked }: AttemptFailure,
  back: { givenBack?: boolean; preempted?: boolean; stopped?: boolean },
  report: AttemptReport,
  { peers: { jobs, asSelf }, log }: WorkTools,
): Promise<void> {
  const { logLines } = await report.end();
  const words = { errorMessage: message, errorDetails: details, permanent, blocked, ...back, logLines };
  try {
    await jobs.failAttempt({ ...ref, ...words }, await asSelf());
  } catch (second) {
    // the lease expires and the job is redelivered
    if (!isLeaseLost(second)) log.warn({ err: second }, 'could not report the end of the attempt to the job service');
  }
}

/** For a document deleted concurrently. */
async function removeLeftovers({ payload }: Job, { peers, blobs, log }: WorkTools): Promise<void> {
  const documentId = payload?.documentId ?? '';
  try {
    const document = await find(documentId, peers);
    if (!document && payload?.projectId) await blobs.removePrefix(documentPrefix(payload.projectId, documentId));
  } catch (error) {
    log.warn({ err: error }, 'could not remove leftovers of a deleted document');
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
