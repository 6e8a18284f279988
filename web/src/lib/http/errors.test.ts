import { errorFromResponse, errorMessage, networkError } from './errors.js';

const response = (status: number, statusText: string, headers: Record<string, string> = {}): Response =>
  ({ status, statusText, headers: { get: (name: string) => headers[name] ?? null } }) as unknown as Response;

describe('an error answer', () => {
  it('is read from `error`, else from `message` (ERR-01)', () => {
    expect(errorFromResponse(response(400, 'Bad Request'), { error: 'Title is required' }).message).toBe(
      'Title is required',
    );
    expect(errorFromResponse(response(400, 'Bad Request'), { message: 'No' }).message).toBe('No');
  });

  it('names fields in words', () => {
    const sent = 'answers.3.note is too long';
    const words = 'Answers 4, note is too long';
    const error = errorFromResponse(response(400, 'Bad Request'), { error: sent, fields: { 'answers.3.note': sent } });
    expect([error.message, error.fields]).toEqual([words, { 'answers.3.note': words }]);
  });

  it('falls back to the HTTP status and text (ERR-01)', () => {
    expect(errorFromResponse(response(502, 'Bad Gateway'), '<html>').message).toBe('502 Bad Gateway');
    expect(errorFromResponse(response(500, ''), { error: '' }).message).toBe('500');
  });

  it('keeps code, field messages, request id and the seconds to wait', () => {
    const error = errorFromResponse(response(429, 'Too Many Requests', { 'retry-after': '30' }), {
      error: 'Too many attempts.',
      code: 'rate_limited',
      request_id: 'r-1',
      fields: { email: 'Invalid email address', nested: { x: 1 } },
    });
    expect(error).toEqual({
      status: 429,
      message: 'Too many attempts.',
      code: 'rate_limited',
      requestId: 'r-1',
      retryAfter: 30,
      fields: { email: 'Invalid email address' },
    });
  });
});

describe('the sentence of a failure', () => {
  it('is the error’s own, else the fallback', () => {
    expect(errorMessage(networkError(), 'Failed')).toMatch('cannot be reached');
    expect(errorMessage(undefined, 'Failed to fetch projects')).toBe('Failed to fetch projects');
    expect(errorMessage({ message: ' ' }, 'Failed to fetch projects')).toBe('Failed to fetch projects');
  });
});
