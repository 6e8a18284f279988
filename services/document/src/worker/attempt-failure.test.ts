import { AppError, notFound } from '@symbio/kit';
import { documentFailures } from '@symbio/page-engine/pipeline';
import { attemptFailure } from './attempt-failure.js';

describe('what a failure means for the job', () => {
  it.each([
    ['a password', documentFailures.encrypted(), true],
    ['a broken file', documentFailures.broken('bad xref'), true],
    ['a file that is no PDF', documentFailures.notAPdf(), true],
    ['no memory', documentFailures.outOfMemory(), false],
    ['a crash', documentFailures.crashed(), false],
    ['too much time', documentFailures.timeout(), false],
    ['a full disk', documentFailures.storage('ENOSPC'), false],
  ])('%s keeps its own sentence', (_, error, permanent) => {
    expect(attemptFailure(error)).toEqual({ message: error.message, details: error.detail ?? '', permanent });
  });

  it('a document that is gone is not looked for again', () => {
    expect(attemptFailure(notFound('Document'))).toEqual({
      message: 'The document was deleted.',
      details: '',
      permanent: true,
    });
  });

  it('a service that is away is worth another attempt', () => {
    const away = new AppError('UNAVAILABLE', 'unavailable', 'This part of Symbio is not available right now.');
    expect(attemptFailure(away)).toMatchObject({ message: away.message, permanent: false });
  });

  it('a surprise is told to people without its details', () => {
    const failure = attemptFailure(new TypeError('x is undefined'));
    expect(failure).toMatchObject({
      message: 'Something went wrong on our side while this document was processed. Try to process it again.',
      permanent: false,
    });
    expect(failure.details).toContain('x is undefined');
  });
});
