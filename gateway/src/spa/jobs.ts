import { app, BinaryAnswer } from '@symbio/api';
import { invalidFields, named, notFound } from '@symbio/runtime';
import type { Job } from '@symbio/proto/job';
import { DateTime } from 'luxon';
import type { Clients } from '../clients.js';
import { list, listOf, pageOf } from '../http/lists.js';
import { idOrNone } from '../http/request.js';
import { route, type Route } from '../http/serve.js';
import { required } from '../present/json.js';
import { presentAttempt, presentJob, presentOutcome, presentStatistics } from '../present/jobs.js';

const operations = app.jobs;

/** Names the project in a NOT_FOUND, as for a malformed id. @throws AppError NOT_FOUND */
const ofProject = <T>(answer: Promise<T>): Promise<T> => named('Project', 'project_id', answer);

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Exclusive; a date without a time includes that day. */
function endOf(text: string | undefined): Date | undefined {
  const date = dateOf(text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
  return date && isDay ? DateTime.fromJSDate(date, { zone: 'UTC' }).plus({ days: 1 }).toJSDate() : date;
}

const one = ({ job }: { job?: Job | undefined }) => ({ data: presentJob(required(job)) });

export const jobs = ({ job }: Pick<Clients, 'job'>): Route[] => [
  route(operations.listJobs, async ({ query }, { parent }) => {
    const asked = {
      paging: pageOf(query),
      projectId: query.project_id ?? '',
      type: query.type ?? '',
      status: query.status ?? '',
      createdBy: query.created_by ?? '',
      createdFrom: dateOf(query.created_from),
      createdTo: endOf(query.created_to),
      priorityMin: query.priority_min,
      priorityMax: query.priority_max,
      sort: query.sort ?? '',
      order: query.order ?? '',
      documentId: query.document_id ?? '',
      search: query.search ?? '',
    };
    const answer = await ofProject(job.listJobs(asked, parent));
    return list(answer.jobs.map(presentJob), answer.pageInfo);
  }),
  route(operations.getJobStatistics, async ({ query }, { parent }) => {
    const today = DateTime.now()
      .setZone(query.tz ?? 'UTC')
      .startOf('day');
    if (!today.isValid) throw invalidFields({ tz: 'tz is not a timezone' });
    const asked = { since: today.toJSDate(), projectId: query.project_id ?? '' };
    return { data: presentStatistics(await ofProject(job.getStatistics(asked, parent))) };
  }),
  route(operations.cancelJobs, async ({ body }, { parent }) => ({
    data: (await job.cancelJobs(body, parent)).outcomes.map(presentOutcome),
  })),
  route(operations.retryJobs, async ({ body }, { parent }) => ({
    data: (await job.retryJobs(body, parent)).outcomes.map(presentOutcome),
  })),
  route(operations.getJob, async ({ params }, { parent }) => {
    const [{ job: found }, { text: logs }] = await Promise.all([
      job.getJob(params, parent),
      job.getJobLogs(params, parent),
    ]);
    return { data: { ...presentJob(required(found)), logs } };
  }),
  route(operations.getJobLog, async ({ params }, { parent }) => {
    const { text } = await job.getJobLogs(params, parent);
    return new BinaryAnswer('text/plain; charset=utf-8', Buffer.from(text), {});
  }),
  route(operations.listJobAttempts, async ({ params, query }, { parent }) => {
    const { attempts } = await job.listAttempts({ jobId: params.id }, parent);
    return listOf(attempts.map(presentAttempt), query);
  }),
  route(operations.cancelJob, async ({ params }, { parent }) => one(await job.cancelJob(params, parent))),
  route(operations.stopJob, async ({ params }, { parent }) => one(await job.stopJob(params, parent))),
  route(operations.retryJob, async ({ params }, { parent }) => one(await job.retryJob(params, parent))),
  route(operations.retryFailedJob, async ({ body }, { parent }) => {
    const id = idOrNone(body.job_id);
    if (!id) throw notFound('Job');
    return one(await job.retryJob({ id }, parent));
  }),
];
