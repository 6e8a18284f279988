import type { InfiniteData } from '@reduxjs/toolkit/query/react';
import type { Page } from '../../lib/http/api.js';
import type { Job } from './job-records.js';

export type JobPages = InfiniteData<Page<Job>, number>;

/** A job inserted between reads shifts the pages. */
export function jobsOf(data: JobPages | undefined): Job[] {
  const jobs = new Map<string, Job>();
  for (const page of data?.pages ?? []) for (const job of page.data) if (!jobs.has(job.id)) jobs.set(job.id, job);
  return [...jobs.values()];
}

/** JOB-12 */
export const countOf = (data: JobPages | undefined): number => data?.pages[0]?.count ?? 0;

export function replaceJob(data: JobPages, job: Job): boolean {
  let found = false;
  for (const page of data.pages) {
    const index = page.data.findIndex(({ id }) => id === job.id);
    if (index >= 0) {
      page.data[index] = job;
      found = true;
    }
  }
  return found;
}

/** Removes a deleted document from its jobs, which keep its name (JOB-04). */
export function forgetDocument(data: JobPages, documentId: string): void {
  for (const { payload } of data.pages.flatMap((page) => page.data))
    if (payload.documentId === documentId) payload.documentId = null;
}

export function removeJob(data: JobPages, id: string): void {
  let removed = false;
  for (const page of data.pages) {
    const index = page.data.findIndex((job) => job.id === id);
    if (index < 0) continue;
    page.data.splice(index, 1);
    removed = true;
  }
  if (removed) for (const page of data.pages) page.count -= 1;
}

/** Replaces the first page; jobs pushed off its end move to the second page if that is loaded. */
export function replaceFirstPage(data: JobPages, fresh: Page<Job>): void {
  const [first, second] = data.pages;
  if (!first) return;
  const before = jobsOf(data);
  const known = new Set(before.map(({ id }) => id));
  const here = new Set(fresh.data.map(({ id }) => id));
  const arrived = fresh.data.filter(({ id }) => !known.has(id)).length;
  const pushedOff = arrived > 0 ? first.data.filter(({ id }) => !here.has(id)).slice(-arrived) : [];
  if (second) second.data.unshift(...pushedOff);
  data.pages[0] = fresh;
  for (const page of data.pages.slice(1)) {
    page.data = page.data.filter(({ id }) => !here.has(id));
    page.count = fresh.count;
    page.total_pages = fresh.total_pages;
  }
}

/** Jobs of a document below its first one; the order of documents is that of their first jobs. */
export function groupedByDocument(jobs: readonly Job[]): Job[] {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const key = job.payload.documentId ?? job.id;
    const group = groups.get(key);
    if (group) group.push(job);
    else groups.set(key, [job]);
  }
  return [...groups.values()].flat();
}

export const continuesDocument = (jobs: readonly Job[], index: number): boolean => {
  const id = jobs[index]?.payload.documentId;
  return id !== undefined && id !== null && jobs[index - 1]?.payload.documentId === id;
};
