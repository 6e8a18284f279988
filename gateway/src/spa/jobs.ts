import { type Router, type Request } from 'express';
import { about } from '../http/audit/audit-subject.js';
import { invalidFields, named, notFound, refuseFields } from '@symbio/runtime';
import { DateTime } from 'luxon';
import type { Clients } from '../clients.js';
import { body, listOf, moment, optionalId, paging, pathId } from '../http/input.js';
import { noProblems } from '../http/problems.js';
import { presentAttempt, presentJob, presentOutcome, presentStatistics } from '../present/jobs.js';
import { list } from '../http/lists.js';
import { idOrNone, parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';
import { z } from 'zod';

function priority(request: Request, name: string): number | undefined {
  const value = query(request, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number)) throw invalidFields({ [name]: `${name} must be a whole number` });
  return number;
}

const retryCall = z.strictObject({ job_id: z.string({ message: 'job_id is required' }) });
const several = z.strictObject({ ids: z.array(z.string(), { message: 'ids must be a list of job ids' }) });

/** Optional project filter; empty if absent. @throws AppError NOT_FOUND if malformed */
const optionalProject = (request: Request): string => optionalId(request, 'project_id', 'Project');

/** Names the project in a NOT_FOUND, as for a malformed id. @throws AppError NOT_FOUND */
const ofProject = <T>(answer: Promise<T>): Promise<T> => named('Project', 'project_id', answer);

const LIST_PARAMETERS: ReadonlySet<string> = new Set([
  ...['project_id', 'document_id', 'type', 'status', 'created_by', 'created_from', 'created_to'],
  ...['priority_min', 'priority_max', 'search', 'sort', 'order', 'page', 'per_page', 'perPage'],
]);

/** A mistyped or repeated filter would be ignored. @throws AppError INVALID_ARGUMENT */
function refuseOtherParameters(request: Request): void {
  const fields = noProblems();
  for (const [name, value] of Object.entries(request.query)) {
    if (!LIST_PARAMETERS.has(name)) fields[name] = `Unknown parameter "${name}"`;
    else if (typeof value !== 'string') fields[name] = `Give ${name} once`;
  }
  refuseFields(fields);
}

/** Exclusive; a date without a time includes that day. */
function endOf(request: Request, name: string): Date | undefined {
  const date = moment(request, name);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(query(request, name) ?? '');
  return date && isDay ? DateTime.fromJSDate(date, { zone: 'UTC' }).plus({ days: 1 }).toJSDate() : date;
}

export function jobs({ job }: Pick<Clients, 'job'>): Router {
  const router = strictRouter();
  methods(router, '/jobs', about('job', { by: { document_id: 'document', project_id: 'project' } }), {
    get: [
      async (request, response) => {
        refuseOtherParameters(request);
        const asked = {
          paging: paging(request),
          projectId: optionalProject(request),
          type: query(request, 'type') ?? '',
          status: query(request, 'status') ?? '',
          createdBy: query(request, 'created_by') ?? '',
          createdFrom: moment(request, 'created_from'),
          createdTo: endOf(request, 'created_to'),
          priorityMin: priority(request, 'priority_min'),
          priorityMax: priority(request, 'priority_max'),
          sort: query(request, 'sort') ?? '',
          order: query(request, 'order') ?? '',
          documentId: query(request, 'document_id') ?? '',
          search: query(request, 'search') ?? '',
        };
        const answer = await ofProject(job.listJobs(asked, parentOf(request)));
        response.json(list(answer.jobs.map(presentJob), answer.pageInfo));
      },
    ],
  });
  methods(router, '/jobs/stats', about('job', { by: { project_id: 'project' } }), {
    get: [
      async (request, response) => {
        const today = DateTime.now()
          .setZone(query(request, 'tz') ?? 'UTC')
          .startOf('day');
        if (!today.isValid) throw invalidFields({ tz: 'tz is not a timezone' });
        const asked = { since: today.toJSDate(), projectId: optionalProject(request) };
        const statistics = await ofProject(job.getStatistics(asked, parentOf(request)));
        response.json({ data: presentStatistics(statistics) });
      },
    ],
  });
  methods(router, '/jobs/cancel', about('job'), {
    post: [
      async (request, response) => {
        const { outcomes } = await job.cancelJobs(body(request, several), parentOf(request));
        response.json({ data: outcomes.map(presentOutcome) });
      },
    ],
  });
  methods(router, '/jobs/retry', about('job'), {
    post: [
      async (request, response) => {
        const { outcomes } = await job.retryJobs(body(request, several), parentOf(request));
        response.json({ data: outcomes.map(presentOutcome) });
      },
    ],
  });
  methods(router, '/jobs/:id', about('job'), {
    get: [
      async (request, response) => {
        const asked = { id: pathId(request, 'Job') };
        const [{ job: found }, { text: logs }] = await Promise.all([
          job.getJob(asked, parentOf(request)),
          job.getJobLogs(asked, parentOf(request)),
        ]);
        response.json({ data: found && { ...presentJob(found), logs } });
      },
    ],
  });
  methods(router, '/jobs/:id/logs', about('job'), {
    get: [
      async (request, response) => {
        const { text } = await job.getJobLogs({ id: pathId(request, 'Job') }, parentOf(request));
        response.type('text/plain').send(text);
      },
    ],
  });
  methods(router, '/jobs/:id/attempts', about('job'), {
    get: [
      async (request, response) => {
        const { attempts } = await job.listAttempts({ jobId: pathId(request, 'Job') }, parentOf(request));
        response.json(listOf(request, attempts.map(presentAttempt)));
      },
    ],
  });
  methods(router, '/jobs/:id/cancel', about('job'), {
    post: [
      async (request, response) => {
        const { job: changed } = await job.cancelJob({ id: pathId(request, 'Job') }, parentOf(request));
        response.json({ data: changed && presentJob(changed) });
      },
    ],
  });
  methods(router, '/jobs/:id/stop', about('job'), {
    post: [
      async (request, response) => {
        const { job: changed } = await job.stopJob({ id: pathId(request, 'Job') }, parentOf(request));
        response.json({ data: changed && presentJob(changed) });
      },
    ],
  });
  // the retry procedure (JOB-24); the address below does the same
  methods(router, '/rpc/retry_failed_job', about('job'), {
    post: [
      async (request, response) => {
        const id = idOrNone(body(request, retryCall).job_id);
        if (!id) throw notFound('Job');
        const { job: changed } = await job.retryJob({ id }, parentOf(request));
        response.json({ data: changed && presentJob(changed) });
      },
    ],
  });
  methods(router, '/jobs/:id/retry', about('job'), {
    post: [
      async (request, response) => {
        const { job: changed } = await job.retryJob({ id: pathId(request, 'Job') }, parentOf(request));
        response.json({ data: changed && presentJob(changed) });
      },
    ],
  });
  return router;
}
