import type { Page } from '../../lib/http/api.js';
import { jobFixture } from '../../testing/jobs.js';
import type { Job } from './job-records.js';
import {
  continuesDocument,
  countOf,
  forgetDocument,
  groupedByDocument,
  jobsOf,
  removeJob,
  replaceFirstPage,
  replaceJob,
  type JobPages,
} from './job-lists.js';

const pageOf = (ids: string[], count: number, page = 1): Page<Job> => ({
  data: ids.map((id) => jobFixture(id)),
  page,
  per_page: 3,
  total_pages: Math.ceil(count / 3),
  count,
});
const pages = (...lists: string[][]): JobPages => ({
  pages: lists.map((ids, index) => pageOf(ids, 7, index + 1)),
  pageParams: lists.map((_, index) => index + 1),
});
const idsOf = (data: JobPages): string[] => jobsOf(data).map(({ id }) => id);

describe('the pages of the jobs table', () => {
  it('show a job once that was read twice', () => {
    expect(idsOf(pages(['a', 'b', 'c'], ['c', 'd', 'e']))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('replace a job by its new state', () => {
    const data = pages(['a', 'b', 'c'], ['d']);
    expect(replaceJob(data, jobFixture('d', { status: 'failed' }))).toBe(true);
    expect(jobsOf(data).at(-1)?.status).toBe('failed');
    expect(replaceJob(data, jobFixture('x'))).toBe(false);
  });

  it('insert new jobs at the top and keep every row below', () => {
    const data = pages(['a', 'b', 'c'], ['d', 'e', 'f']);
    replaceFirstPage(data, pageOf(['new', 'a', 'b'], 8));
    expect(idsOf(data)).toEqual(['new', 'a', 'b', 'c', 'd', 'e', 'f']);
    expect(countOf(data)).toBe(8);
  });

  it('drop a row that left the first page, unless new jobs pushed it off', () => {
    const data = pages(['a', 'b', 'c'], ['d', 'e', 'f']);
    replaceFirstPage(data, pageOf(['a', 'c', 'd'], 6));
    expect(idsOf(data)).toEqual(['a', 'c', 'd', 'e', 'f']);
  });

  it('remove a deleted document, and keep its name (JOB-04)', () => {
    const data = pages(['a', 'b']);
    replaceJob(data, jobFixture('b', { payload: { documentId: 'other', projectId: 'p' } }));
    forgetDocument(data, 'd1');
    expect(jobsOf(data).map(({ payload, document_filename }) => [payload.documentId, document_filename])).toEqual([
      [null, 'sanborn.pdf'],
      ['other', 'sanborn.pdf'],
    ]);
  });

  it('remove a deleted job, also from the count (JOB-12)', () => {
    const data = pages(['a', 'b', 'c']);
    removeJob(data, 'b');
    removeJob(data, 'unknown');
    expect(idsOf(data)).toEqual(['a', 'c']);
    expect(countOf(data)).toBe(6);
  });
});

it('groups jobs by document, in the order of their first jobs', () => {
  const of = (id: string, documentId: string | null) =>
    jobFixture(id, { payload: { documentId, projectId: 'p', pageNumbers: [] } });
  const grouped = groupedByDocument([of('a', 'd1'), of('b', 'd2'), of('c', null), of('d', 'd1'), of('e', null)]);
  expect(grouped.map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c', 'e']);
  expect(grouped.map((_, index) => continuesDocument(grouped, index))).toEqual([false, true, false, false, false]);
});
