import { api, type Envelope, type Page } from '../../lib/api.js';
import { apiErrorOf } from '../../lib/errors.js';
import { timezone } from '../../lib/formats.js';
import type { ApiThunk } from '../../lib/api-thunks.js';
import { removeJob, replaceJob } from './job-lists.js';
import { isActive, type Job, type JobAttempt, type JobOutcome, type JobStatistics } from './job-records.js';

/** Jobs on one page (CONST-06). */
export const JOBS_PER_PAGE = 100;
/** How often the jobs are read again, in milliseconds (CONST-06). */
export const JOBS_POLL_MS = 30_000;
/** Jobs that were read longer ago are read again when the screen opens, in seconds (CONST-06). */
export const JOBS_STALE_S = 15;
/** The same for a log (CONST-07). */
export const LOG_STALE_S = 30;
/** While a job can still change, its log is also read this often, in milliseconds, in case the stream of changes is broken. */
const LOG_POLL_MS = 10_000;
/** Jobs in one bulk call, at most; the server takes no more. */
export const BULK_MOST = 100;

/** Orders that the server knows. */
export type JobSort = 'created_at' | 'status' | 'type' | 'current_attempts';

/** What the table asks for; what is empty narrows nothing (JOB-09, JOB-25). */
export interface JobListQuery {
  projectId: string;
  search: string;
  status: string;
  type: string;
  /** RFC 3339; jobs created then or later. */
  createdFrom: string;
  sort: JobSort;
  order: 'asc' | 'desc';
}

const at = (id: string): string => `/api/jobs/${encodeURIComponent(id)}`;

const pageCall = (query: JobListQuery, page: number) => ({
  url: '/api/jobs',
  params: {
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

/** The tag of the lists: a change of one job does not read them again, it is put in its place (see use-live-jobs). */
const LIST = { type: 'Job', id: 'LIST' } as const;

export const jobsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The jobs of a project, page after page (JOB-15). */
    listJobs: build.infiniteQuery<Page<Job>, JobListQuery, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _pages, page) => (page < last.total_pages ? page + 1 : undefined),
      },
      query: ({ queryArg, pageParam }) => pageCall(queryArg, pageParam),
      providesTags: [LIST],
    }),
    /** One page alone, from 1: what is read again without the others. */
    getJobsPage: build.query<Page<Job>, { list: JobListQuery; page: number }>({
      query: ({ list, page }) => pageCall(list, page),
    }),
    getJob: build.query<Job, string>({
      query: at,
      transformResponse: (answer: Envelope<Job>) => answer.data,
      providesTags: (_job, _error, id) => [{ type: 'Job', id }],
    }),
    /** The log as text, oldest line first (JOB-20). */
    getJobLogs: build.query<string, string>({
      query: (id) => ({ url: `${at(id)}/logs`, as: 'text' }),
      providesTags: (_text, _error, id) => [{ type: 'JobLog', id }],
    }),
    /** Newest first. */
    getJobAttempts: build.query<JobAttempt[], string>({
      query: (id) => `${at(id)}/attempts`,
      transformResponse: (answer: Envelope<JobAttempt[]>) => answer.data,
      providesTags: (_attempts, _error, id) => [{ type: 'JobLog', id }],
    }),
    getJobStatistics: build.query<JobStatistics, string>({
      query: (projectId) => ({ url: '/api/jobs/stats', params: { project_id: projectId, tz: timezone() } }),
      transformResponse: (answer: Envelope<JobStatistics>) => answer.data,
      providesTags: ['JobStats'],
    }),
    cancelJob: build.mutation<Job, string>({
      query: (id) => ({ url: `${at(id)}/cancel`, method: 'POST' }),
      transformResponse: (answer: Envelope<Job>) => answer.data,
      invalidatesTags: (_job, _error, id) => ['JobStats', 'Document', { type: 'JobLog', id }, { type: 'Job', id }],
    }),
    /** A running job ends after the page it is at. */
    stopJob: build.mutation<Job, string>({
      query: (id) => ({ url: `${at(id)}/stop`, method: 'POST' }),
      transformResponse: (answer: Envelope<Job>) => answer.data,
      invalidatesTags: (_job, _error, id) => [
        { type: 'JobLog', id },
        { type: 'Job', id },
      ],
    }),
    retryJob: build.mutation<Job, string>({
      // the procedure of JOB-24
      query: (id) => ({ url: '/api/rpc/retry_failed_job', method: 'POST', body: { job_id: id } }),
      transformResponse: (answer: Envelope<Job>) => answer.data,
      invalidatesTags: (_job, _error, id) => ['JobStats', 'Document', { type: 'JobLog', id }, { type: 'Job', id }],
    }),
    /** The outcomes come in the order of the ids. */
    cancelJobs: build.mutation<JobOutcome[], string[]>({
      query: (ids) => ({ url: '/api/jobs/cancel', method: 'POST', body: { ids } }),
      transformResponse: (answer: Envelope<JobOutcome[]>) => answer.data,
      invalidatesTags: ['JobStats', 'Document', 'JobLog'],
    }),
    /** The outcomes come in the order of the ids. */
    retryJobs: build.mutation<JobOutcome[], string[]>({
      query: (ids) => ({ url: '/api/jobs/retry', method: 'POST', body: { ids } }),
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

/** The steps that put new states of jobs in their places in a list. */
export const putJobs = (list: JobListQuery, jobs: readonly Job[]) =>
  jobsApi.util.updateQueryData('listJobs', list, (data) => {
    for (const job of jobs) replaceJob(data, job);
  });

/** Reads one job and puts it in its place in a list; takes it out when it was deleted. */
export const readJob =
  (list: JobListQuery, id: string): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    const call = jobsApi.endpoints.getJob.initiate(id, { forceRefetch: true, subscribe: false });
    const { data, error } = await dispatch(call);
    if (data) dispatch(putJobs(list, [data]));
    // any other failure leaves the row as it is until the next poll
    else if (apiErrorOf(error).status === 404)
      dispatch(jobsApi.util.updateQueryData('listJobs', list, (pages) => removeJob(pages, id)));
  };

/** More jobs than this are not read one by one. */
export const MOST_SINGLE_READS = 12;

/** Reads jobs of a list again: each by itself, or all that were read so far when there are many. */
export const readJobs =
  (list: JobListQuery, ids: readonly string[]): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    if (ids.length > MOST_SINGLE_READS) dispatch(jobsApi.util.invalidateTags([LIST]));
    else await Promise.all(ids.map((id) => dispatch(readJob(list, id))));
  };

/** How often to look at a job's log and attempts, in milliseconds; 0 for never again. */
export const pollOf = (job: Job | undefined): number => (job && isActive(job) ? LOG_POLL_MS : 0);
