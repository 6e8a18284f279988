import { invalid } from '@symbio/runtime';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { unfollowRoutes } from './unfollow.js';

afterEach(closeServers);

async function gateway() {
  const tokens: string[] = [];
  const url = await serveHandlers(
    mounted(
      unfollowRoutes({
        issue: {
          unfollowByToken: ({ token = '' }) => {
            tokens.push(token);
            return token === 'good'
              ? Promise.resolve({ key: 'SYM-12', title: 'Grey tiles' })
              : Promise.reject(invalid('bad_token', 'This link is no longer valid.'));
          },
        },
        callers: { self: () => Promise.resolve({ token: 'of the gateway', requestId: 'r1' }) },
      }),
    ),
  );
  return { url: `${url}/issue-unfollow`, tokens };
}

describe('ending mail about an issue', () => {
  it('takes the token from the page, as JSON', async () => {
    const { url } = await gateway();
    const body = JSON.stringify({ token: 'good' });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ success: true, key: 'SYM-12', title: 'Grey tiles' });
  });

  it('takes it from the address when a mail program posts its own form (RFC 8058)', async () => {
    const { url, tokens } = await gateway();
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(`${url}?token=good`, { method: 'POST', body })).status).toBe(200);
    expect(tokens).toEqual(['good']);
  });

  it('reports an invalid token, and does nothing on a GET', async () => {
    const { url, tokens } = await gateway();
    const refused = await fetch(`${url}?token=bad`, { method: 'POST' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'This link is no longer valid.' });
    expect((await fetch(`${url}?token=good`)).status).toBe(405);
    expect(tokens).toEqual(['bad']);
  });
});
