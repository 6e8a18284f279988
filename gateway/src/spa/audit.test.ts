import { Router, json, type RequestHandler } from 'express';
import { AppError } from '@symbio/runtime';
import { Annotation } from '@symbio/proto/annotation';
import { Page } from '@symbio/proto/document';
import type { AuditEntry, AuditFilter, ListAuditEntriesRequest } from '@symbio/proto/identity';
import type { TitleClients } from './audit-titles.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { audit } from './audit.js';

afterEach(closeServers);

const USER = '01890000-0000-7000-8000-00000000000a';

const entry = (seq: number, values: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: `e${seq}`, seq, at: new Date('2026-11-23T10:00:00Z'), userId: USER, authorId: '', apiKeyId: '' },
  ...{ address: '192.0.2.7', action: 'opened', operation: 'read', object: 'page', objectId: 'p1', projectId: '' },
  ...{
    status: 200,
    requestId: 'r1',
    clientRequestId: 'mine',
    manifestSha256: '',
    organizationId: '',
    previous: 'aa',
    hash: 'bb',
    ...values,
  },
});

async function gateway(others: object = {}) {
  const asked: Partial<ListAuditEntriesRequest>[] = [];
  const identity = {
    setAuditRetention: ({ days }: { days: number }) =>
      Promise.resolve({ state: { newest: 9, oldest: 5, retentionDays: days, removedThrough: 4 } }),
    listAuditEntries: (request: ListAuditEntriesRequest) => {
      asked.push(request);
      return Promise.resolve(
        request.before === 0
          ? { entries: [entry(3, { operation: '=1+1' }), entry(2, { versionNumber: 5 })], next: 2 }
          : { entries: [entry(1, { userId: '', status: 0 })], next: 0 },
      );
    },
    getUserNames: () => Promise.resolve({ names: { [USER]: '+Ben' } }),
  };
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, { actor: {}, token: 't' } as unknown as Caller);
    next();
  };
  const url = await serveHandlers(
    authenticate,
    Router().use('/api', json(), mounted(audit({ ...NOTHING, identity, ...others } as unknown as TitleClients))),
  );
  const put = (query: string, body: object) =>
    fetch(`${url}/api${query}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { asked, put, get: (query: string) => fetch(`${url}/api${query}`) };
}

const missing = () => Promise.reject(new AppError('NOT_FOUND', 'not_found', 'Not found'));
const NOTHING = { document: { getPage: missing }, project: { listProjects: () => Promise.resolve({ projects: [] }) } };

const factOf = (fact: string, value: string) => ({ fact, value });

it('adds the titles of what is still there, and the decision of a review', async () => {
  const at = new Date('2026-11-23T10:00:00Z');
  const page = Page.fromPartial({ id: 'p1', documentId: 'd1', pageNumber: 4 });
  const known = { ...page, titleBlock: { facts: [factOf('sheet_number', '60'), factOf('year', '1887')] } };
  const marked = Annotation.fromPartial({
    ...{ id: 'a1', content: 'Gas holder', documentPageId: 'p1' },
    decisions: [
      { verdict: 'rejected', decidedAt: new Date('2026-11-22T10:00:00Z') },
      { verdict: 'accepted', decidedAt: at },
    ],
  });
  const entries = [
    entry(3, { operation: 'annotation.reviewed', object: 'annotation', objectId: 'a1', projectId: 'r1' }),
    entry(2, { object: 'page', objectId: 'p1' }),
    entry(1, { object: 'document', objectId: 'd2' }),
  ];
  const { get } = await gateway({
    annotation: { getAnnotation: () => Promise.resolve({ annotation: marked }) },
    document: {
      getPage: () => Promise.resolve({ page: known }),
      getDocument: ({ id }: { id: string }) =>
        id === 'd1' ? Promise.resolve({ document: { title: 'Sanborn 1887' } }) : missing(),
    },
    project: { listProjects: () => Promise.resolve({ projects: [{ id: 'r1', title: 'Mill Street' }] }) },
    identity: {
      listAuditEntries: () => Promise.resolve({ entries, next: 0 }),
      getUserNames: () => Promise.resolve({ names: {} }),
    },
  });
  const { data } = (await (await get('/audit')).json()) as { data: object[] };
  expect(data).toMatchObject([
    {
      ...{ object_title: 'Gas holder', place_title: 'Sanborn 1887, sheet 60', project_title: 'Mill Street' },
      verdict: 'accepted',
    },
    { object_title: 'Sanborn 1887, sheet 60', place_title: null, project_title: null, verdict: null },
    { object_title: null, object_id: 'd2' },
  ]);
});

it('lists entries with current names, and passes on the filters', async () => {
  const { asked, get } = await gateway();
  const response = await get(
    `/audit?user_id=${USER}&action=opened,deleted&address=192.0.2.7&from=2026-11-01T00:00:00Z&before=9&per_page=2`,
  );
  expect(await response.json()).toMatchObject({
    data: [{ seq: 1, user_id: null, user_name: null, status: null }],
    next: null,
  });
  const filter: AuditFilter = {
    ...{ userId: USER, apiKeyId: '', projectId: '', address: '192.0.2.7', actions: ['opened', 'deleted'] },
    from: new Date('2026-11-01T00:00:00Z'),
  };
  expect(asked).toEqual([{ filter, before: 9, limit: 2 }]);
});

it.each([
  ['user_id=me', 'user_id'],
  ['before=-1', 'before'],
  ['from=yesterday', 'from'],
])('names %s as invalid', async (query, field) => {
  const { get } = await gateway();
  const response = await get(`/audit?${query}`);
  expect(response.status).toBe(400);
  expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual([field]);
});

it('writes all slices as CSV with one header, and no formulas', async () => {
  const { get } = await gateway();
  const response = await get('/audit/export?format=csv');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=audit-trail.csv');
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^\uFEFF?seq,at,user_id,user_name,/);
  expect(lines[1]).toContain(`,"'+Ben",`);
  expect(lines[1]).toContain(`,"'=1+1",`);
});

it('writes NDJSON with the hashes, for verification of the chain', async () => {
  const { get } = await gateway();
  const lines = (await (await get('/audit/export?format=ndjson')).text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { seq: 3, previous: 'aa', hash: 'bb' },
    { seq: 2, version_number: 5 },
    { seq: 1, version_number: null },
  ]);
});

it('rejects an unknown format', async () => {
  const { get } = await gateway();
  expect((await get('/audit/export?format=xls')).status).toBe(400);
});

it('sets the retention, null for unlimited, and returns it', async () => {
  const { put } = await gateway();
  expect(await (await put('/audit/retention', { days: 90 })).json()).toMatchObject({
    data: { newest: 9, oldest: 5, retention_days: 90, removed_through: 4 },
  });
  expect(await (await put('/audit/retention', { days: null })).json()).toMatchObject({
    data: { retention_days: null },
  });
});

it.each([[{}], [{ days: 0 }], [{ days: 30.5 }], [{ days: '90' }]])('rejects %j as retention, by name', async (body) => {
  const { put } = await gateway();
  const response = await put('/audit/retention', body);
  expect(response.status).toBe(400);
  expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual(['days']);
});
