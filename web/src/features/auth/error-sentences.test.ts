import { errorFromResponse } from '../../lib/http/errors.js';
import { errorSentence, waitingTime } from './error-sentences.js';

describe('a waiting time', () => {
  it.each([
    [0, '1 second'],
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '1 minute 1 second'],
    [75, '1 minute 15 seconds'],
    [120, '2 minutes'],
    [3599, '59 minutes 59 seconds'],
    [3600, '1 hour'],
    [3601, '1 hour 1 minute'],
    [5000, '1 hour 24 minutes'],
    [7200, '2 hours'],
  ])('of %d seconds is %s: never shorter than the actual time', (seconds, words) =>
    expect(waitingTime(seconds)).toBe(words),
  );
});

describe('a refusal', () => {
  const error = { status: 429, message: 'Slow down.', code: 'too_many_attempts', fields: {} };

  it("keeps the server's message when there is no waiting time", () => {
    expect(errorSentence(error, 'Failed to sign in')).toBe('Slow down.');
    expect(errorSentence({ ...error, status: 503, retryAfter: 5 }, 'Failed to sign in')).toBe('Slow down.');
  });

  it.each([
    ['nothing', '', 500, 'Internal Server Error'],
    ['nothing over HTTP/2, which has no status text', '', 500, ''],
    ['no words', {}, 500, 'Internal Server Error'],
    ['a page of a proxy', '<html><h1>502 Bad Gateway</h1></html>', 502, 'Bad Gateway'],
    ['an empty sentence', { error: '', message: ' ' }, 400, 'Bad Request'],
  ])('of a response with %s names the failed action (AUTH-08, AUTH-19)', (_what, body, status, statusText) => {
    const silent = errorFromResponse(new Response(null, { status, statusText }), body);
    expect(errorSentence(silent, 'Failed to sign in')).toBe('Failed to sign in');
    expect(errorSentence(silent, 'Failed to create account')).toBe('Failed to create account');
  });
});
