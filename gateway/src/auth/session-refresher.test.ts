import type { SessionTokens } from './provider.js';
import { SessionRefresher } from './session-refresher.js';

const tokens: SessionTokens = { accessToken: 'a', refreshToken: 'r2', expiresIn: 300, refreshExpiresIn: 1800 };

describe('renewing a session', () => {
  it('asks the provider once when two tabs renew with the same token, and when an answer was lost', async () => {
    let asked = 0;
    const refresher = new SessionRefresher({ refresh: () => Promise.resolve(++asked === 1 ? tokens : undefined) });
    expect(await Promise.all([refresher.refresh('r1'), refresher.refresh('r1')])).toEqual([tokens, tokens]);
    expect(await refresher.refresh('r1')).toEqual(tokens);
    expect(asked).toBe(1);
  });

  it('asks again for another token, after an ended session, and after a failure', async () => {
    let asked = 0;
    const refresher = new SessionRefresher({
      refresh: () => {
        asked++;
        return asked === 2 ? Promise.reject(new Error('away')) : Promise.resolve(undefined);
      },
    });
    expect(await refresher.refresh('ended')).toBeUndefined();
    await expect(refresher.refresh('ended')).rejects.toThrow('away');
    expect(await refresher.refresh('ended')).toBeUndefined();
    expect(asked).toBe(3);
  });
});
