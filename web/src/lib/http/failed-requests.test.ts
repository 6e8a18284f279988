import { fakeServer } from '../../testing/fake-server.js';
import { signedIn } from '../../testing/sign-in.js';
import { failedRequests } from './failed-requests.js';
import { request } from './request.js';
import { signOut } from '../session/session.js';

it('failed requests are kept by method, path, status and id, the last five; never with content, nor for the next user', async () => {
  const server = fakeServer();
  await signedIn(server);
  server.on('POST /api/auth/sign-out', { status: 204 });
  server.on('GET /api/good', { json: {} });
  server.on('PUT /api/bad', { status: 502, json: { error: 'secret' } });
  await request({ url: '/api/good' });
  expect(failedRequests()).toEqual([]);
  await Promise.allSettled([1, 2, 3, 4, 5].map((page) => request({ url: '/api/none', params: { page } })));
  await request({ url: '/api/bad', method: 'PUT', params: { token: 'secret' }, body: { secret: 1 } }).catch(() => null);
  expect(failedRequests()).toHaveLength(5);
  const sent = server.requests.slice(-2).map(({ requestId }) => requestId);
  expect(new Set(sent).size).toBe(2);
  expect(failedRequests().slice(-2)).toEqual([
    { method: 'GET', path: '/api/none', status: 404, requestId: sent[0] },
    { method: 'PUT', path: '/api/bad', status: 502, requestId: sent[1] },
  ]);
  globalThis.fetch = () => Promise.reject(new TypeError('no network'));
  await request({ url: '/api/off' }).catch(() => null);
  expect(failedRequests().at(-1)).toEqual({
    method: 'GET',
    path: '/api/off',
    status: 0,
    requestId: expect.any(String) as unknown,
  });
  await signOut().catch(() => null);
  expect(failedRequests()).toEqual([]);
});
