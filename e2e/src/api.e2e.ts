import { jest } from '@jest/globals';
import {
  Api,
  LOCAL_API_KEY,
  LOCAL_PASSWORD,
  eventually,
  projectFields,
  stackUrl,
  type ErrorBody,
  type Many,
  type One,
  type Project,
} from './api-client.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

const nobody = new Api(undefined);
let admin: Api;
let staff: Api;
let customer: Api;

beforeAll(async () => {
  admin = await Api.signIn('admin@symbio.test');
  staff = await Api.signIn('staff@symbio.test');
  customer = await Api.signIn('customer@symbio.test');
});

const cookieOf = (headers: Headers): string => (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';

describe('signing in', () => {
  it('answers an access token, the person, and a cookie no script can read (AUTH-24, AUTH-27)', async () => {
    const { status, body, headers } = await nobody.post<{
      token_type: string;
      expires_in: number;
      user: Record<string, unknown>;
    }>('/api/auth/sign-in', { email: 'admin@symbio.test', password: LOCAL_PASSWORD });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      user: {
        email: 'admin@symbio.test',
        role: 'administrator',
        permissions: { canCreateProject: true, canManageUser: true, canSeeReleaseNotes: true, canManageAgents: true },
      },
    });
    expect(body.expires_in).toBeGreaterThan(0);
    expect(headers.getSetCookie()[0]).toMatch(/HttpOnly/i);
    expect(headers.getSetCookie()[0]).toMatch(/SameSite=Strict/i);
  });

  it('gives each role its permissions (AUTH-25, OP-08)', async () => {
    const me = async (api: Api) => (await api.get<One<{ role: string; permissions: object }>>('/api/me')).body.data;
    expect(await me(staff)).toMatchObject({
      role: 'symbio',
      permissions: { canCreateProject: true, canManageUser: false, canSeeReleaseNotes: true, canManageAgents: true },
    });
    expect(await me(customer)).toMatchObject({
      role: 'customer',
      permissions: { canCreateProject: false, canManageUser: false, canSeeReleaseNotes: false, canManageAgents: false },
    });
  });

  it('says the same of a wrong password and of an unknown person (AUTH-08)', async () => {
    const wrong = await nobody.post<ErrorBody>('/api/auth/sign-in', { email: 'staff@symbio.test', password: 'nope' });
    const unknown = await nobody.post<ErrorBody>('/api/auth/sign-in', { email: 'ghost@symbio.test', password: 'nope' });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.body.error).toBe(unknown.body.error);
  });

  it('names both fields when both are missing (AUTH-05)', async () => {
    const { status, body } = await nobody.post<ErrorBody>('/api/auth/sign-in', { email: '', password: '' });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual(['email', 'password']);
  });

  it('keeps the session in the cookie, renews it, and ends it (AUTH-23)', async () => {
    const signedIn = await nobody.post('/api/auth/sign-in', {
      email: 'customer@symbio.test',
      password: LOCAL_PASSWORD,
    });
    const renewed = await nobody.get<{ access_token: string }>('/api/auth/session', {
      cookie: cookieOf(signedIn.headers),
    });
    expect(renewed.status).toBe(200);
    expect((await new Api(renewed.body.access_token).get('/api/me')).status).toBe(200);
    const cookie = cookieOf(renewed.headers);
    expect((await nobody.post('/api/auth/sign-out', {}, { cookie })).status).toBe(204);
    expect((await nobody.get('/api/auth/session', { cookie })).status).toBe(401);
    expect((await nobody.get('/api/auth/session')).status).toBe(401);
  });

  const forged = (header: object, payload: object): string =>
    [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  it.each([
    ['no token', undefined],
    ['nonsense', 'abc'],
    ['an unsigned token', `${forged({ alg: 'none' }, { sub: 'x', typ: 'Bearer' })}.`],
    ['a token signed by somebody else', `${forged({ alg: 'RS256', kid: 'k1' }, { sub: 'x', typ: 'Bearer' })}.c2ln`],
    ['an unknown API key', 'sk_unknown_000000000000000000000000'],
  ])('refuses %s with the sentence of the catalogue (AUTH-04, ERR-03)', async (_what, token) => {
    const { status, body } = await new Api(token).get<ErrorBody>('/api/public/projects');
    expect(status).toBe(401);
    expect(body.error).toBe('Authentication required. Please log in to continue.');
  });

  it('takes an API key on the public API only', async () => {
    const agent = new Api(LOCAL_API_KEY);
    expect((await agent.get('/api/public/projects')).status).toBe(200);
    expect((await agent.get('/api/me')).status).toBe(401);
  });
});

describe('rules for every call', () => {
  it('every refusal has a sentence, a code and the request’s id', async () => {
    const { status, body, headers } = await admin.get<ErrorBody>('/api/nowhere', { 'x-request-id': 'my-request.1' });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found', request_id: 'my-request.1' });
    expect(headers.get('x-request-id')).toBe('my-request.1');
  });

  it('an id of the wrong form is not found, never an error of ours', async () => {
    for (const path of [
      '/api/public/projects?id=abc',
      '/api/documents/%24ne',
      '/api/public/features?id=1',
      '/api/jobs/..%2f',
      '/api/projects/abc/site-visits',
    ])
      expect((await admin.get(path)).status).toBe(404);
  });

  it('another method answers 405, broken JSON 400, an unknown field is named', async () => {
    expect((await admin.delete('/api/me')).status).toBe(405);
    const broken = await fetch(`${stackUrl()}/api/public/projects`, {
      method: 'POST',
      headers: { ...(await admin.authorization()), 'content-type': 'application/json' },
      body: '{"title": ',
    });
    expect(broken.status).toBe(400);
    const unknown = await admin.post<ErrorBody>('/api/public/projects', { ...projectFields('x'), titel: 'typo' });
    expect(unknown).toMatchObject({ status: 400, body: { fields: { titel: 'Unknown field "titel"' } } });
  });

  it('a repeated POST with the same Idempotency-Key creates one item; another body with it is a conflict', async () => {
    const headers = { 'idempotency-key': `key-${Date.now()}` };
    const first = await admin.post<One<Project>>('/api/public/projects', projectFields('Once only'), headers);
    const second = await admin.post<One<Project>>('/api/public/projects', projectFields('Once only'), headers);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect((await admin.post('/api/public/projects', projectFields('Another'), headers)).status).toBe(409);
  });

  it('sends the headers that keep a page safe', async () => {
    const { headers } = await nobody.get('/');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('projects', () => {
  it('are created with a number and the status setup, listed, changed and deleted (PROJ-40, PROJ-41, OP-02)', async () => {
    const project = await staff.createProject('Lifecycle of a project');
    expect(project).toMatchObject({ status: 'setup', title: 'Lifecycle of a project', due_date: '2027-03-31' });
    expect(project.number).toMatch(/^P-\d{4}-\d{5}$/);
    const found = await staff.get<Many<Project> & { page: number; per_page: number; total_pages: number }>(
      '/api/public/projects?search=LIFECYCLE%20of',
    );
    expect(found.body).toMatchObject({ page: 1, per_page: 20, total_pages: 1, count: 1, data: [{ id: project.id }] });
    const changed = await staff.put<One<Project>>(`/api/public/projects?id=${project.id}`, {
      status: 'completed',
      updated_at: project.updated_at,
    });
    expect(changed.body.data.status).toBe('completed');
    const stale = await staff.put<ErrorBody>(`/api/public/projects?id=${project.id}`, {
      title: 'x',
      updated_at: project.updated_at,
    });
    expect(stale.status).toBe(409);
    expect((await staff.delete(`/api/public/projects?id=${project.id}`)).body).toEqual({ success: true });
    expect((await staff.get(`/api/public/projects?id=${project.id}`)).status).toBe(404);
  });

  it('name every missing field at once, in the words of the specification (PROJ-27 to PROJ-35)', async () => {
    const { status, body } = await admin.post<ErrorBody>('/api/public/projects', { client_email: 'nope' });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      title: 'Title is required',
      property_address: 'Property address is required',
      property_city: 'Property city is required',
      property_state: 'State is required',
      property_zip: 'ZIP code is required',
      client_company: 'Client company is required',
      client_email: 'Invalid email address',
      due_date: 'Due date is required',
    });
  });

  it('are created only with permission (AUTH-28), and visible only to members (AUTH-34 to AUTH-37)', async () => {
    const refused = await customer.post<ErrorBody>('/api/public/projects', projectFields('Mine'));
    expect(refused).toMatchObject({ status: 403, body: { error: 'Not authorized' } });
    const project = await staff.createProject('Seen by few');
    expect((await customer.get(`/api/public/projects?id=${project.id}`)).status).toBe(404);
    expect((await admin.get(`/api/public/projects?id=${project.id}`)).status).toBe(200);
    const { body: me } = await customer.get<One<{ id: string }>>('/api/me');
    await staff.post(`/api/projects/${project.id}/members`, { user_id: me.data.id, role: 'viewer' });
    await eventually(async () =>
      expect((await customer.get(`/api/public/projects?id=${project.id}`)).status).toBe(200),
    );
    expect((await customer.put(`/api/public/projects?id=${project.id}`, { title: 'Taken over' })).status).toBe(403);
    const upload = await customer.upload(project.id, [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.4') }]);
    expect(JSON.stringify(upload.body)).toContain('Not authorized');
  });
});
