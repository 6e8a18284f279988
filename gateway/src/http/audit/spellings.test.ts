/** Requests every route in alternative spellings: each yields the same audit entry or an error. */
import { appOperations, operations, PREFIXES } from '@symbio/api';
import type { RequestHandler } from 'express';
import { mountedRoutes } from '../../../test/access/mounted.js';
import type { AppOptions } from '../../app.js';
import type { Caller } from '../request.js';
import { closeServers, passThrough, serve } from '../../testing.js';
import { signedInAs, testApp } from '../../testing-app.js';
import type { PendingEntry } from './recorder.js';
import { auditRequests } from './requests.js';

afterAll(closeServers);

const ID = '01890000-0000-7000-8000-00000000000a';
const OTHER = '01890000-0000-7000-8000-00000000000b';
const KEY = { id: 'k1', access: 'write' };
const CALLER = {
  actor: { via: 'api_key', sub: 'u1', scopes: [] },
  email: '',
  token: '',
  key: KEY,
} as unknown as Caller;

/** @param turn middleware that ends requests before their routes */
async function gateway(turn?: RequestHandler) {
  const seen: PendingEntry[] = [];
  let now = 0;
  const recorder = { add: (one: PendingEntry) => void seen.push(one), flush: () => Promise.resolve() };
  const { app } = testApp({
    authenticate: signedInAs(CALLER),
    limits: new Proxy({}, { get: () => turn ?? passThrough }) as AppOptions['limits'],
    callerLimit: turn ?? passThrough,
    // defeat deduplication
    auditRequests: auditRequests(recorder, () => (now += 24 * 60 * 60_000)),
  });
  const url = await serve(app);
  const call = async (method: string, address: string) => {
    seen.length = 0;
    const response = await fetch(url + address, {
      method,
      redirect: 'manual',
      headers: { authorization: 'Bearer sk_0123456789' },
    });
    await response.arrayBuffer();
    const entries = seen.map(({ action, object, objectId, projectId, operation }) => ({
      action,
      object,
      objectId,
      projectId,
      operation,
    }));
    return { status: response.status, entries };
  };
  return { app, call };
}

function queriesOf(route: string): string[] {
  const [method, path = ''] = route.split(' ');
  const declared = [...operations, ...appOperations].filter(
    (one) =>
      one.method.toUpperCase() === method &&
      path === `${PREFIXES[one.audience]}${one.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  const names = new Set(
    declared.flatMap(({ query }) => Object.keys(query.shape)).filter((name) => /(?:^id|_id)$/.test(name)),
  );
  return ['', ...[...names].map((name) => `${name}=${ID}`)];
}

/** No middleware ends these requests before their operation, which refuses unknown parameters; they name no ids. */
const WITHOUT_TURN: ReadonlySet<string> = new Set(
  appOperations
    .filter(({ access, rate }) => access === 'open' && !rate)
    .map(({ method, path }) => `${method.toUpperCase()} ${PREFIXES.app}${path}`),
);

const requestsOf = (routes: readonly string[]) =>
  routes
    .filter((route) => / \/(?:api|mcp)(?:\/|$)/.test(route))
    .flatMap((route) =>
      queriesOf(route).map((query) => {
        const [method = '', path = ''] = route.split(' ');
        return { route, method, path: path.replaceAll(/:\w+/g, ID), query };
      }),
    );

const withQuery = (path: string, query: string): string => (query ? `${path}?${query}` : path);
const encoded = (text: string): string => text.replaceAll(ID, `%30${ID.slice(1)}`);
/** Equivalent spellings: a percent-encoded id, and a second question mark before the parameters. */
const sameAs = (path: string, query: string): string[] => [
  withQuery(encoded(path), encoded(query)),
  `${path}?x=?&${query}`,
  `${path}?x=1&${query}&x=2`,
];
const otherThan = (path: string, query: string): string[] =>
  [
    path.replace(/[^/]+$/, (last) => (last === ID ? last : last.toUpperCase())),
    path.replace(/^\/\w+/, (first) => first.toUpperCase()),
    path.replace(/^\/api\/(?:public\/)?[\w-]+/, (first) => first.replace(/[a-z]+$/, (word) => word.toUpperCase())),
    `${path}/`,
  ]
    .filter((other) => other !== path)
    .map((other) => withQuery(other, query));

it.each([
  ['let in', 200],
  ['refused', 403],
])('a request that is %s leaves the same entry in every spelling', async (_how, status) => {
  const { app, call } = await gateway(
    (_request, response) => void response.status(status).json({ data: { id: OTHER } }),
  );
  const requests = requestsOf(mountedRoutes(app).filter((route) => !WITHOUT_TURN.has(route)));
  expect(requests.length).toBeGreaterThan(180);
  const entered = new Set<string>();
  for (const { route, method, path, query } of requests) {
    const usual = await call(method, withQuery(path, query));
    if (usual.entries.length > 0) entered.add(route);
    for (const address of sameAs(path, query)) expect([address, await call(method, address)]).toEqual([address, usual]);
  }
  // all reads and administrative actions; or everything forbidden to a key
  expect(entered.size).toBeGreaterThan(status === 200 ? 60 : 150);
});

const UNDECLARED = ['GET /api/public/docs/:file'];

it('every route below /api is a declared operation, and every operation has its route', async () => {
  const { app } = await gateway();
  const declared = [...operations, ...appOperations].map(
    ({ audience, method, path }) =>
      `${method.toUpperCase()} ${PREFIXES[audience]}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  const routes = mountedRoutes(app).filter((route) => route.includes(' /api/'));
  expect(routes).toEqual([...new Set([...declared, ...UNDECLARED])].sort());
});

it('an address in another case, or with a trailing slash, does not exist', async () => {
  const { app, call } = await gateway();
  for (const { method, path, query } of requestsOf(mountedRoutes(app)))
    for (const address of otherThan(path, query)) {
      const { status, entries } = await call(method, address);
      // with an id in the path, a word in another case is another id: 405 or 400 if ids have other methods or parameters
      expect([address, [400, 404, 405].includes(status), entries]).toEqual([address, true, []]);
    }
});

it('an id that cannot be decoded does not exist', async () => {
  const { call } = await gateway();
  expect((await call('GET', '/api/documents/%zz')).status).toBe(404);
});
