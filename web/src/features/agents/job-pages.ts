import type { ApiThunk } from '../../lib/http/api-thunks.js';
import { replaceFirstPage } from './job-lists.js';
import { isActive, type Job } from './job-records.js';
import { jobsApi, putJobs, type JobListQuery } from './jobs-api.js';

const readPage =
  (list: JobListQuery, page: number): ApiThunk<Promise<Job[] | undefined>> =>
  async (dispatch) => {
    const call = jobsApi.endpoints.getJobsPage.initiate({ list, page }, { forceRefetch: true, subscribe: false });
    const { data } = await dispatch(call);
    if (!data) return undefined;
    if (page === 1) dispatch(jobsApi.util.updateQueryData('listJobs', list, (pages) => replaceFirstPage(pages, data)));
    else dispatch(putJobs(list, data.data));
    return data.data;
  };

/** Refreshes the first page only. @returns ids of the jobs read; undefined on failure */
export const readFirstPage =
  (list: JobListQuery): ApiThunk<Promise<ReadonlySet<string> | undefined>> =>
  async (dispatch) => {
    const jobs = await dispatch(readPage(list, 1));
    return jobs && new Set(jobs.map(({ id }) => id));
  };

/** Rereads pages after the first that contain any of these jobs, one at a time. */
export const readPagesOf =
  (list: JobListQuery, ids: ReadonlySet<string>): ApiThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const pages = jobsApi.endpoints.listJobs.select(list)(getState()).data?.pages ?? [];
    for (const [index, { data }] of pages.entries())
      if (index > 0 && data.some(({ id }) => ids.has(id))) await dispatch(readPage(list, index + 1));
  };

/** Refreshes the first page, and other pages that contain an active or a visible job. */
export const readChangingPages =
  (list: JobListQuery, loadedPages: readonly string[]): ApiThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const seen = await dispatch(readFirstPage(list));
    if (!seen) return false;
    const pages = jobsApi.endpoints.listJobs.select(list)(getState()).data?.pages ?? [];
    const active = pages.flatMap(({ data }) => data.filter(isActive).map(({ id }) => id));
    await dispatch(readPagesOf(list, new Set([...active, ...loadedPages])));
    return true;
  };
