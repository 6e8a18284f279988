import { json, type RequestHandler } from 'express';
import { notAuthorized } from '@symbio/runtime';
import { ApiKey, Author, KeyWrite, User } from '@symbio/proto/identity';
import type { Clients } from '../clients.js';
import { idempotency } from '../http/idempotency.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, memoryBucket, sameRights, serveHandlers, mounted } from '../testing.js';
import { apiKeys } from './api-keys.js';
import { people } from './people.js';

afterEach(closeServers);

const PROJECT = '01890000-0000-7000-8000-00000000000a';
const KEY_ID = '01890000-0000-7000-8000-00000000000b';
const SECRET = 'sk_the-secret-itself';
const SHOWN_BEFORE =
  'This key already exists. Its secret was shown once and cannot be shown again: if it is lost, revoke this key and create another one.';
const admin = {
  actor: { via: 'user', sub: 'u1', authorId: 'a1', role: 'administrator', scopes: [] },
  email: '',
  token: 'internal',
} as unknown as Caller;
const key = ApiKey.create({
  id: KEY_ID,
  name: 'Field agent',
  userId: 'u2',
  authorId: 'a2',
  projectIds: [PROJECT],
  hint: 'self',
  createdAt: new Date('2026-01-15T12:00:00Z'),
  access: 'read',
  expiresAt: new Date('2027-01-15T12:00:00Z'),
});
const row = {
  id: KEY_ID,
  name: 'Field agent',
  user_id: 'u2',
  user_name: 'Sam Staff',
  author_id: 'a2',
  author_name: 'Local Agent 0.2.0',
  project_ids: [PROJECT],
  hint: 'self',
  access: 'read',
  created_at: '2026-01-15T12:00:00.000Z',
  expires_at: '2027-01-15T12:00:00.000Z',
  last_used_at: null,
  last_used_address: null,
  rotated_at: null,
  old_secret_until: null,
};

async function gateway(identity: Partial<Clients['identity']> = {}) {
  const asked: unknown[] = [];
  const answers = memoryBucket();
  const clients = {
    identity: {
      listApiKeys: () => Promise.resolve({ apiKeys: [key] }),
      createApiKey: (request: unknown) => {
        asked.push(request);
        return Promise.resolve({ apiKey: key, key: SECRET });
      },
      revokeApiKey: (request: unknown) => Promise.resolve(void asked.push(request)).then(() => ({})),
      updateUser: (request: { disabled?: boolean }) => {
        asked.push(request);
        const user = { id: 'u2', name: 'Sam', email: 'sam@example.test', role: 'symbio', disabled: request.disabled };
        return Promise.resolve({ user: User.create(user) });
      },
      getUserNames: () => Promise.resolve({ names: { u2: 'Sam Staff' } }),
      getAuthors: () => Promise.resolve({ authors: [Author.create({ id: 'a2', displayName: 'Local Agent 0.2.0' })] }),
      ...identity,
    },
    project: {
      checkAccess: ({ projectIds }: { projectIds: string[] }) =>
        Promise.resolve({ roles: Object.fromEntries(projectIds.includes(PROJECT) ? [[PROJECT, 'admin']] : []) }),
    },
  } as unknown as Clients;
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, admin);
    next();
  };
  const url = await serveHandlers(
    authenticate,
    json(),
    idempotency(answers, sameRights),
    mounted([...apiKeys(clients), ...people(clients)]),
  );
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return { call, asked, answers };
}

describe('API keys over HTTP (OP-21)', () => {
  it('are listed with the names of their users and authors', async () => {
    const { call } = await gateway();
    expect(await call('GET', '/api-keys')).toEqual({
      status: 200,
      body: { data: [row], page: 1, per_page: 1, total_pages: 1, count: 1 },
    });
  });

  it('are listed in pages if requested (PROJ-41)', async () => {
    const { call } = await gateway();
    expect(await call('GET', '/api-keys?page=2&per_page=1')).toEqual({
      status: 200,
      body: { data: [], page: 2, per_page: 1, total_pages: 1, count: 1 },
    });
  });

  it('are created for a user, an author and projects, and shown once', async () => {
    const { call, asked } = await gateway();
    const form = { name: 'Field agent', user_id: 'u2', author_id: 'a2', project_ids: [PROJECT] };
    expect(await call('POST', '/api-keys', form)).toEqual({ status: 201, body: { data: { ...row, key: SECRET } } });
    expect(asked).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        name: 'Field agent',
        userId: 'u2',
        authorId: 'a2',
        projectIds: [PROJECT],
        access: '',
        expiresAt: undefined,
      },
    ]);
  });

  it('are never stored: a repeated Idempotency-Key returns the row alone', async () => {
    const { call, answers, asked } = await gateway();
    const headers = { 'idempotency-key': 'once' };
    expect((await call('POST', '/api-keys', { name: 'Field agent' }, headers)).body).toEqual({
      data: { ...row, key: SECRET },
    });
    expect(await call('POST', '/api-keys', { name: 'Field agent' }, headers)).toEqual({
      status: 201,
      body: { data: { ...row, message: SHOWN_BEFORE } },
    });
    expect(asked).toHaveLength(1);
    expect(JSON.stringify([...answers.values])).not.toContain(SECRET);
  });

  it('accept a client id; a repeat returns the row and reports that the secret was shown', async () => {
    const { call, asked } = await gateway({
      createApiKey: (request) => Promise.resolve(void asked.push(request)).then(() => ({ apiKey: key, key: '' })),
    });
    expect(await call('POST', '/api-keys', { id: KEY_ID, name: 'Field agent' })).toEqual({
      status: 201,
      body: { data: { ...row, message: SHOWN_BEFORE } },
    });
    expect(asked).toMatchObject([{ id: KEY_ID }]);
    expect(await call('POST', '/api-keys', { id: 'mine', name: 'Field agent' })).toMatchObject({
      status: 400,
      body: { fields: { id: 'id must be a UUID' } },
    });
  });

  it.each([[[PROJECT, '01890000-0000-7000-8000-0000000000ff']], [['nonsense']]])(
    'cannot be limited to unknown projects: %j',
    async (project_ids) => {
      const { call, asked } = await gateway();
      expect(await call('POST', '/api-keys', { name: 'Agent', project_ids })).toMatchObject({
        status: 400,
        body: { fields: { project_ids: 'One of these projects does not exist' } },
      });
      expect(asked).toEqual([]);
    },
  );

  it('accept no unknown field', async () => {
    const { call } = await gateway();
    expect(await call('POST', '/api-keys', { name: 'Agent', projects: [] })).toMatchObject({
      status: 400,
      body: { fields: { projects: 'Unknown field "projects"' } },
    });
  });

  it('may be read-only, and expire', async () => {
    const { call, asked } = await gateway();
    const form = { name: 'Agent', access: 'read', expires_at: '2027-01-15T13:00:00+01:00' };
    expect((await call('POST', '/api-keys', form)).status).toBe(201);
    expect(asked).toMatchObject([{ access: 'read', expiresAt: new Date('2027-01-15T12:00:00Z') }]);
    expect(await call('POST', '/api-keys', { ...form, expires_at: 'tomorrow' })).toMatchObject({
      status: 400,
      body: { fields: { expires_at: 'expires_at must be a date and time' } },
    });
  });

  it('get another secret, shown once and never stored', async () => {
    const oldSecretUntil = new Date('2026-01-17T12:00:00Z');
    const rotations: unknown[] = [];
    const { call, answers } = await gateway({
      rotateApiKey: (request) => {
        rotations.push(request);
        return Promise.resolve({ apiKey: { ...key, oldSecretUntil }, key: rotations.length === 1 ? SECRET : '' });
      },
    });
    const rotated = { ...row, old_secret_until: '2026-01-17T12:00:00.000Z' };
    const headers = { 'idempotency-key': 'once' };
    const rotate = (more = {}) => call('POST', `/api-keys/${KEY_ID}/rotate`, { rotation_id: PROJECT }, more);
    expect(await rotate(headers)).toEqual({ status: 200, body: { data: { ...rotated, key: SECRET } } });
    const message = expect.stringContaining('The secret has already been replaced.') as unknown;
    for (const more of [headers, {}])
      expect(await rotate(more)).toEqual({ status: 200, body: { data: { ...rotated, message } } });
    expect(rotations).toEqual(Array(2).fill({ id: KEY_ID, rotationId: PROJECT }));
    expect(JSON.stringify([...answers.values])).not.toContain(SECRET);
    expect((await call('POST', '/api-keys/nonsense/rotate', {})).status).toBe(404);
  });

  it('list their writes', async () => {
    const at = new Date('2026-01-16T12:00:00Z');
    const write = KeyWrite.create({ id: 'w1', apiKeyId: KEY_ID, at, method: 'POST', operation: 'createMention' });
    const asked: unknown[] = [];
    const { call } = await gateway({
      listKeyWrites: (request) => {
        asked.push(request);
        const pageInfo = { page: 1, perPage: 1, totalPages: 9, count: 9, nextCursor: 'more' };
        return Promise.resolve({ writes: [{ ...write, status: 201, userId: 'u2', authorId: 'a2' }], pageInfo });
      },
    });
    expect(await call('GET', `/api-keys/${KEY_ID}/writes?per_page=1&cursor=here`)).toEqual({
      status: 200,
      body: {
        data: [
          {
            id: 'w1',
            at: '2026-01-16T12:00:00.000Z',
            method: 'POST',
            operation: 'createMention',
            resource_id: null,
            status: 201,
            request_id: '',
            address: null,
            run_id: null,
            user_id: 'u2',
            author_id: 'a2',
          },
        ],
        page: 1,
        per_page: 1,
        total_pages: 9,
        count: 9,
        next_cursor: 'more',
      },
    });
    expect(asked).toEqual([{ id: KEY_ID, paging: { page: 0, perPage: 1, cursor: 'here' } }]);
  });

  it('are revoked by id', async () => {
    const { call, asked } = await gateway();
    expect(await call('DELETE', `/api-keys/${KEY_ID}`)).toEqual({ status: 200, body: { success: true } });
    expect(asked).toEqual([{ id: KEY_ID }]);
    expect((await call('DELETE', '/api-keys/nonsense')).status).toBe(404);
  });

  it('are for administrators only (ERR-30)', async () => {
    const { call } = await gateway({ listApiKeys: () => Promise.reject(notAuthorized()) });
    expect(await call('GET', '/api-keys')).toMatchObject({ status: 403, body: { error: 'Not authorized' } });
  });
});

describe('changing a user over HTTP', () => {
  const USER = '01890000-0000-7000-8000-000000000002';

  it('passes on role and disabled, and reports disabled people (SET-10)', async () => {
    const { call, asked } = await gateway();
    const data = { id: 'u2', name: 'Sam', email: 'sam@example.test', role: 'symbio' };
    expect(await call('PUT', `/users/${USER}`, { role: 'symbio' })).toEqual({ status: 200, body: { data } });
    expect(await call('PUT', `/users/${USER}`, { disabled: true })).toEqual({
      status: 200,
      body: { data: { ...data, disabled: true } },
    });
    expect(asked).toEqual([
      { userId: USER, role: 'symbio' },
      { userId: USER, disabled: true },
    ]);
  });

  it('accepts no other field, and disabled as true or false only', async () => {
    const { call } = await gateway();
    expect((await call('PUT', `/users/${USER}`, { disabled: 'yes' })).status).toBe(400);
    expect((await call('PUT', `/users/${USER}`, { email: 'other@example.test' })).status).toBe(400);
    expect((await call('PUT', '/users/nonsense', { role: 'symbio' })).status).toBe(404);
  });
});
