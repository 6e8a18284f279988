import { AppError, conflict, notFound } from '@symbio/runtime';
import { documentFailures } from '@symbio/page-engine/pipeline';
import { attemptFailure } from './attempt-failure.js';

describe('a failure of an attempt', () => {
  it.each([
    ['a password', documentFailures.encrypted(), true, false],
    ['a broken file', documentFailures.broken('bad xref'), true, false],
    ['a file that is no PDF', documentFailures.notAPdf(), true, false],
    ['no memory', documentFailures.outOfMemory(), false, false],
    ['a crash', documentFailures.crashed(), false, false],
    ['too much time', documentFailures.timeout(), false, false],
    ['a full disk', documentFailures.storage('ENOSPC'), false, true],
  ])('%s keeps its own sentence', (_, error, permanent, blocked) => {
    expect(attemptFailure(error)).toEqual({ message: error.message, details: error.detail ?? '', permanent, blocked });
  });

  it('of a deleted document is permanent', () => {
    expect(attemptFailure(notFound('Document'))).toEqual({
      message: 'The document was deleted.',
      details: '',
      permanent: true,
      blocked: false,
    });
  });

  it.each([
    ['a service that is away', new AppError('UNAVAILABLE', 'unavailable', 'This part of Symbio is not available now.')],
    ['a service that hangs', new AppError('DEADLINE_EXCEEDED', 'deadline', 'This took too long.')],
    ['a store without room', new AppError('UNAVAILABLE', 'storage_full', 'There is no room left to store files.')],
    ['another job of the document', conflict('document_busy', 'Another job is working on this document.')],
  ])('%s is waited for', (_, error) => {
    expect(attemptFailure(error)).toMatchObject({ message: error.message, permanent: false, blocked: true });
  });

  it('without a storage error counts as an attempt', () => {
    expect(attemptFailure(conflict('job_state', 'Not now.'))).toMatchObject({ permanent: false, blocked: false });
  });

  it('shows users no details of an unexpected error', () => {
    const failure = attemptFailure(new TypeError('x is undefined'));
    expect(failure).toMatchObject({
      message: 'Something went wrong on our side while this document was processed. Try to process it again.',
      permanent: false,
    });
    expect(failure.details).toContain('x is undefined');
  });
});
