import { idTail } from '../../lib/ui/formats.js';
import {
  canCancel,
  canRetry,
  canStop,
  documentPath,
  durationText,
  JOB_STATUSES,
  progressText,
  resultText,
  shortFileName,
  shownStatus,
  statusLabel,
} from './job-records.js';

describe('a job in words', () => {
  it('is named by the last 8 characters of its id (JOB-01, CONST-10)', () => {
    expect(idTail('01890000-0000-7000-8000-00004b2f91aa')).toBe('4b2f91aa');
  });

  it('has its file name cut at 25 characters, or No document (JOB-04, CONST-10)', () => {
    expect(shortFileName('a'.repeat(25))).toBe('a'.repeat(25));
    expect(shortFileName('a'.repeat(26))).toBe(`${'a'.repeat(25)}…`);
    expect(shortFileName(null)).toBe('No document');
  });

  it('has its status with a capital letter (JOB-05, JOB-21)', () => {
    expect(JOB_STATUSES.map(statusLabel)).toEqual(['Pending', 'Processing', 'Retrying', 'Completed', 'Failed']);
  });

  it('may be cancelled from pending and retrying, retried from failed, and nothing else (JOB-22, JOB-24)', () => {
    const payload = { documentId: 'd1', projectId: 'p1' };
    expect(JOB_STATUSES.filter((status) => canCancel({ status }))).toEqual(['pending', 'retrying']);
    expect(JOB_STATUSES.filter((status) => canRetry({ status, payload }))).toEqual(['failed']);
  });

  it('is not retried when its document was deleted: there is nothing to work on', () => {
    expect(canRetry({ status: 'failed', payload: { documentId: null, projectId: 'p1' } })).toBe(false);
  });

  it('leads to its document, and to its page when it is about one (JOB-03)', () => {
    const payload = { documentId: 'd1', projectId: 'p1' };
    expect(documentPath({ project_id: 'p1', payload })).toBe('/projects/p1/documents/d1');
    const ofPage = { project_id: 'p1', payload: { ...payload, pageNumbers: [7] } };
    expect(documentPath(ofPage)).toBe('/projects/p1/documents/d1?page=7');
    expect(documentPath({ project_id: 'p1', payload: { documentId: null, projectId: 'p1' } })).toBeNull();
  });

  it("shows its progress by the worker's message, or in numbers", () => {
    expect(progressText({ done: 14, total: 62, message: 'page 14 of 62' })).toBe('page 14 of 62');
    expect(progressText({ done: 14, total: 62, message: '' })).toBe('page 14 of 62');
    expect(progressText({ done: 0, total: 0, message: '' })).toBeNull();
    expect(progressText(null)).toBeNull();
  });

  it('shows its result', () => {
    expect(resultText({ pages_processed: 1, pages_skipped: 0, pages_failed: 0 })).toBe('1 page');
    expect(resultText({ pages_processed: 60, pages_skipped: 2, pages_failed: 1 })).toBe(
      '60 pages, 2 unchanged, 1 failed',
    );
    expect(resultText({ pages_processed: 0, pages_skipped: 4, pages_failed: 0 })).toBe('4 pages, unchanged');
    expect(resultText({ pages_processed: 0, pages_skipped: 0, pages_failed: 2 })).toBe('2 failed');
    expect(resultText({ pages_processed: 0, pages_skipped: 0, pages_failed: 0 })).toBeNull();
  });

  it.each([
    [0.42, '0.4 s'],
    [9.96, '10 s'],
    [12.43, '12 s'],
    [59.7, '1 min'],
    [200, '3 min 20 s'],
    [7500, '2 h 5 min'],
  ])('formats %d seconds as %s', (seconds, words) => {
    expect(durationText(seconds)).toBe(words);
  });
});

describe('a job ended by a person', () => {
  it('is not shown as a failure (JOB-05, JOB-23)', () => {
    expect(shownStatus({ status: 'failed', failure: 'cancelled' })).toBe('cancelled');
    expect(shownStatus({ status: 'failed', failure: 'stopped' })).toBe('stopped');
    expect(shownStatus({ status: 'failed', failure: null })).toBe('failed');
    expect(shownStatus({ status: 'pending' })).toBe('pending');
  });

  it('can be stopped once while it runs, if it has pages to end between (JOB-22)', () => {
    const running = { status: 'processing', type: 'background-analyze-pages' };
    expect(canStop(running)).toBe(true);
    expect(canStop({ ...running, stopping: true })).toBe(false);
    expect(canStop({ ...running, status: 'pending' })).toBe(false);
    expect(canStop({ ...running, type: 'classify-document' })).toBe(false);
  });
});
