import { pageInfo, type CallContext, type Handlers } from '@symbio/rpc';
import type { Job, JobServiceService } from '@symbio/proto/job';
import { isJobLane } from '@symbio/proto/job/vocabulary';
import type { Jobs } from './jobs.js';
import type { JobRow } from './model.js';
import { toAttempt, toJob, toLogText, toOutcome } from './mapping.js';

export function createHandlers(jobs: Jobs, leaseMs: number): Handlers<typeof JobServiceService> {
  const placed = async (rows: readonly JobRow[], context: CallContext): Promise<Job[]> => {
    const placeOf = await jobs.placeOf(rows, context);
    return rows.map((row) => toJob(row, placeOf(row)));
  };
  return {
    createJob: async (request, context) => ({ job: toJob(await jobs.create(request, context)) }),
    getJob: async ({ id }, context) => {
      const [job] = await placed([await jobs.get(id, context)], context);
      return { job };
    },
    listJobs: async (request, context) => {
      const { rows, count, page } = await jobs.list(request, context);
      return { jobs: await placed(rows, context), pageInfo: pageInfo(page, count) };
    },
    listActiveJobs: async ({ projectId }, context) => ({
      jobs: await placed(await jobs.listActive(projectId, context), context),
    }),
    getJobLogs: async ({ id }, context) => ({ text: toLogText(await jobs.log(id, context)) }),
    listAttempts: async ({ jobId }, context) => ({ attempts: (await jobs.attempts(jobId, context)).map(toAttempt) }),
    cancelJob: async ({ id }, context) => ({ job: toJob(await jobs.cancel(id, context)) }),
    stopJob: async ({ id }, context) => ({ job: toJob(await jobs.stop(id, context)) }),
    retryJob: async ({ id }, context) => ({ job: toJob(await jobs.retry(id, context)) }),
    cancelJobs: async ({ ids }, context) => ({ outcomes: (await jobs.cancelAll(ids, context)).map(toOutcome) }),
    retryJobs: async ({ ids }, context) => ({ outcomes: (await jobs.retryAll(ids, context)).map(toOutcome) }),
    getStatistics: async ({ since, projectId }, context) => {
      const { counts, averageProcessingSeconds } = await jobs.statistics(projectId, since, context);
      return { ...counts, averageProcessingSeconds };
    },
    hurryJob: async ({ id, priority }, { actor }) => ({ job: toJob(await jobs.hurry(id, priority, actor)) }),
    startAttempt: async ({ jobId, workerId, lane }, { actor }) => {
      const found = isJobLane(lane)
        ? await jobs.startNext(lane, workerId, actor)
        : await jobs.startOne(jobId, workerId, actor);
      const row = typeof found === 'number' ? undefined : found;
      const askAgainMs = typeof found === 'number' ? found : 0;
      const { attempt = 0, requestId = '' } = row ?? {};
      return {
        ...{ taken: row !== undefined, job: row && toJob(row), attempt, requestId },
        ...{ leaseSeconds: leaseMs / 1_000, askAgainMs },
      };
    },
    reportProgress: async ({ progress, logLines, ...claim }, { actor }) => {
      const { held, giveWay, stop } = await jobs.reportProgress(claim, progress, logLines, actor);
      return { lost: !held, giveWay, stop };
    },
    completeAttempt: async ({ logLines, result, progress, ...claim }, { actor }) => ({
      job: toJob(await jobs.completeAttempt(claim, { result, progress }, logLines, actor)),
    }),
    failAttempt: async (request, { actor }) => {
      const { logLines, errorMessage, errorDetails, permanent, givenBack, gaveWay, stopped, blocked, ...claim } =
        request;
      const failure = { message: errorMessage, details: errorDetails, permanent };
      const row = stopped
        ? await jobs.stopAttempt(claim, logLines, actor)
        : givenBack
          ? await jobs.returnAttempt(claim, gaveWay, logLines, actor)
          : blocked
            ? await jobs.blockAttempt(claim, failure, logLines, actor)
            : await jobs.failAttempt(claim, failure, logLines, actor);
      return { job: toJob(row) };
    },
  };
}
