import { AppError } from '@symbio/runtime';
import type { Caller } from '../http/request.js';
import { agent, connected, disconnect, KEY, PAGE, DOCUMENT, PROJECT, RUN } from './testing.js';

afterEach(disconnect);

describe('POST /mcp', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const send = async (options: RequestInit & { headers?: Record<string, string> }) => {
    const { origin } = await connected();
    const response = await fetch(`${origin}/mcp`, { method: 'POST', body: JSON.stringify(message), ...options });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const known = { ...json, authorization: `Bearer ${KEY}` };

  it('requires a key, and reports that as the protocol requires', async () => {
    const { status, headers } = await send({ headers: json });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="symbio"']);
  });

  it('responds with uncached JSON, without a session', async () => {
    const { status, headers } = await send({ headers: known });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('mcp-session-id')).toBeNull();
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it.each(['GET', 'DELETE'])('%s is answered 405: no streams and no sessions', async (method) => {
    const { status, headers } = await send({ method, body: null, headers: known });
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('rejects other content types, pages of other sites, and batches', async () => {
    expect((await send({ headers: { ...known, 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await send({ headers: { ...known, origin: 'https://elsewhere.test' } })).status).toBe(403);
    const batch = await send({ headers: known, body: JSON.stringify([message, message]) });
    expect([batch.status, batch.body]).toEqual([400, expect.stringContaining('Send one message per request.')]);
  });
});

describe('a key', () => {
  const key = { ...agent, key: { id: 'k1', access: 'write' } } as unknown as Caller;
  const items = [
    {
      document_page_id: PAGE,
      document_id: DOCUMENT,
      annotation_type: 'rectangle',
      coordinates: { x: 1, y: 1, width: 10, height: 10 },
    },
  ];

  it('leaves a record of each of its writes, like on routes', async () => {
    const { call, asked } = await connected(key);
    await call('list_documents', { project_id: PROJECT });
    await call('propose_annotations', { items, dry_run: true });
    expect(asked.recorded).toEqual([]);
    await call('propose_annotations', { items });
    await call('start_run', { project_id: PROJECT, name: 'Tanks' });
    await call('undo_run', { id: RUN });
    const address = expect.any(String) as string;
    expect(asked.recorded).toMatchObject([
      { method: 'POST', operation: 'createAnnotations', status: 200, address },
      { method: 'POST', operation: 'createRun', status: 201, resourceId: RUN, address },
      { method: 'POST', operation: 'undoRun', status: 503, resourceId: RUN, address },
    ]);
  });

  it('is limited like on routes', async () => {
    const tooMuch = (): never => {
      throw new AppError('RESOURCE_EXHAUSTED', 'rate_limited', 'Wait as long as Retry-After says, and try again.');
    };
    await expect(connected(key, tooMuch)).rejects.toThrow('Wait as long as Retry-After says');
  });
});
