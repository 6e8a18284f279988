import { AppError, type AppErrorCode } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import { retryingCalls } from './retrying-calls.js';

const parent = (token: string): CallParent => ({ token, requestId: 'r' });

function failing(times: number, code: AppErrorCode) {
  const tokens: string[] = [];
  const client = {
    ask: (request: { n: number }, { token }: CallParent): Promise<number> => {
      tokens.push(token);
      return tokens.length <= times ? Promise.reject(new AppError(code, 'away', 'Away.')) : Promise.resolve(request.n);
    },
  };
  const retrying = retryingCalls(client, () => Promise.resolve(parent('fresh')), [1, 1]);
  return { retrying, tokens };
}

describe('calls of a worker', () => {
  it.each(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL'] as const)(
    'are retried after %s, each time with a fresh token',
    async (code) => {
      const { retrying, tokens } = failing(2, code);
      await expect(retrying.ask({ n: 7 }, parent('first'))).resolves.toBe(7);
      expect(tokens).toEqual(['first', 'fresh', 'fresh']);
    },
  );

  it('fail finally if the service stays unavailable', async () => {
    const { retrying, tokens } = failing(9, 'UNAVAILABLE');
    await expect(retrying.ask({ n: 7 }, parent('first'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(tokens).toHaveLength(3);
  });

  it.each(['NOT_FOUND', 'FAILED_PRECONDITION', 'INVALID_ARGUMENT', 'CANCELLED'] as const)(
    'are not retried after %s',
    async (code) => {
      const { retrying, tokens } = failing(1, code);
      await expect(retrying.ask({ n: 7 }, parent('first'))).rejects.toMatchObject({ code });
      expect(tokens).toHaveLength(1);
    },
  );

  it('end with the signal of the caller', async () => {
    const { retrying, tokens } = failing(1, 'UNAVAILABLE');
    const asked = retrying.ask({ n: 7 }, { ...parent('first'), signal: AbortSignal.abort() });
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(tokens).toHaveLength(1);
  });
});
