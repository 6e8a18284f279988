/** Rules for all API requests (see the description in api/openapi.json). */
import { brotliCompressSync } from 'node:zlib';
import { API_VERSION, appOperations, operations, PREFIXES } from '@symbio/api';
import type { Caller } from './request.js';
import { closeServers, serve } from '../testing.js';
import { signedInAs, testApp } from '../testing-app.js';

const NOBODY = 'x-nobody';

async function gateway(): Promise<string> {
  const unreachable = new Proxy(
    {},
    {
      get: (_, service) =>
        new Proxy(
          {},
          { get: (_target, rpc) => () => Promise.reject(new Error(`${String(service)}.${String(rpc)} was called`)) },
        ),
    },
  );
  const signedIn = signedInAs({
    actor: { via: 'api_key', sub: 'u1', scopes: [] },
    ...{ email: '', token: '' },
  } as unknown as Caller);
  const { app } = testApp({
    config: { CHECK_ANSWERS: '1' },
    clients: unreachable as never,
    authenticate: (request, response, next) =>
      request.get(NOBODY) === undefined ? signedIn(request, response, next) : next(),
  });
  return serve(app);
}

let origin: string;
beforeAll(async () => {
  origin = await gateway();
});
afterAll(closeServers);

const ID = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';
const addressOf = (path: string): string => `/api/public${path.replaceAll(/\{\w+\}/g, ID)}`;
const ofAll = [...operations, ...appOperations].map((operation) => ({
  ...operation,
  address: PREFIXES[operation.audience] + operation.path.replaceAll(/\{\w+\}/g, ID),
}));

interface Refusal {
  error: string;
  code: string;
  fields?: Record<string, string>;
}

async function ask(
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string | Buffer; signedIn?: boolean } = {},
) {
  const response = await fetch(origin + path, {
    method,
    headers: { ...options.headers, ...(options.signedIn === false ? { [NOBODY]: '1' } : {}) },
    ...(options.body === undefined ? {} : { body: options.body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Refusal };
}

const withBody = ofAll.filter(({ body, consumes }) => body !== undefined && consumes === undefined);
const lists = ofAll.filter(({ method, query }) => method === 'get' && Object.keys(query.shape).length > 0);
const addresses = [...new Set(ofAll.map(({ address }) => address))];
const closed = [...new Set(ofAll.filter(({ access }) => access !== 'open').map(({ address }) => address))];

describe('Every operation', () => {
  it.each(withBody.map(({ id, ...rest }) => [id, rest] as const))(
    '%s refuses a body that is not JSON: 415',
    async (_, { method, address }) => {
      const sent = { headers: { 'content-type': 'text/plain' }, body: 'name=1' };
      expect(await ask(method.toUpperCase(), address, sent)).toMatchObject({
        status: 415,
        body: { code: 'unsupported_type' },
      });
    },
  );

  it.each(lists.map(({ id, address }) => [id, address] as const))(
    '%s refuses unknown, repeated and blank query parameters, all at once',
    async (_, address) => {
      const { status, body } = await ask('GET', `${address}?serach=x&page=1&page=2&per_page=`);
      expect(status).toBe(400);
      expect(body.fields).toMatchObject({
        serach: 'Unknown parameter "serach"',
        page: 'Give page once',
        per_page: 'per_page is empty',
      });
    },
  );

  it.each(addresses)('%s answers 405 with Allow to other methods, and OPTIONS', async (address) => {
    const own = ofAll.filter((one) => one.address === address).map(({ method }) => method.toUpperCase());
    const wrong = await ask('PATCH', address);
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    const options = await ask('OPTIONS', address);
    expect(options.status).toBe(204);
    for (const { headers } of [wrong, options])
      expect(new Set((headers.get('allow') ?? '').split(', '))).toEqual(
        new Set([...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS']),
      );
  });

  it.each(closed)(
    '%s answers 401 with WWW-Authenticate without credentials (API-01, API-02, ERR-03)',
    async (address) => {
      const { status, headers, body } = await ask('GET', address, { signedIn: false });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="symbio"');
      expect(body.error).toBe('Authentication required. Please log in to continue.');
    },
  );

  it('sends its API version, and rejects another one', async () => {
    const asked = await ask('GET', addressOf('/authors?serach=x'));
    expect(asked.headers.get('symbio-version')).toBe(API_VERSION);
    expect(await ask('GET', addressOf('/authors'), { headers: { 'symbio-version': '1999-01-01' } })).toMatchObject({
      status: 400,
      body: { fields: { 'Symbio-Version': `Only version ${API_VERSION} is served` } },
    });
  });
});

describe('Unstorable input is a client error', () => {
  it.each([
    ['GET', '/features?name_ilike=%00', undefined, 'name_ilike'],
    ['GET', '/authors?page=9007199254740993', undefined, 'page'],
    ['GET', '/authors?page=1e3', undefined, 'page'],
    ['POST', '/features', { project_id: ID, name: 'a\0b' }, 'name'],
    [
      'POST',
      '/authors',
      { agent_name: 'A', agent_version: '1', agent_date: '2026-01-01', metadata: { a: ['\ud800'] } },
      'metadata.a.0',
    ],
  ])('%s %s %j names %s', async (method, path, body, field) => {
    const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const { status, body: refusal } = await ask(method, addressOf(path), sent);
    expect(status).toBe(400);
    expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
  });

  it('a body that does not match its Content-Encoding', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'br' };
    const broken = brotliCompressSync('{}').subarray(0, 2);
    for (const body of [Buffer.from('no brotli'), Buffer.concat([broken, Buffer.from([255, 255, 255])])])
      expect(await ask('POST', addressOf('/authors'), { headers, body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_encoding' },
      });
  });
});

describe('Ids', () => {
  it.each([
    ['GET', '/annotations/nonsense', 404, undefined],
    ['GET', '/annotations/%00', 404, undefined],
    ['DELETE', '/features?id=nonsense', 404, undefined],
    ['GET', '/annotations?document_page_id=nonsense', 404, 'document_page_id'],
    ['GET', '/mentions?author_id=nonsense', 404, 'author_id'],
    ['DELETE', '/features', 400, 'id'],
  ])('%s %s is answered with %d', async (method, path, status, field) => {
    const answer = await ask(method, addressOf(path));
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(field === undefined ? [] : [field]);
  });

  it('of bodies are named, too', async () => {
    const body = JSON.stringify({ project_id: 'nonsense', name: 'Gas works' });
    const sent = { headers: { 'content-type': 'application/json' }, body };
    expect(await ask('POST', addressOf('/features'), sent)).toMatchObject({
      status: 404,
      body: { code: 'not_found', fields: { project_id: 'Project not found' } },
    });
  });

  it('are reported together with all other problems', async () => {
    const body = JSON.stringify({ documnet_id: ID, annotation_type: 'circle' });
    const sent = { headers: { 'content-type': 'application/json' }, body };
    const { status, body: refusal } = await ask('POST', addressOf('/annotations?dry_run=maybe'), sent);
    expect(status).toBe(400);
    expect(refusal.fields).toEqual({
      dry_run: 'dry_run must be true or false',
      document_id: 'document_id is required',
      document_page_id: 'document_page_id is required',
      annotation_type: 'annotation_type must be rectangle, ellipse or polygon',
      coordinates:
        'coordinates must be {centerX, centerY, radiusX, radiusY, theta}, {x, y, width, height} or {points: [{x, y}]}',
      documnet_id: 'Unknown field "documnet_id"',
    });
  });
});

describe('The document', () => {
  it('needs no credentials, can be cached and is answered with 304 if unchanged', async () => {
    const { status, headers, body } = await ask('GET', '/api/public/openapi.json', { signedIn: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: API_VERSION } });
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const etag = headers.get('etag') ?? '';
    const again = await ask('GET', '/api/public/openapi.json', {
      signedIn: false,
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });
});
