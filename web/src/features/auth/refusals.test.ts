import { refusalSentence, waitingTime } from './refusals.js';

describe('a waiting time', () => {
  it.each([
    [0, '1 second'],
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3599, '60 minutes'],
    [3600, '1 hour'],
    [5000, '2 hours'],
  ])('of %d seconds is %s: never less than there is to wait', (seconds, words) =>
    expect(waitingTime(seconds)).toBe(words),
  );
});

describe('a refusal', () => {
  const error = { status: 429, message: 'Slow down.', code: 'too_many_attempts', fields: {} };

  it('keeps the words of the server when it does not say how long to wait', () => {
    expect(refusalSentence(error)).toBe('Slow down.');
    expect(refusalSentence({ ...error, status: 503, retryAfter: 5 })).toBe('Slow down.');
  });
});
