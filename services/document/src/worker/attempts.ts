/** Claims jobs, works on them with heartbeats, then completes, fails or returns them. */
import type { Claim } from '@symbio/events';
import { beginAtZero, isNotFound } from '@symbio/runtime';
import type { Document } from '@symbio/proto/document';
import type { FailAttemptRequest, Job, StartAttemptRequest, StartAttemptResponse } from '@symbio/proto/job';
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
  /** Undefined for unknown types. */
  workOf: (type: string) => Work | undefined;
}

const NO_FAILURE: AttemptFailure = { message: '', details: '', permanent: false, blocked: false };

const OUTCOMES = ['completed', 'failed', 'lost', 'returned', 'stopped'] as const;
type Outcome = (typeof OUTCOMES)[number];

const unknownType: Work = ({ document }) =>
  Promise.reject(new Error(`this worker does not know the type of a job of document ${document.id}`));

export function createAttempts({ tools, workerId, heartbeatMs, workOf }: AttemptsDeps) {
  let claims = 0;
  beginAtZero(
    tools.metrics.jobsHandled,
    JOB_TYPES.flatMap((kind) => OUTCOMES.map((outcome) => ({ kind, outcome }))),
  );

  async function run(
    job: Job,
    ref: AttemptRef,
    { requestId }: Pick<StartAttemptResponse, 'requestId'>,
    stopping: AbortSignal,
  ): Promise<Outcome> {
    const attemptTools = toolsFor(requestId, { job_id: job.id, attempt: ref.attempt });
    const report = createAttemptReport(attemptTools.peers, ref, attemptTools.log);
    const heart = setInterval(() => void report.send(), heartbeatMs);
    try {
      await doWork(
        job,
        workOf(job.type) ?? unknownType,
        report,
        AbortSignal.any([stopping, report.lost]),
        attemptTools,
      );
      const remainder = await report.end();
      if (report.lost.aborted) return 'lost';
      await tools.peers.jobs.completeAttempt({ ...ref, ...remainder }, await attemptTools.peers.asSelf());
      return 'completed';
    } catch (error) {
      return await end(error, job, ref, report, stopping, attemptTools);
    } finally {
      clearInterval(heart);
    }
  }

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
  }

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
      await failAttempt(ref, NO_FAILURE, { stopped: true }, report, tools);
      return 'stopped';
    }
    const gaveWay = error instanceof Preempted;
    const returned = stopping.aborted || gaveWay;
    const failure = attemptFailure(error);
    if (!returned && isNotFound(error)) log.info('stopped: the document was deleted');
    else if (!returned)
      log.warn({ err: error, permanent: failure.permanent, blocked: failure.blocked }, 'attempt failed');
    await failAttempt(ref, returned ? NO_FAILURE : failure, { givenBack: returned, gaveWay }, report, tools);
    return returned || failure.blocked ? 'returned' : 'failed';
  }

  /** @returns the job's work; or milliseconds until work of the lane may start */
  async function claimFrom(request: Partial<StartAttemptRequest>): Promise<Claim> {
    const { peers, metrics } = tools;
    // each claim is another holder: a late report of an earlier one is refused
    const holder = `${workerId}.${++claims}`;
    const answer = await peers.jobs.startAttempt({ ...request, workerId: holder }, await peers.asSelf());
    const { taken, job, attempt, askAgainMs } = answer;
    if (!taken || !job) return { askAgainMs };
    return {
      work: async (signal) => {
        const outcome = await run(job, { jobId: job.id, attempt, workerId: holder }, answer, signal);
        metrics.jobsHandled.inc({ kind: job.type, outcome });
      },
    };
  }

  return {
    claim: (lane: string): Promise<Claim> => claimFrom({ lane }),

    async handle(jobId: string, signal: AbortSignal): Promise<void> {
      const claim = await claimFrom({ jobId });
      if ('work' in claim) await claim.work(signal);
    },
  };
}

async function failAttempt(
  ref: AttemptRef,
  { message, details, permanent, blocked }: AttemptFailure,
  back: Pick<Partial<FailAttemptRequest>, 'givenBack' | 'gaveWay' | 'stopped'>,
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
