import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { json as jsonOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { setCaller, type Caller } from '../request.js';
import { closeServers, serveHandlers } from '../../testing.js';
import { batchBodies, usualBodies } from './json-bodies.js';

afterEach(closeServers);

const authenticate: RequestHandler = (asked, _response, next) => {
  setCaller(asked, { actor: { sub: asked.get('x-person') ?? 'a' } } as unknown as Caller);
  next();
};
const length: RequestHandler = (asked, response) => void response.json(JSON.stringify(asked.body ?? null).length);
const bodyOf = (bytes: number): string => JSON.stringify({ text: 'x'.repeat(bytes - 11) });
const headers = { 'content-type': 'application/json' };
const MB = 1_024 * 1_024;

async function sender(read: RequestHandler) {
  const url = await serveHandlers(authenticate, read, length);
  const send = async (body: string | Buffer<ArrayBuffer>, more: Record<string, string> = {}) => {
    const response = await fetch(url, { method: 'POST', body, headers: { ...headers, ...more } });
    return [response.status, await response.json()];
  };
  return { url, send };
}
const tooLarge = (limit: string): unknown =>
  expect.objectContaining({ code: 'too_large', error: `The body is too large: the limit is ${limit}.` });

describe('JSON bodies', () => {
  it('have 1 MB at most; larger ones are rejected with the limit', async () => {
    const { send } = await sender(usualBodies());
    expect(await send(bodyOf(MB))).toEqual([200, MB]);
    expect(await send(bodyOf(MB + 1))).toEqual([413, tooLarge('1 MB')]);
  });

  it('of batches have 8 MB at most, also compressed', async () => {
    const { send } = await sender(batchBodies());
    expect(await send(bodyOf(100))).toEqual([200, 100]);
    expect(await send(bodyOf(8 * MB))).toEqual([200, 8 * MB]);
    expect(await send(bodyOf(8 * MB + 1))).toEqual([413, tooLarge('8 MB')]);
    const packed = (bytes: number) => send(gzipSync(bodyOf(bytes)), { 'content-encoding': 'gzip' });
    expect(await packed(2 * MB)).toEqual([200, 2 * MB]);
    expect(await packed(8 * MB + 1)).toEqual([413, tooLarge('8 MB')]);
  });

  it('that are large are at most ten per caller; small ones, and those of others, are accepted', async () => {
    const { url, send } = await sender(batchBodies());
    const begin = (): ClientRequest => {
      const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': 2 * MB } });
      sent.on('error', () => undefined);
      sent.write('{');
      return sent;
    };
    const begun = Array.from({ length: 11 }, begin);
    const refused = await Promise.race(
      begun.map(async (sent) => ((await once(sent, 'response')) as [IncomingMessage])[0]),
    );
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(await jsonOf(refused)).toMatchObject({ code: 'too_many_at_once' });
    expect(await send(bodyOf(100))).toEqual([200, 100]);
    expect(await send(bodyOf(2 * MB), { 'x-person': 'b' })).toEqual([200, 2 * MB]);
    for (const sent of begun) sent.destroy();
  });
});
