import { api, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { timezone } from '../../lib/ui/formats.js';
import type { ApiThunk } from '../../lib/http/api-thunks.js';
import { removeJob, replaceJob } from './job-lists.js';
import { isActive, type Job, type JobAttempt, type JobOutcome, type JobStatistics } from './job-records.js';

/** CONST-06 */
export const JOBS_PER_PAGE = 100;
/** Milliseconds (CONST-06). */
export const JOBS_POLL_MS = 30_000;
/** Seconds after which opening the screen rereads jobs (CONST-06). */
export const JOBS_STALE_S = 15;
/** Seconds (CONST-07). */
export const LOG_STALE_S = 30;
/** Milliseconds; in case the event stream fails. */
const LOG_POLL_MS = 10_000;
/** Server's limit per call. */
export const MAX_BULK = 100;

export type JobSort = 'created_at' | 'status' | 'type' | 'current_attempts';

/** List query; empty fields do not filter (JOB-09, JOB-25). */
export interface JobListQuery {
  projectId: string;
  search: string;
  status: string;
  type: string;
  /** RFC 3339; inclusive lower bound of the creation time. */
  createdFrom: string;
  sort: JobSort;
  order: 'asc' | 'desc';
}

const pageCall = (query: JobListQuery, page: number) =>
  operation('GET', '/api/jobs', {
    query: {
      project_id: query.projectId,
      search: query.search,
      status: query.status,
      type: query.type,
      created_from: query.createdFrom,
      sort: query.sort,
      order: query.order,
      page,
      per_page: JOBS_PER_PAGE,
    },
  });

/** Not invalidated by changes of single jobs, which patch the list (see use-live-jobs). */
const LIST = { type: 'Job', id: 'LIST' } as const;

export const jobsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** JOB-15 */
    listJobs: build.infiniteQuery<Page<Job>, JobListQuery, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _pages, page) => (page < last.total_pages ? page + 1 : undefined),
      },
      query: ({ queryArg, pageParam }) => pageCall(queryArg, pageParam),
      providesTags: [LIST],
    }),
    /** Refreshes one page (from 1) without the others. */
    getJobsPage: build.query<Page<Job>, { list: JobListQuery; page: number }>({
      query: ({ list, page }) => pageCall(list, page),
    }),
    getJob: build.query<Job, string>({
      query: (id) => operation('GET', '/api/jobs/{id}', { path: { id } }),
      transformResponse: (answer: Envelope<Job>) => answer.data,
      providesTags: (_job, _error, id) => [{ type: 'Job', id }],
    }),
    /** Oldest line first (JOB-20). */
    getJobLogs: build.query<string, string>({
      query: (id) => ({ ...operation('GET', '/api/jobs/{id}/logs', { path: { id } }), as: 'text' }),
      providesTags: (_text, _error, id) => [{ type: 'JobLog', id }],
    }),
    /** Newest first. */
    getJobAttempts: build.query<JobAttempt[], string>({
      query: (id) => operation('GET', '/api/jobs/{id}/attempts', { path: { id } }),
      transformResponse: (answer: Envelope<JobAttempt[]>) => answer.data,
      providesTags: (_attempts, _error, id) => [{ type: 'JobLog', id }],
    }),
    getJobStatistics: build.query<JobStatistics, string>({
      query: (projectId) => operation('GET', '/api/jobs/stats', { query: { project_id: projectId, tz: timezone() } }),
      transformResponse: (answer: Envelope<JobStatistics>) => answer.data,
      providesTags: ['JobStats'],
    }),
    cancelJob: build.mutation<Job, string>({
      query: (id) => operation('POST', '/api/jobs/{id}/cancel', { path: { id } }),
      transformResponse: (answer: Envelope<Job>) => answer.data,
      invalidatesTags: (_job, _error, id) => ['JobStats', 'Document', { type: 'JobLog', id }, { type: 'Job', id }],
    }),
    stopJob: build.mutation<Job, string>({
      query: (id) => operation('POST', '/api/jobs/{id}/stop', { path: { id } }),
      transformResponse: (answer: Envelope<Job>) => answer.data,
      invalidatesTags: (_job, _error, id) => [
        { type: 'JobLog', id },
        { type: 'Job', id },
      ],
    }),
    retryJob: build.mutation<Job, string>({
      // JOB-24
      query: (id) => operation('POST', '/api/rpc/retry_failed_job', { body: { job_id: id } }),
      transformResponse: (answer: Envelope<Job>) => answer.data,
      invalidatesTags: (_job, _error, id) => ['JobStats', 'Document', { type: 'JobLog', id }, { type: 'Job', id }],
    }),
    cancelJobs: build.mutation<JobOutcome[], string[]>({
      query: (ids) => operation('POST', '/api/jobs/cancel', { body: { ids } }),
      transformResponse: (answer: Envelope<JobOutcome[]>) => answer.data,
      invalidatesTags: ['JobStats', 'Document', 'JobLog'],
    }),
    retryJobs: build.mutation<JobOutcome[], string[]>({
      query: (ids) => operation('POST', '/api/jobs/retry', { body: { ids } }),
      transformResponse: (answer: Envelope<JobOutcome[]>) => answer.data,
      invalidatesTags: ['JobStats', 'Document', 'JobLog'],
    }),
  }),
});

export const {
  useListJobsInfiniteQuery,
  useGetJobQuery,
  useGetJobLogsQuery,
  useGetJobAttemptsQuery,
  useGetJobStatisticsQuery,
  useCancelJobMutation,
  useRetryJobMutation,
  useStopJobMutation,
  useCancelJobsMutation,
  useRetryJobsMutation,
} = jobsApi;

export const putJobs = (list: JobListQuery, jobs: readonly Job[]) =>
  jobsApi.util.updateQueryData('listJobs', list, (data) => {
    for (const job of jobs) replaceJob(data, job);
  });

/** Patches one job into a list; removes a deleted one. */
export const readJob =
  (list: JobListQuery, id: string): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    const call = jobsApi.endpoints.getJob.initiate(id, { forceRefetch: true, subscribe: false });
    const { data, error } = await dispatch(call);
    if (data) dispatch(putJobs(list, [data]));
    // on other failures the row stays until the next poll
    else if (apiErrorOf(error).status === 404)
      dispatch(jobsApi.util.updateQueryData('listJobs', list, (pages) => removeJob(pages, id)));
  };

/** Above this number all loaded pages are read. */
export const MAX_SINGLE_READS = 12;

export const readJobs =
  (list: JobListQuery, ids: readonly string[]): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    if (ids.length > MAX_SINGLE_READS) dispatch(jobsApi.util.invalidateTags([LIST]));
    else await Promise.all(ids.map((id) => dispatch(readJob(list, id))));
  };

/** Milliseconds; 0 disables polling. */
export const pollOf = (job: Job | undefined): number => (job && isActive(job) ? LOG_POLL_MS : 0);
