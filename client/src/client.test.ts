import { createSymbioClient, SymbioError, type Annotation, type Feature, type SymbioClientOptions } from './index.js';

type Answer = () => Response | Promise<Response>;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const list = (data: unknown[], more: object = {}): Response =>
  json({ data, page: 1, per_page: 100, total_pages: 1, count: data.length, next_cursor: null, ...more });

/** Client with prepared responses that records requests and waits. */
function clientOf(answers: Answer[], more: Partial<SymbioClientOptions> = {}) {
  const sent: { method: string; url: URL; headers: Headers; body: string }[] = [];
  const pauses: number[] = [];
  const symbio = createSymbioClient({
    baseUrl: 'https://symbio.test/',
    apiKey: 'sk_1',
    fetch: async (request) => {
      const { method, url, headers } = request;
      sent.push({ method, url: new URL(url), headers, body: await request.text() });
      const answer = answers.shift();
      if (!answer) throw new Error('a request more than expected');
      return await answer();
    },
    retries: { wait: (ms) => (pauses.push(ms), Promise.resolve()) },
    ...more,
  });
  return { symbio, sent, pauses };
}

const RUN = { project_id: 'p-1', name: 'Tanks' };
const refused =
  (status: number, headers: Record<string, string> = {}): Answer =>
  () =>
    json({ error: 'Later, please.', code: 'later', request_id: 'r-1' }, status, headers);

const refusalOf = async (call: Promise<unknown>): Promise<SymbioError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof SymbioError) return error;
    throw error;
  }
  throw new Error('the call succeeded');
};

describe('a call', () => {
  it('sends the key to the public API and returns the typed body', async () => {
    const { symbio, sent } = clientOf([() => list([{ id: 'f-1', name: 'Gas works' }])]);
    const { data } = await symbio.get('/features', { params: { query: { name_ilike: '%gas%' } } });
    const features: Feature[] = data;
    expect(features[0]?.name).toBe('Gas works');
    expect(sent[0]?.url.href).toBe('https://symbio.test/api/public/features?name_ilike=%25gas%25');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer sk_1');
  });

  it('find returns null for 404 (API-14) and throws every other error', async () => {
    const { symbio } = clientOf([refused(404), () => json({ data: { id: 'f-1' } }), refused(403)]);
    const find = () => symbio.find('/features/{id}', { params: { path: { id: 'f-1' } } });
    expect(await find()).toBeNull();
    expect((await find())?.data.id).toBe('f-1');
    expect((await refusalOf(find())).status).toBe(403);
  });

  it('fills in path parameters', async () => {
    const { symbio, sent } = clientOf([() => json({ data: { id: 'a/1' } })]);
    const annotation: Annotation = (await symbio.get('/annotations/{id}', { params: { path: { id: 'a/1' } } })).data;
    expect(annotation.id).toBe('a/1');
    expect(sent[0]?.url.pathname).toBe('/api/public/annotations/a%2F1');
  });

  it('throws the server’s error', async () => {
    const fields = { project_id: 'project_id is required' };
    const body = { error: 'Some fields are not valid.', code: 'invalid_fields', request_id: 'r-7', fields };
    const { symbio } = clientOf([() => json(body, 400)]);
    expect(await refusalOf(symbio.post('/runs', { body: RUN }))).toMatchObject({
      message: 'Some fields are not valid.',
      status: 400,
      code: 'invalid_fields',
      fields,
      request_id: 'r-7',
      body,
    });
  });

  it('returns a 304 response to raw calls only', async () => {
    const unchanged: Answer = () => new Response(null, { status: 304, headers: { etag: '"1"' } });
    const { symbio, sent } = clientOf([unchanged, unchanged, refused(404)]);
    const init = { headers: { 'If-None-Match': '"1"' } };
    const { response } = await symbio.raw.GET('/authors', init);
    expect(response.status).toBe(304);
    expect(sent[0]?.headers.get('if-none-match')).toBe('"1"');
    // a call with a body type cannot return 304
    expect(await refusalOf(symbio.get('/authors', init))).toMatchObject({ status: 304 });
    expect(await refusalOf(symbio.raw.GET('/authors'))).toMatchObject({ status: 404 });
  });

  it('throws a readable error for a proxy’s response', async () => {
    const { symbio } = clientOf([
      () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'r-8' } }),
    ]);
    expect(await refusalOf(symbio.get('/authors'))).toMatchObject({
      message: 'The server answered 502.',
      code: 'http_502',
      fields: {},
      request_id: 'r-8',
    });
  });
});

describe('a retry', () => {
  it('waits for Retry-After', async () => {
    const { symbio, sent, pauses } = clientOf([refused(429, { 'retry-after': '7' }), refused(503), () => list([])]);
    await symbio.get('/authors');
    expect(sent).toHaveLength(3);
    expect(pauses[0]).toBe(7_000);
    expect(pauses[1]).toBeGreaterThanOrEqual(1_000);
    expect(pauses[1]).toBeLessThanOrEqual(2_000);
  });

  it('stops after the maximum attempts, or immediately if the pause is too long', async () => {
    const tried = clientOf([refused(429), refused(429)], { retries: { attempts: 2, wait: () => Promise.resolve() } });
    expect(await refusalOf(tried.symbio.get('/authors'))).toMatchObject({ status: 429, code: 'later' });
    expect(tried.sent).toHaveLength(2);
    const long = clientOf([refused(429, { 'retry-after': '3600' })]);
    expect(await refusalOf(long.symbio.get('/authors'))).toMatchObject({ status: 429 });
    expect(long.pauses).toEqual([]);
  });

  it('keeps the body and the Idempotency-Key of every POST', async () => {
    const { symbio, sent } = clientOf([refused(503), () => json({ data: {} }, 201), () => json({ data: {} }, 201)]);
    await symbio.post('/runs', { body: RUN });
    await symbio.post('/runs', { body: RUN });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([RUN, RUN, RUN]);
  });

  it('waits while the first attempt is running', async () => {
    const running = { error: 'Still running.', code: 'idempotency_in_progress', request_id: 'r-1' };
    const { symbio, sent, pauses } = clientOf([
      () => Promise.reject(new TypeError('fetch failed')),
      () => json(running, 409, { 'retry-after': '1' }),
      () => json({ data: { id: 'r-1' } }, 201),
    ]);
    expect((await symbio.post('/runs', { body: RUN })).data.id).toBe('r-1');
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(pauses[1]).toBe(1_000);
  });

  it('is not made for other conflicts', async () => {
    const { symbio, sent } = clientOf([refused(409), () => new Response('conflict', { status: 409 })]);
    expect(await refusalOf(symbio.post('/runs', { body: RUN }))).toMatchObject({ status: 409, code: 'later' });
    expect(await refusalOf(symbio.post('/runs', { body: RUN }))).toMatchObject({ code: 'http_409', body: 'conflict' });
    expect(sent).toHaveLength(2);
  });

  it('follows 504 only if the request is safe to repeat', async () => {
    const { symbio, sent } = clientOf([
      refused(504),
      () => list([]),
      refused(504),
      () => json({ data: {} }, 201),
      refused(504),
    ]);
    await symbio.get('/authors');
    await symbio.post('/runs', { body: RUN });
    expect(sent[3]?.headers.get('idempotency-key')).toBe(sent[2]?.headers.get('idempotency-key'));
    const deletion = symbio.delete('/features', { params: { query: { id: 'f-1' } } });
    expect((await refusalOf(deletion)).status).toBe(504);
    expect(sent).toHaveLength(5);
  });

  it('is possible for the caller with the key of a failed POST', async () => {
    const { symbio, sent } = clientOf([refused(504), refused(400), refused(404)], { retries: { attempts: 1 } });
    const { idempotencyKey } = await refusalOf(symbio.post('/runs', { body: RUN }));
    expect(idempotencyKey).toBe(sent[0]?.headers.get('idempotency-key'));
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    const params = { header: { 'Idempotency-Key': 'mine' } };
    expect((await refusalOf(symbio.post('/runs', { body: RUN, params }))).idempotencyKey).toBe('mine');
    expect((await refusalOf(symbio.get('/authors'))).idempotencyKey).toBeNull();
  });

  it('keeps a key chosen by the caller', async () => {
    const { symbio, sent } = clientOf([() => json({ data: {} }, 201)]);
    await symbio.post('/runs', { body: RUN, params: { header: { 'Idempotency-Key': 'mine' } } });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('mine');
  });
});

describe('a connection that fails', () => {
  const broken: Answer = () => Promise.reject(new TypeError('fetch failed'));

  it('is retried if the request is safe to repeat', async () => {
    const { symbio, sent } = clientOf([broken, () => list([]), broken, () => json({ data: {} }, 201)]);
    await symbio.get('/authors');
    await symbio.post('/runs', { body: RUN });
    expect(sent).toHaveLength(4);
  });

  it('throws otherwise', async () => {
    const { symbio } = clientOf([broken]);
    const deletion = symbio.delete('/features', { params: { query: { id: 'f-1' } } });
    await expect(deletion).rejects.toThrow('fetch failed');
  });

  it('is not retried after the caller aborted', async () => {
    const gone = new AbortController();
    const { symbio, sent } = clientOf([() => (gone.abort(), broken())]);
    await expect(symbio.get('/authors', { signal: gone.signal })).rejects.toThrow('fetch failed');
    expect(sent).toHaveLength(1);
  });
});

describe('pagination', () => {
  it('follows cursors', async () => {
    const { symbio, sent } = clientOf([
      () => list([{ id: 'a-1' }, { id: 'a-2' }], { total_pages: 2, next_cursor: 'c2' }),
      () => list([{ id: 'a-3' }], { total_pages: 2 }),
    ]);
    const ids: string[] = [];
    const query = { document_page_id: 'd-1', per_page: 2 };
    for await (const { id } of symbio.paginate('/annotations', { params: { query } })) ids.push(id);
    expect(ids).toEqual(['a-1', 'a-2', 'a-3']);
    expect(sent.map(({ url }) => url.search)).toEqual([
      '?document_page_id=d-1&per_page=2',
      '?document_page_id=d-1&per_page=2&cursor=c2',
    ]);
  });

  it('uses page numbers without cursors, and reads only as far as iterated', async () => {
    const { symbio, sent } = clientOf([
      () => list([{ id: 'w-1' }], { total_pages: 3 }),
      () => list([{ id: 'w-2' }], { total_pages: 3, page: 2 }),
    ]);
    const writes = symbio.paginate('/runs/{id}/writes', { params: { path: { id: 'r-1' } } });
    for await (const { id } of writes) if (id === 'w-2') break;
    expect(sent.map(({ url }) => url.search)).toEqual(['?per_page=100', '?per_page=100&page=2']);
  });
});
