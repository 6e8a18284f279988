import type { IdentityProvider, SessionTokens } from './provider.js';
import { memoryBucket, silent } from '../testing.js';
import { SessionRefresher } from './session-refresher.js';

const tokens: SessionTokens = { accessToken: 'a', refreshToken: 'r2', expiresIn: 300, refreshExpiresIn: 1800 };

const gateway = (
  refresh: IdentityProvider['refresh'],
  refreshes = memoryBucket(),
  abandonedMs?: number,
): SessionRefresher =>
  new SessionRefresher({
    provider: { refresh },
    refreshes,
    log: silent,
    ...(abandonedMs !== undefined && { abandonedMs }),
  });

function once() {
  const asked: string[] = [];
  const refresh = async (token: string): Promise<SessionTokens | undefined> => {
    asked.push(token);
    await new Promise((resolve) => setImmediate(resolve));
    return asked.length === 1 ? tokens : undefined;
  };
  return { asked, refresh };
}

describe('renewing a session', () => {
  it('calls the provider once when two tabs refresh with the same token, and when a response was lost', async () => {
    const { asked, refresh } = once();
    const refresher = gateway(refresh);
    expect(await Promise.all([refresher.refresh('r1'), refresher.refresh('r1')])).toEqual([tokens, tokens]);
    expect(await refresher.refresh('r1')).toEqual(tokens);
    expect(asked).toEqual(['r1']);
  });

  it('calls it once also when the tabs use two gateways, concurrently or in sequence', async () => {
    const { asked, refresh } = once();
    const refreshes = memoryBucket();
    const [a, b] = [gateway(refresh, refreshes), gateway(refresh, refreshes)];
    expect(await Promise.all([a.refresh('r1'), b.refresh('r1')])).toEqual([tokens, tokens]);
    // a gateway that started later, as after a crash of the one that held the response
    expect(await gateway(refresh, refreshes).refresh('r1')).toEqual(tokens);
    expect(asked).toEqual(['r1']);
  });

  it('stores nothing in the bucket that is usable without the old token', async () => {
    const refreshes = memoryBucket();
    // long enough not to appear in the sealed text by chance
    const secrets = { old: 'the old refresh token', access: 'the access token', refresh: 'the new refresh token' };
    const refreshed = { ...tokens, accessToken: secrets.access, refreshToken: secrets.refresh };
    await gateway(() => Promise.resolve(refreshed), refreshes).refresh(secrets.old);
    const kept = JSON.stringify([...refreshes.values]);
    for (const secret of Object.values(secrets)) expect(kept).not.toContain(secret);
    expect(kept).toContain('sealed');
  });

  it('takes over from a gateway that died during the call', async () => {
    const refreshes = memoryBucket();
    void gateway(() => new Promise(() => undefined), refreshes).refresh('r1');
    await new Promise((resolve) => setImmediate(resolve));
    expect(await gateway(once().refresh, refreshes, 0).refresh('r1')).toEqual(tokens);
  });

  it('works locally during an outage of the bucket', async () => {
    const { asked, refresh } = once();
    const away = () => Promise.reject(new Error('away'));
    const refresher = gateway(refresh, { ...memoryBucket(), create: away, get: away, set: away, remove: away });
    expect(await refresher.refresh('r1')).toEqual(tokens);
    expect(await refresher.refresh('r1')).toEqual(tokens);
    expect(asked).toEqual(['r1']);
  });

  it('calls again for another token, after an ended session, and after a failure', async () => {
    let asked = 0;
    const refresher = gateway(() => {
      asked++;
      return asked === 2 ? Promise.reject(new Error('away')) : Promise.resolve(undefined);
    });
    expect(await refresher.refresh('ended')).toBeUndefined();
    await expect(refresher.refresh('ended')).rejects.toThrow('away');
    expect(await refresher.refresh('ended')).toBeUndefined();
    expect(asked).toBe(3);
  });
});
