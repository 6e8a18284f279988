import { JOB_STATUSES, JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { z } from 'zod';
import { appOperation } from '../operation.js';
import { binary } from '../schemas/binary.js';
import { id, moment, one, paging, word } from '../schemas/common.js';
import { plainList } from './common.js';

export const jobProgress = z
  .strictObject({ done: z.int(), total: z.int(), message: z.string() })
  .meta({ id: 'JobProgress', description: 'In pages.' });

export const queuePlace = z
  .strictObject({
    position: z.int(),
    waiting_for: z.string().nullable(),
    starts_in_seconds: z.number().nullable(),
    ends_in_seconds: z.number().nullable(),
  })
  .meta({ id: 'QueuePlace', description: 'Place and estimate, while a job waits or runs.' });

const jobResult = z
  .strictObject({
    pages_processed: z.int(),
    pages_skipped: z.int().meta({ description: 'Already made by an earlier attempt or job.' }),
    pages_failed: z.int(),
  })
  .meta({ id: 'JobResult' });

const job = z
  .strictObject({
    id: z.string(),
    type: word(JOB_TYPES),
    status: word(JOB_STATUSES),
    priority: z.int().meta({ description: '0 (urgent) to 9.' }),
    max_retries: z.int(),
    current_attempts: z.int(),
    scheduled_at: moment.nullable(),
    created_at: moment.nullable(),
    started_at: moment.nullable(),
    completed_at: moment.nullable(),
    error_message: z.string().nullable(),
    error_details: z.string().nullable(),
    created_by: z.string(),
    project_id: z.string(),
    document_filename: z.string().nullable(),
    progress: jobProgress.nullable(),
    updated_at: moment.nullable(),
    result: jobResult.nullable(),
    error_permanent: z.boolean().meta({ description: 'The file causes the failure: a retry would fail the same way.' }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Reason of a failure that is not an error: `cancelled` or `stopped`.' }),
    stopping: z.boolean().meta({ description: 'Stops after the current page.' }),
    category: z.string().nullable(),
    payload: z
      .strictObject({
        documentId: z.string().nullable(),
        projectId: z.string().nullable(),
        pageNumbers: z.array(z.int()).meta({ description: 'Empty: all pages.' }),
      })
      .meta({ description: 'Its names stay camelCase.' }),
    duration_seconds: z.number().nullable().meta({ description: 'Duration of the last attempt.' }),
    queue: queuePlace.nullable(),
  })
  .meta({ id: 'Job' });
export type JobJson = z.output<typeof job>;

const jobAttempt = z
  .strictObject({
    number: z.int().meta({ description: 'From 1; numbering continues after a manual retry.' }),
    worker_id: z.string(),
    started_at: moment.nullable(),
    ended_at: moment.nullable(),
    error_message: z.string().nullable(),
    outcome: z.string().nullable().meta({
      description: 'completed, failed, lost, returned, abandoned or stopped; null while it runs.',
    }),
  })
  .meta({ id: 'JobAttempt' });
export type JobAttemptJson = z.output<typeof jobAttempt>;

const jobOutcome = z
  .strictObject({
    id: z.string(),
    job: job.nullable(),
    error: z.string().nullable().meta({ description: 'Why it was refused; null on success.' }),
    code: z.string().nullable(),
  })
  .meta({ id: 'JobOutcome' });
export type JobOutcomeJson = z.output<typeof jobOutcome>;

const jobStatistics = z
  .strictObject({
    pending: z.int(),
    processing: z.int(),
    completed: z.int(),
    failed: z.int(),
    retrying: z.int(),
    average_processing_seconds: z.number(),
  })
  .meta({ id: 'JobStatistics', description: 'Of today; the average of completed jobs.' });
export type JobStatisticsJson = z.output<typeof jobStatistics>;

const time = (name: string) =>
  z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), `${name} must be a date and time`)
    .optional();
const integer = (name: string) =>
  z.string().transform(Number).refine(Number.isInteger, `${name} must be a whole number`).optional();

const audit = { subject: 'job' };
const params = z.strictObject({ id: id('Job') });
const several = z.strictObject({ ids: z.array(z.string(), { message: 'ids must be a list of job ids' }) });

export const listJobs = appOperation({
  id: 'listJobs',
  method: 'get',
  path: '/jobs',
  summary: 'Jobs',
  audit,
  query: z.strictObject({
    project_id: id('Project').optional(),
    document_id: id('Document').optional(),
    type: z.string().optional(),
    status: z.string().optional(),
    created_by: z.string().optional(),
    created_from: time('created_from'),
    created_to: time('created_to').meta({ description: 'Exclusive; a date without a time includes that day.' }),
    priority_min: integer('priority_min'),
    priority_max: integer('priority_max'),
    search: z.string().optional(),
    sort: z.string().optional(),
    order: z.string().optional(),
    ...paging,
  }),
  answer: plainList(job),
});

export const getJobStatistics = appOperation({
  id: 'getJobStatistics',
  method: 'get',
  path: '/jobs/stats',
  summary: 'Counts of today’s jobs',
  audit,
  query: z.strictObject({ project_id: id('Project').optional(), tz: z.string().optional() }),
  answer: one(jobStatistics),
});

export const cancelJobs = appOperation({
  id: 'cancelJobs',
  method: 'post',
  path: '/jobs/cancel',
  summary: 'Cancel several jobs',
  audit,
  body: several,
  answer: one(z.array(jobOutcome)),
});

export const retryJobs = appOperation({
  id: 'retryJobs',
  method: 'post',
  path: '/jobs/retry',
  summary: 'Retry several jobs',
  audit,
  body: several,
  answer: one(z.array(jobOutcome)),
});

export const getJob = appOperation({
  id: 'getJob',
  method: 'get',
  path: '/jobs/{id}',
  summary: 'A job with its log',
  audit,
  params,
  answer: one(job.extend({ logs: z.string() }).meta({ id: 'JobWithLog' })),
});

export const getJobLog = appOperation({
  id: 'getJobLog',
  method: 'get',
  path: '/jobs/{id}/logs',
  summary: 'The log of a job',
  audit,
  params,
  contentTypes: ['text/plain'],
  answer: binary,
});

export const listJobAttempts = appOperation({
  id: 'listJobAttempts',
  method: 'get',
  path: '/jobs/{id}/attempts',
  summary: 'Attempts of a job',
  audit,
  params,
  query: z.strictObject(paging),
  answer: plainList(jobAttempt),
});

export const cancelJob = appOperation({
  id: 'cancelJob',
  method: 'post',
  path: '/jobs/{id}/cancel',
  summary: 'Cancel a job',
  audit,
  params,
  answer: one(job),
});

export const stopJob = appOperation({
  id: 'stopJob',
  method: 'post',
  path: '/jobs/{id}/stop',
  summary: 'Stop a job after its current page',
  audit,
  params,
  answer: one(job),
});

export const retryJob = appOperation({
  id: 'retryJob',
  method: 'post',
  path: '/jobs/{id}/retry',
  summary: 'Retry a job',
  audit,
  params,
  answer: one(job),
});

export const retryFailedJob = appOperation({
  id: 'retryFailedJob',
  method: 'post',
  path: '/rpc/retry_failed_job',
  summary: 'The retry procedure (JOB-24): the same as retryJob',
  audit,
  body: z.strictObject({ job_id: z.string({ message: 'job_id is required' }) }),
  answer: one(job),
});
