import { jest } from '@jest/globals';
import { NatsError } from 'nats';
import { asked, explainNats } from './nats-errors.js';

function apiError(err_code: number, description: string): NatsError {
  const error = new NatsError(description, '503');
  error.api_error = { code: 503, err_code, description };
  return error;
}

describe('the reason why NATS cannot be used', () => {
  it.each([
    [new NatsError('CONNECTION_REFUSED', 'CONNECTION_REFUSED'), 'nothing listens there (connection refused).'],
    [
      new NatsError("'Authorization Violation'", 'AUTHORIZATION_VIOLATION'),
      'it refuses the user, the password or the token in NATS_URL.',
    ],
    [new NatsError('503', '503'), 'it runs without JetStream, or JetStream has no leader: start it with -js.'],
    [
      apiError(10039, 'jetstream not enabled for account'),
      'it runs without JetStream, or without it for this account: start it with -js.',
    ],
    [
      apiError(10074, 'replicas > 1 not supported in non-clustered mode'),
      'replicas > 1 not supported in non-clustered mode.',
    ],
    [new Error('the connection is closed'), 'the connection is closed.'],
  ])('is a sentence (%s)', (error, sentence) => {
    expect(explainNats(error)).toBe(sentence);
  });
});

const connected = () => Promise.resolve(true);

describe('a NATS error for a caller', () => {
  it('is unavailable, and may be retried, while NATS does not answer', async () => {
    const timeout = new NatsError('TIMEOUT', 'TIMEOUT');
    const away = { code: 'UNAVAILABLE', reason: 'broker_away' };
    await expect(asked(() => Promise.reject(timeout), connected)).rejects.toMatchObject({ ...away, cause: timeout });
    const ask = jest.fn(() => Promise.resolve(7));
    await expect(asked(ask, () => Promise.resolve(false))).rejects.toMatchObject(away);
    expect(ask).not.toHaveBeenCalled();
  });

  it('is unchanged for an existing key, and when it does not come from NATS', async () => {
    const taken = apiError(10071, 'wrong last sequence: 1');
    await expect(asked(() => Promise.reject(taken), connected)).rejects.toBe(taken);
    const bug = new TypeError('no string');
    await expect(asked(() => Promise.reject(bug), connected)).rejects.toBe(bug);
    await expect(asked(() => Promise.resolve(7), connected)).resolves.toBe(7);
  });

  it('does not occur while JetStream starts: the call is repeated', async () => {
    const ask = jest
      .fn<() => Promise<number>>()
      .mockRejectedValueOnce(new NatsError('503', '503'))
      .mockResolvedValueOnce(7);
    await expect(asked(ask, connected)).resolves.toBe(7);
  });
});
