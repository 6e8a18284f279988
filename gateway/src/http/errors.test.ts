import { AppError, invalidFields, notAuthorized, notFound, stale, unauthenticated, conflict } from '@symbio/runtime';
import { errorBody, statusOf } from './errors.js';

describe('errors over HTTP', () => {
  it.each([
    [invalidFields({ a: 'b' }), 400],
    [unauthenticated(), 401],
    [notAuthorized(), 403],
    [notFound('Project'), 404],
    [conflict('busy', 'Busy'), 409],
    [stale('Project'), 409],
    [new AppError('ALREADY_EXISTS', 'exists', 'There'), 409],
    [new AppError('OUT_OF_RANGE', 'file_too_large', 'File size must be less than 200 MB'), 413],
    [new AppError('INVALID_ARGUMENT', 'unsupported_type', 'File type text/plain is not supported'), 415],
    [new AppError('INVALID_ARGUMENT', 'method_not_allowed', 'No'), 405],
    [new AppError('RESOURCE_EXHAUSTED', 'too_many_attempts', 'Wait'), 429],
    [new AppError('CANCELLED', 'cancelled', 'Gone'), 499],
    [new AppError('UNAVAILABLE', 'unavailable', 'Away'), 503],
    [new AppError('INTERNAL', 'internal', 'Oops'), 500],
  ])('%s is answered with %d', (error, status) => {
    expect(statusOf(error)).toBe(status);
  });

  it('have a message, a stable code, the request’s id and the invalid fields (ERR-01)', () => {
    expect(errorBody(invalidFields({ title: 'Title is required' }), 'r1')).toEqual({
      error: 'Title is required',
      code: 'invalid_fields',
      request_id: 'r1',
      fields: { title: 'Title is required' },
    });
    expect(errorBody(unauthenticated(), 'r2')).toEqual({
      error: 'Authentication required. Please log in to continue.',
      code: 'unauthenticated',
      request_id: 'r2',
    });
  });
});
