import { jest } from '@jest/globals';
import sharp from 'sharp';
import { makeTestSheetPdf } from '@symbio/tools/demo/map-set';
import {
  Api,
  LOCAL_API_KEY,
  LOCAL_PASSWORD,
  eventually,
  projectFields,
  stackUrl,
  type Document,
  type ErrorBody,
  type Many,
  type One,
  type Page,
  type Project,
} from './api-client.js';
import { corpusFile } from './corpus.js';
import { TEST_MS } from './patience.js';

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

  it('a repeated POST under an Idempotency-Key makes one thing; another body under it is a conflict', async () => {
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

  it('are created only by those who may (AUTH-28), and seen only by those who belong to them (AUTH-34 to AUTH-37)', async () => {
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
    // a viewer reads
    expect((await customer.put(`/api/public/projects?id=${project.id}`, { title: 'Taken over' })).status).toBe(403);
    const upload = await customer.upload(project.id, [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.4') }]);
    expect(JSON.stringify(upload.body)).toContain('Not authorized');
  });
});

/** Rejects what agents have proposed so far and nobody has decided about. */
async function rejectProposals(projectId: string): Promise<void> {
  const { data } = (
    await staff.get<Many<{ id: string; author_type: string; decisions: unknown[] }>>(
      `/api/projects/${projectId}/annotations`,
    )
  ).body;
  for (const { id, author_type, decisions } of data)
    if (author_type === 'ai_agent' && decisions.length === 0)
      await staff.post(`/api/annotations/${id}/review`, { action: 'reject', reason: 'Not on the property' });
}

describe('from a PDF to evidence', () => {
  let project: Project;
  let document: Document;
  let pages: Page[];

  beforeAll(async () => {
    project = await staff.createProject('Gas works on the river');
  });

  it('a sheet is uploaded, processed and cut into tiles that hold the picture (DOC-16, DOC-31, VIEW, DATA-08)', async () => {
    const { pdf } = await makeTestSheetPdf({ sheets: 2 });
    document = await staff.uploadOne(project.id, 'sheets 1896.pdf', pdf, 'sanborn_maps');
    expect(document).toMatchObject({ category: 'sanborn_maps', mime_type: 'application/pdf', file_size: pdf.length });
    expect(document.file_path).toContain(`projects/${project.id}/documents/`);
    const done = await staff.process(document, project.id);
    expect(done).toMatchObject({ total_pages: 2, processing_error: '' });
    ({ data: pages } = (await staff.get<Many<Page>>(`/api/documents/${document.id}/pages`)).body);
    expect(pages.map(({ page_number, status }) => [page_number, status])).toEqual([
      [1, 'ready'],
      [2, 'ready'],
    ]);
    const [page] = pages;
    expect(page).toMatchObject({ width: 1600, height: 1900, metadata: { page_type: 'sanborn_map' } });

    const image = page?.tile_source?.Image;
    const top = Math.ceil(Math.log2(1900));
    const tile = await fetch(`${stackUrl()}${image?.Url}${top}/0_0.${image?.Format}`);
    expect(tile.status).toBe(200);
    expect(tile.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(Buffer.from(await tile.arrayBuffer())).metadata()).toMatchObject({ width: 512, height: 512 });
    for (let level = 0; level <= top; level++)
      expect((await fetch(`${stackUrl()}${image?.Url}${level}/0_0.${image?.Format}`)).status).toBe(200);
    const thumbnail = await fetch(`${stackUrl()}${page?.thumbnail_url}`);
    expect(thumbnail.status).toBe(200);
    const full = await fetch(`${stackUrl()}${page?.image_url}`);
    expect(await sharp(Buffer.from(await full.arrayBuffer())).metadata()).toMatchObject({ width: 1600, height: 1900 });
  });

  it('files answer ranges, and only under a signature that is theirs and fresh (CONST-03)', async () => {
    const { body } = await staff.get<One<Document>>(`/api/documents/${document.id}`);
    const url = `${stackUrl()}${body.data.file_url}`;
    const part = await fetch(url, { headers: { range: 'bytes=0-4' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('%PDF-');
    expect((await fetch(url.replace(document.id, project.id))).status).toBe(403);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
    const tiles = pages[0]?.tile_source?.Image.Url ?? '';
    expect((await fetch(`${stackUrl()}${tiles.replace('/1/', '/2/')}0/0_0.jpg`)).status).toBe(403);
  });

  it('downloads come under the file’s own name (DOC-08)', async () => {
    const { body } = await staff.get<One<{ url: string }>>(`/api/documents/${document.id}/download-url`);
    const file = await fetch(`${stackUrl()}${body.data.url}`);
    expect(file.status).toBe(200);
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toMatch(/attachment.*sheets 1896\.pdf/);
  });

  it('an ellipse becomes a mention of a feature with a history, and others hear of it at once (FEAT-19, ANN, DATA-10 to DATA-18)', async () => {
    const received: string[] = [];
    const stream = new AbortController();
    const events = await fetch(`${stackUrl()}/api/events?project_id=${project.id}`, {
      headers: await staff.authorization(),
      signal: stream.signal,
    });
    const reading = (async () => {
      for await (const chunk of events.body ?? []) received.push(Buffer.from(chunk as Uint8Array).toString());
    })().catch(() => undefined);

    const coordinates = { centerX: 400, centerY: 500, radiusX: 80, radiusY: 60, theta: 0 };
    const annotation = await staff.post<One<{ id: string; author_type: string; content: string }>>(
      '/api/public/annotations',
      {
        document_page_id: pages[0]?.id,
        document_id: document.id,
        annotation_type: 'ellipse',
        coordinates,
      },
    );
    expect(annotation).toMatchObject({
      status: 201,
      body: { data: { author_type: 'human', content: 'label', coordinates, annotation_type: 'ellipse' } },
    });
    expect((await staff.get(`/api/annotations/${annotation.body.data.id}`)).body).toMatchObject({
      data: { document_id: document.id, coordinates },
    });
    const feature = await staff.post<One<{ id: string }>>('/api/public/features', {
      project_id: project.id,
      name: 'East River Gas Works',
      land_use: ['gas_holder_site'],
      coordinate: '(-73.9757,40.7359)',
    });
    expect(feature).toMatchObject({ status: 201, body: { data: { coordinate: '(-73.9757,40.7359)' } } });
    const mention = await staff.post<One<{ id: string; history_count: number }>>('/api/public/mentions', {
      feature_of_interest_id: feature.body.data.id,
      source_annotation_id: annotation.body.data.id,
      narrative: 'Two gas holders north of 21st Street',
    });
    expect(mention).toMatchObject({
      status: 201,
      body: { data: { current_confidence: 10, current_use_type: 'confirmed', history_count: 1 } },
    });
    const changed = await staff.put(`/api/public/mentions?id=${mention.body.data.id}`, {
      narrative: 'Two gas holders and an oil tank',
      confidence: 8,
    });
    expect(changed).toMatchObject({ status: 200, body: { data: { history_count: 2, current_confidence: 8 } } });
    const history = await staff.get<Many<{ status: string; narrative: string; author?: object }>>(
      `/api/public/mention-history?feature_id=${feature.body.data.id}&include=author`,
    );
    expect(history.body.data.map(({ status, narrative }) => [status, narrative])).toEqual([
      ['active', 'Two gas holders and an oil tank'],
      ['superseded', 'Two gas holders north of 21st Street'],
    ]);
    expect(history.body.data[0]?.author).toMatchObject({ author_type: 'human' });
    const near = await staff.get<Many<{ distance_m: number }>>(
      `/api/public/features?project_id=${project.id}&near=-73.9757,40.7362&radius=50`,
    );
    expect(near.body.data[0]?.distance_m).toBeCloseTo(33.3, 0);
    await eventually(async () => {
      const all = received.join('');
      for (const entity of ['annotation', 'feature', 'mention']) expect(all).toContain(`"entity":"${entity}"`);
      await Promise.resolve();
    });
    stream.abort();
    await reading;
    // the dashboard's cells follow (OP-04, PROJ-15): full once nobody's proposal waits for a decision either
    await eventually(async () => {
      await rejectProposals(project.id);
      const { body } = await staff.get<One<Project>>(`/api/public/projects?id=${project.id}`);
      expect(body.data).toMatchObject({
        has_annotations: true,
        progress: { insights: 'full', data: { pages: 'full' } },
      });
    });
  });

  it('a stranger sees nothing of it', async () => {
    for (const path of [
      `/api/documents/${document.id}`,
      `/api/documents/${document.id}/pages`,
      `/api/public/features?project_id=${project.id}`,
      `/api/public/mentions?project_id=${project.id}`,
      `/api/events?project_id=${project.id}`,
    ])
      expect([path, (await customer.get(path)).status]).toEqual([path, 404]);
    const { body } = await customer.get<Many<unknown>>(`/api/public/annotations?document_page_id=${pages[0]?.id}`);
    expect(body.data ?? []).toEqual([]);
  });

  it('the job tells what it did (DATA-19, JOB-20)', async () => {
    const job = await eventually(async () => {
      const { body } = await staff.get<Many<{ id: string; status: string; document_filename: string }>>(
        `/api/jobs?project_id=${project.id}`,
      );
      expect(body.data[0]).toMatchObject({ status: 'completed', document_filename: 'sheets 1896.pdf' });
      return body.data[0];
    });
    const logs = await staff.get<string>(`/api/jobs/${job?.id}/logs`);
    expect(logs.headers.get('content-type')).toContain('text/plain');
    expect(logs.body.split('\n').length).toBeGreaterThan(1);
  });

  it('a deleted document takes its pages, files and annotations with it (DOC-05, DOC-06)', async () => {
    const fileUrl = pages[0]?.thumbnail_url ?? '';
    expect((await staff.delete(`/api/documents/${document.id}`)).body).toEqual({ success: true });
    expect((await staff.get(`/api/documents/${document.id}`)).status).toBe(404);
    await eventually(async () => {
      expect((await fetch(`${stackUrl()}${fileUrl}`)).status).toBe(404);
      const { body } = await staff.get<Many<unknown>>(`/api/public/annotations?document_id=${document.id}`);
      expect(body.data ?? []).toEqual([]);
    });
  });
});

describe('bad input', () => {
  let project: Project;
  beforeAll(async () => {
    project = await staff.createProject('Bad input');
  });

  it('files that are no PDF, or empty, are refused with a sentence while the others are kept (DOC-12, DOC-14, OP-16)', async () => {
    const { pdf } = await makeTestSheetPdf({ width: 400 });
    const { status, body } = await staff.upload(project.id, [
      { name: 'letter.pdf', bytes: Buffer.from('Dear Sir or Madam') },
      { name: 'nothing.pdf', bytes: Buffer.alloc(0) },
      { name: 'good.pdf', bytes: pdf },
    ]);
    expect(status).toBe(201);
    expect(body.data.map(({ document }) => document?.file_name)).toEqual([undefined, undefined, 'good.pdf']);
    expect(body.data[0]).toMatchObject({
      file_name: 'letter.pdf',
      error: expect.stringMatching(/not supported|no PDF|not a PDF/i) as string,
    });
    expect(body.data[1]).toMatchObject({ file_name: 'nothing.pdf', error: expect.stringMatching(/empty/i) as string });
  });

  it('hostile PDFs end in a plain sentence on document and job, the worker survives, the next job runs', async () => {
    const hostile = [
      'empty_protected.pdf',
      'pr6531_1.pdf',
      'bomb_giant.pdf',
      'xref_command_missing.pdf',
      'poppler-395-0-fuzzed.pdf',
    ]
      .map((name) => ({ name, bytes: corpusFile(`pdf/${name}`) }))
      .filter((file): file is { name: string; bytes: Buffer } => file.bytes !== undefined);
    const { pdf } = await makeTestSheetPdf({ width: 400 });
    const cut = { name: 'cut-off.pdf', bytes: pdf.subarray(0, 300) };
    for (const { name, bytes } of [...hostile, cut]) {
      const document = await staff.uploadOne(project.id, name, bytes, 'sanborn_maps');
      const done = await staff.process(document, project.id);
      if (done.processing_status === 'failed') {
        expect([name, done.processing_error]).toEqual([name, expect.stringMatching(/^[A-Z].{15,}[.!]$/)]);
        expect(done.processing_error).not.toMatch(/undefined|Error:|exception|at .*\.js|null/);
        // the job hears of it a moment after the document
        await eventually(async () => {
          const { body } = await staff.get<Many<{ status: string; error_message: string }>>(
            `/api/jobs?document_id=${document.id}`,
          );
          expect(body.data[0]).toMatchObject({ status: 'failed', error_message: done.processing_error });
        });
      } else expect(done.total_pages).toBeGreaterThan(0);
    }
    const good = await staff.uploadOne(project.id, 'after.pdf', pdf, 'sanborn_maps');
    expect(await staff.process(good, project.id)).toMatchObject({ total_pages: 1, processing_error: '' });
  });
});
