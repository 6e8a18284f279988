import { setCaller, type Caller } from '../request.js';
import { closeServers, serveHandlers } from '../../testing.js';
import { readOnlyKeys } from './key-access.js';

afterEach(closeServers);

const key = (access: 'read' | 'write') => ({ key: { id: 'k1', access } }) as Caller;
const person = {} as Caller;

async function statusesOf(caller: Caller) {
  const url = await serveHandlers(
    (request, _response, next) => {
      setCaller(request, caller);
      next();
    },
    readOnlyKeys,
    (_request, response) => void response.json({}),
  );
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
  return Promise.all(methods.map(async (method) => (await fetch(url, { method })).status));
}

describe('access of a key (OP-21)', () => {
  it('is reading only for a read-only key', async () => {
    expect(await statusesOf(key('read'))).toEqual([200, 200, 403, 403, 403]);
  });

  it('is everything for a key with write access, and for people', async () => {
    for (const caller of [key('write'), person]) expect(await statusesOf(caller)).toEqual(Array(5).fill(200));
  });

  it('is refused with an error message', async () => {
    const url = await serveHandlers((request, response, next) => {
      setCaller(request, key('read'));
      return readOnlyKeys(request, response, next);
    });
    expect(await (await fetch(url, { method: 'POST' })).json()).toMatchObject({
      error: 'This API key may only read. To write, use a key with write access.',
      code: 'read_only_key',
    });
  });
});
