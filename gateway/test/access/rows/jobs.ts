/** Background jobs (OP-07, OP-32, OP-33, AUTH-32). */
import { newId } from '@symbio/runtime';
import { JobPayload } from '@symbio/proto/job';
import {
  EDIT,
  EDITORS,
  KEY_OF_VIEWER,
  LISTED,
  NOBODY,
  READ,
  SIGNED_IN,
  STAFF_VIEWER,
  VIEWER,
  grid,
  only,
} from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';

/** Editors, and agent managers with view access (AUTH-32). */
const MANAGE = grid({ ok: [...EDITORS, STAFF_VIEWER], 403: [VIEWER, KEY_OF_VIEWER] }, 404);

export const routes: RouteRow[] = [
  {
    route: 'GET /api/jobs',
    way: 'of a project',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/jobs?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/jobs',
    way: 'of all projects',
    cites: 'AUTH-37',
    call: () => ({ path: '/api/jobs?sort=created_at&order=asc&per_page=100' }),
    allowed: LISTED,
    shows: (w) => w.job.id,
  },
  {
    route: 'GET /api/jobs/stats',
    way: 'of a project',
    cites: 'AUTH-37 OP-32',
    call: (w) => ({ path: `/api/jobs/stats?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/jobs/stats',
    way: 'of all projects',
    cites: 'OP-32',
    call: () => ({ path: '/api/jobs/stats' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/jobs/:id',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/jobs/${w.job.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/jobs/:id/logs',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/jobs/${w.job.id}/logs` }),
    allowed: READ,
  },
  {
    route: 'GET /api/jobs/:id/attempts',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/jobs/${w.job.id}/attempts` }),
    allowed: READ,
  },
  {
    route: 'POST /api/jobs/:id/cancel',
    cites: 'AUTH-32 OP-32 OP-33',
    call: async (w) => ({ path: `/api/jobs/${(await w.newJob()).id}/cancel` }),
    allowed: MANAGE,
  },
  {
    route: 'POST /api/jobs/:id/retry',
    cites: 'AUTH-32 OP-32 OP-33',
    call: async (w) => ({ path: `/api/jobs/${(await w.newFailedJob()).id}/retry` }),
    allowed: MANAGE,
  },
  {
    route: 'POST /api/rpc/retry_failed_job',
    cites: 'JOB-24 AUTH-32 OP-32',
    call: async (w) => ({ path: '/api/rpc/retry_failed_job', body: { job_id: (await w.newFailedJob()).id } }),
    allowed: MANAGE,
  },
  {
    route: 'POST /api/jobs/:id/stop',
    cites: 'AUTH-32 OP-32 OP-33',
    call: async (w) => ({ path: `/api/jobs/${(await w.newRunningJob()).jobId}/stop` }),
    allowed: MANAGE,
  },
  {
    route: 'POST /api/jobs/cancel',
    cites: 'AUTH-32 OP-32 OP-33',
    call: async (w) => ({ path: '/api/jobs/cancel', body: { ids: [(await w.newJob()).id] } }),
    refusedInside: (answer) => (answer as { data: { code?: string }[] }).data[0]?.code,
    allowed: MANAGE,
  },
  {
    route: 'POST /api/jobs/retry',
    cites: 'AUTH-32 OP-32 OP-33',
    call: async (w) => ({ path: '/api/jobs/retry', body: { ids: [(await w.newFailedJob()).id] } }),
    refusedInside: (answer) => (answer as { data: { code?: string }[] }).data[0]?.code,
    allowed: MANAGE,
  },
];

const job = callsOf('job');
const worker = { allowed: NOBODY, processes: only('document-worker'), cites: 'OP-33' };

export const calls: CallRow[] = [
  job('createJob', {
    cites: 'OP-07',
    request: (w) => ({
      id: newId(),
      type: 'document-specific',
      payload: JobPayload.fromPartial({ projectId: w.projectId }),
      documentFilename: 'sheet.pdf',
    }),
    allowed: EDIT,
  }),
  job('getJob', { cites: 'AUTH-37', request: (w) => ({ id: w.job.id }), allowed: READ }),
  job('listJobs', {
    way: 'of a project',
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
  }),
  job('listJobs', {
    way: 'of all projects',
    cites: 'AUTH-37',
    request: () => ({ sort: 'created_at', order: 'asc', paging: { page: 1, perPage: 100 } }),
    allowed: LISTED,
    shows: (w) => w.job.id,
  }),
  job('listActiveJobs', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  job('getJobLogs', { cites: 'AUTH-37', request: (w) => ({ id: w.job.id }), allowed: READ }),
  job('listAttempts', { cites: 'AUTH-37', request: (w) => ({ jobId: w.job.id }), allowed: READ }),
  job('cancelJob', {
    cites: 'AUTH-32 OP-32 OP-33',
    request: async (w) => ({ id: (await w.newJob()).id }),
    allowed: MANAGE,
  }),
  job('retryJob', {
    cites: 'AUTH-32 OP-32 OP-33',
    request: async (w) => ({ id: (await w.newFailedJob()).id }),
    allowed: MANAGE,
  }),
  job('stopJob', {
    cites: 'AUTH-32 OP-32 OP-33',
    request: async (w) => ({ id: (await w.newRunningJob()).jobId }),
    allowed: MANAGE,
  }),
  job('cancelJobs', {
    cites: 'AUTH-32 OP-32 OP-33',
    request: async (w) => ({ ids: [(await w.newJob()).id] }),
    refusedInside: (answer) => (answer as { outcomes: { code: string }[] }).outcomes[0]?.code,
    allowed: MANAGE,
  }),
  job('retryJobs', {
    cites: 'AUTH-32 OP-32 OP-33',
    request: async (w) => ({ ids: [(await w.newFailedJob()).id] }),
    refusedInside: (answer) => (answer as { outcomes: { code: string }[] }).outcomes[0]?.code,
    allowed: MANAGE,
  }),
  job('getStatistics', {
    cites: 'AUTH-37 OP-32',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
  }),
  job('hurryJob', {
    allowed: NOBODY,
    processes: only('document'),
    cites: 'OP-31',
    request: async (w) => ({ id: (await w.newJob()).id, priority: 3 }),
  }),
  job('startAttempt', {
    ...worker,
    request: async (w) => ({ jobId: (await w.newJob()).id, workerId: 'a-worker' }),
  }),
  job('reportProgress', { ...worker, request: (w) => w.newRunningJob() }),
  job('completeAttempt', { ...worker, request: (w) => w.newRunningJob() }),
  job('failAttempt', {
    ...worker,
    request: async (w) => ({ ...(await w.newRunningJob()), errorMessage: 'The file is damaged.', permanent: true }),
  }),
];
