import { erasedName } from '@symbio/people';
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { PASSWORD, makeAccounts, type Account } from './access/accounts.js';
import { projectBody } from './access/samples.js';
import { SECRET_WORD, startSystem, type System } from './access/system.js';
import { everyRow, keepRows, leaveEvidence, makePage, type Call, type Evidence } from './evidence-of-a-person.js';
import { removeInTheMiddle } from './removed-member.js';

type Name = 'admin' | 'staff' | 'customer' | 'second' | 'leaver';
interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { data?: unknown; error?: string; code?: string };
}

let system: System;
let people: Record<Name, Account>;
/** Each call has a different client address, to avoid rate limits. */
let calls = 0;

async function send(method: string, path: string, token: string, body?: unknown, headers = {}): Promise<Answer> {
  const response = await fetch(system.url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      'x-forwarded-for': `198.51.100.${++calls % 250}`,
      ...headers,
    },
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Answer['body'] };
}
const tokenOf = (name: Name): string => people[name].tokens.access_token;
const get = (path: string, token: string) => send('GET', path, token);
const change = async (name: Name, body: unknown) => {
  const answer = await send('PUT', `/api/users/${people[name].id}`, tokenOf('admin'), body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data;
};
const signIn = (name: Name) => send('POST', '/api/auth/sign-in', '', { email: people[name].email, password: PASSWORD });
const idOf = (answer: Answer): string => {
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return (answer.body.data as { id: string }).id;
};
const idsOf = ({ body }: Answer): string[] => (body.data as { id: string }[]).map(({ id }) => id);

const makeProject = async (title: string) =>
  idOf(await send('POST', '/api/public/projects', tokenOf('staff'), projectBody(title)));
const makeKey = async (form: object): Promise<{ id: string; key: string }> => {
  const answer = await send('POST', '/api/api-keys', tokenOf('admin'), { name: 'Agent', ...form });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.data as { id: string; key: string };
};

async function listen(token: string, projectId?: string) {
  const response = await fetch(`${system.url}/api/events${projectId ? `?project_id=${projectId}` : ''}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let heard = '';
  const ended = (async () => {
    for await (const piece of response.body ?? []) heard += Buffer.from(piece as Uint8Array).toString('utf8');
  })();
  const until = (text: string) => eventually(() => expect(heard).toContain(text));
  await until(': listening');
  const access = (id: string): number[] =>
    [...heard.matchAll(/^data: (.*)$/gm)]
      .map(([, data = '']) => JSON.parse(data) as { entity: string; project_id: string; rev: number })
      .filter(({ entity, project_id }) => entity === 'access' && project_id === id)
      .map(({ rev }) => rev);
  return { ended, until, access };
}

beforeAll(async () => {
  system = await startSystem();
  people = await makeAccounts<Name>(system, [
    { name: 'admin', role: 'administrator' },
    { name: 'staff', role: 'symbio' },
    { name: 'customer', role: 'customer' },
    { name: 'second', role: 'administrator' },
    { name: 'leaver', role: 'administrator' },
  ]);
  // registered by the first call
  for (const name of Object.keys(people) as Name[]) expect((await get('/api/me', tokenOf(name))).status).toBe(200);
});
afterAll(() => system.stop());

describe('an API key that is limited to a project (OP-21)', () => {
  it('sees no other project, in lists or by id, though its user sees everything', async () => {
    const [own, other] = [await makeProject('Key of its own'), await makeProject('Key of another')];
    const feature = async (project_id: string) =>
      idOf(await send('POST', '/api/public/features', tokenOf('staff'), { project_id, name: 'Gas holder' }));
    const [ownFeature, otherFeature] = [await feature(own), await feature(other)];
    const { key } = await makeKey({ user_id: people.admin.id, project_ids: [own] });

    expect(idsOf(await get('/api/public/projects?search=Key+of', key))).toEqual([own]);
    expect((await get(`/api/public/projects?id=${own}`, key)).status).toBe(200);
    expect((await get(`/api/public/projects?id=${other}`, key)).status).toBe(404);
    expect((await send('PUT', `/api/public/projects?id=${other}`, key, { title: 'Taken' })).status).toBe(404);
    expect((await send('DELETE', `/api/public/projects?id=${other}`, key)).status).toBe(404);

    expect(idsOf(await get('/api/public/features?name_ilike=gas%25', key))).toEqual([ownFeature]);
    expect((await get(`/api/public/features?project_id=${other}`, key)).status).toBe(404);
    expect((await get(`/api/public/features?id=${otherFeature}`, key)).status).toBe(404);
    expect((await send('DELETE', `/api/public/features?id=${otherFeature}`, key)).status).toBe(404);

    expect((await get(`/api/public/documents?project_id=${other}`, key)).status).toBe(404);
    expect((await get(`/api/public/documents?project_id=${own}`, key)).status).toBe(200);
    // the same user without the key's limit sees both
    expect((await get(`/api/public/projects?id=${other}`, tokenOf('admin'))).status).toBe(200);
  });

  it('shows its last use, and ends immediately when it is revoked', async () => {
    const { id, key } = await makeKey({ user_id: people.staff.id });
    const rowOf = async () =>
      ((await get('/api/api-keys', tokenOf('admin'))).body.data as { id: string; last_used_at: string | null }[]).find(
        (row) => row.id === id,
      );
    expect(await rowOf()).toMatchObject({
      user_name: 'staff Of the matrix',
      author_name: 'staff Of the matrix',
      last_used_at: null,
    });
    expect((await get('/api/public/projects', key)).status).toBe(200);
    await eventually(async () => expect((await rowOf())?.last_used_at).toEqual(expect.stringMatching(/^\d{4}-.*Z$/)));
    expect(JSON.stringify(await rowOf())).not.toContain(key);

    expect(await send('DELETE', `/api/api-keys/${id}`, tokenOf('admin'))).toMatchObject({ status: 200 });
    await eventually(async () => expect((await get('/api/public/projects', key)).status).toBe(401));
    expect(await rowOf()).toBeUndefined();
  });

  it('is created by administrators, and never by a key', async () => {
    const { key } = await makeKey({});
    for (const token of [tokenOf('staff'), tokenOf('customer')]) {
      expect((await get('/api/api-keys', token)).status).toBe(403);
      expect((await send('POST', '/api/api-keys', token, { name: 'Mine' })).status).toBe(403);
    }
    expect((await get('/api/api-keys', key)).status).toBe(401);
    expect((await get('/api/users', key)).status).toBe(401);
  });
});

describe('a person with a changed role (AUTH-25, AUTH-36)', () => {
  it('has it immediately: in the open session, on the live stream, and in every service', async () => {
    const project = await makeProject('Seen by administrators');
    const path = `/api/public/projects?id=${project}`;
    expect((await get(path, tokenOf('second'))).status).toBe(200);
    // other services cache permissions briefly: the cache must not outlive the role
    const documents = `/api/public/documents?project_id=${project}`;
    const features = `/api/public/features?project_id=${project}`;
    for (const at of [documents, features]) expect((await get(at, tokenOf('second'))).status).toBe(200);
    const [stream, own] = [await listen(tokenOf('second'), project), await listen(tokenOf('second'))];
    const { key } = await makeKey({ user_id: people.second.id });
    expect((await get(path, key)).status).toBe(200);

    expect(await change('second', { role: 'customer' })).toMatchObject({ id: people.second.id, role: 'customer' });
    await stream.ended;
    await own.until(`"entity":"user","verb":"changed","id":"${people.second.id}"`);
    for (const at of [path, documents, features]) {
      expect([at, (await get(at, tokenOf('second'))).status]).toEqual([at, 404]);
      expect([at, (await get(at, key)).status]).toEqual([at, 404]);
    }
    expect((await get('/api/users', tokenOf('second'))).status).toBe(403);

    await change('second', { role: 'administrator' });
    await eventually(async () => expect((await get(path, tokenOf('second'))).status).toBe(200));
    // the next sign-in also gets it from the identity provider
    expect((await signIn('second')).body['user']).toMatchObject({ role: 'administrator' });
  });
});

describe('a disabled person', () => {
  const SENTENCE = 'This account is disabled. Please ask an administrator to enable it.';

  it('loses access immediately, with every session, stream and key, and regains it when enabled', async () => {
    const signedIn = await signIn('customer');
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const access = String(signedIn.body['access_token']);
    const { key } = await makeKey({ user_id: people.customer.id });
    expect((await get('/api/public/projects', key)).status).toBe(200);
    const stream = await listen(access);

    expect(await change('customer', { disabled: true })).toMatchObject({ disabled: true });
    await stream.ended;
    expect(await get('/api/me', access)).toMatchObject({
      status: 401,
      body: { error: SENTENCE, code: 'account_disabled' },
    });
    expect((await get('/api/public/projects', key)).status).toBe(401);
    const session = await send('GET', '/api/auth/session', '', undefined, { cookie });
    expect(session.status).toBe(401);
    expect(session.headers.getSetCookie().join()).toMatch(/symbio_session=;/);
    expect(await signIn('customer')).toMatchObject({
      status: 403,
      body: { error: SENTENCE, code: 'account_disabled' },
    });

    const { body } = await get('/api/users', tokenOf('admin'));
    const rows = body.data as { id: string; disabled?: boolean }[];
    expect(rows.filter(({ disabled }) => disabled).map(({ id }) => id)).toEqual([people.customer.id]);

    await change('customer', { disabled: false });
    expect((await signIn('customer')).status).toBe(200);
    await eventually(async () => expect((await get('/api/public/projects', key)).status).toBe(200));
  });

  it('is never the administrator who acts', async () => {
    expect(await send('PUT', `/api/users/${people.admin.id}`, tokenOf('admin'), { disabled: true })).toMatchObject({
      status: 400,
      body: { fields: { disabled: 'You cannot disable your own account' } },
    });
  });
});

const call: Call = async (method, path, token, body) => {
  const answer = await send(method, path, token, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data ?? answer.body;
};

describe('a person with changed access to a project', () => {
  it('is notified on all their streams, has the new access from then on, and no other person is notified', async () => {
    const [other, project] = [await makeProject('Open meanwhile'), await makeProject('Told of')];
    const member = { user_id: people.customer.id, role: 'viewer' };
    const path = (id: string) => `/api/projects/${id}/members`;
    await call('POST', path(other), tokenOf('staff'), member);
    const [nowhere, elsewhere] = [await listen(tokenOf('customer')), await listen(tokenOf('customer'), other)];
    // has access, but has not opened the project
    const bystander = await listen(tokenOf('second'));
    const areTold = async (revs: number[], ...streams: Awaited<ReturnType<typeof listen>>[]) => {
      for (const stream of streams) await eventually(() => expect(stream.access(project)).toEqual(revs));
    };
    const shown = async () =>
      ((await get('/api/public/projects?search=Told+of', tokenOf('customer'))).body.data as Record<string, unknown>[])
        .filter(({ id }) => id === project)
        .map((row) => row['access_role']);
    expect(await shown()).toEqual([]);

    await call('POST', path(project), tokenOf('staff'), member);
    await areTold([1], nowhere, elsewhere);
    expect(await shown()).toEqual(['viewer']);

    const [inside, owners] = [await listen(tokenOf('customer'), project), await listen(tokenOf('staff'), project)];
    await call('PUT', `${path(project)}/${people.customer.id}`, tokenOf('staff'), { role: 'editor' });
    await areTold([1, 2], nowhere, elsewhere);
    await areTold([2], inside, owners);
    expect(await shown()).toEqual(['editor']);

    await call('DELETE', `${path(project)}/${people.customer.id}`, tokenOf('staff'));
    await areTold([1, 2, 3], nowhere, elsewhere);
    await areTold([2, 3], inside, owners);
    await inside.ended;
    expect(await shown()).toEqual([]);
    expect((await get(`/api/events?project_id=${project}`, tokenOf('customer'))).status).toBe(404);

    await call('POST', path(project), tokenOf('staff'), { ...member, user_id: people.second.id });
    await areTold([1], bystander);
    await areTold([1, 2, 3], nowhere, elsewhere);
  });
});

describe('a member who is removed from a project (OP-07, AUTH-37)', () => {
  const addMember = (projectId: string) =>
    call('POST', `/api/projects/${projectId}/members`, tokenOf('staff'), {
      user_id: people.customer.id,
      role: 'editor',
    });

  it('has no access in any service from the response on, whatever the services had cached', async () => {
    const projectId = await makeProject('Left again and again');
    const lists = ['documents', 'features', 'annotations', 'mentions', 'runs'].map(
      (name) => `/api/public/${name}?project_id=${projectId}`,
    );
    lists.push(`/api/public/projects?id=${projectId}`, `/api/jobs?project_id=${projectId}`);
    const statuses = () => Promise.all(lists.map(async (at) => (await get(at, tokenOf('customer'))).status));
    for (let round = 0; round < 5; round++) {
      await addMember(projectId);
      await eventually(async () => expect(new Set(await statuses())).toEqual(new Set([200])));
      const asked = performance.now();
      await call('DELETE', `/api/projects/${projectId}/members/${people.customer.id}`, tokenOf('staff'));
      const isOut = async () => expect(new Set(await statuses())).toEqual(new Set([404]));
      // after a two-second NATS outage the response no longer waits for it (decision 0106)
      await (performance.now() - asked < 2_000 ? isOut() : eventually(isOut));
    }
  });

  it('gets no success for requests in progress', async () => {
    const projectId = await makeProject('Left in the middle');
    await addMember(projectId);
    const { key } = await makeKey({ user_id: people.customer.id });
    const { documentId, pageId } = await makePage(system, call, tokenOf('staff'), projectId);
    const member = { id: people.customer.id, token: tokenOf('customer') };
    const removal = { system, call, send, listen, owner: tokenOf('staff'), member, key };
    const found = await removeInTheMiddle(removal, projectId, pageId, documentId);
    const { upload, batch, 'batch by key': batchByKey, tool, ...refused } = found.answers;
    // files and items are rejected individually, tools in their result
    for (const answer of [upload, batch, batchByKey]) {
      expect(answer?.text).toContain('"code":"not_found"');
      expect(answer?.text).not.toContain('"status":201');
    }
    expect(tool?.text).toContain('not found');
    expect(Object.entries(refused).map(([name, { status }]) => [name, status])).toEqual([
      ['part', 404],
      ['photograph', 404],
    ]);
    expect([found.next, found.export, found.pages, found.byKey]).toEqual([404, 404, 404, 404]);
    expect(found.left).toEqual({ documents: [], photographs: [], marks: [] });
    // issued addresses stay valid for an hour, rounded up to a quarter of one (0 to 75 minutes)
    expect(found.addressEndsIn).toBeGreaterThan(0);
    expect(found.addressEndsIn).toBeLessThanOrEqual(75 * 60);
  });
});

describe('an erased person', () => {
  /** In any case: the token's name, then the name the person chose. */
  const TRACES = /quillfeather|leaver/i;
  const doer = (name: Name) => ({ id: people[name].id, token: tokenOf(name) });
  const audit = (path: string, method = 'GET') => call(method, `/api/audit${path}`, tokenOf('admin'));
  const read = async (path: string, token: string): Promise<string> =>
    (await fetch(system.url + path, { headers: { authorization: `Bearer ${token}` } })).text();
  const traces = async (): Promise<string[]> => {
    const found = [];
    for (const [place, rows] of await everyRow(system))
      for (const row of rows) if (TRACES.test(row) || row.includes(people.leaver.email)) found.push(`${place}: ${row}`);
    return found;
  };
  let evidence: Evidence;
  /** Row counts before the erasure; the audit trail and the outbox grow independently. */
  const counts = async () =>
    [...(await everyRow(system))]
      .filter(([place]) => !/audit|claims|gone|notices|log_counters|progress/.test(place))
      .map(([place, rows]) => [place, rows.length]);
  let before: Awaited<ReturnType<typeof counts>>;
  let restore: () => Promise<number>;
  const RESTORED = ['identity', 'project', 'annotation', 'issue', 'job'];

  it('is not erased by themselves or by anyone but an administrator', async () => {
    const path = `/api/users/${people.leaver.id}`;
    expect(await send('DELETE', path, tokenOf('leaver'))).toMatchObject({ status: 409, body: { code: 'own_account' } });
    expect((await send('DELETE', path, tokenOf('staff'))).status).toBe(403);
  });

  it('is found in no row of any database afterwards, neither by name nor by address', async () => {
    const profile = { name: 'Philippa Quillfeather', company: 'Quillfeather Surveys', phone: '555 0199' };
    await call('PUT', '/api/me', tokenOf('leaver'), profile);
    evidence = await leaveEvidence(system, call, doer('leaver'), doer('second'));
    await makeKey({ user_id: people.leaver.id, name: 'Quillfeather laptop' });
    // ensure that every service that stores names has traces
    const places = new Set((await traces()).map((found) => /^access_([a-z]+)_/.exec(found)?.[1]));
    expect([...places].sort()).toEqual(['annotation', 'document', 'identity', 'issue', 'job', 'project', 'webhook']);
    before = await counts();
    const restorable = system.databases.filter((name) =>
      RESTORED.some((service) => name.includes(`access_${service}_`)),
    );
    expect(restorable.length).toBe(RESTORED.length);
    restore = await keepRows(restorable, TRACES);
    expect(await audit('/verify', 'POST')).toMatchObject({ broken: null });

    const name = erasedName(people.leaver.id);
    const erased = await send('DELETE', `/api/users/${people.leaver.id}`, tokenOf('admin'));
    expect([erased.status, erased.body.data]).toEqual([200, { id: people.leaver.id, name }]);
    await eventually(async () => expect(await traces()).toEqual([]));
  });

  it('has no access, and may register again with the same address', async () => {
    expect((await get('/api/me', tokenOf('leaver'))).status).toBe(401);
    expect((await signIn('leaver')).status).toBe(401);
    expect(idsOf(await get('/api/users?per_page=100', tokenOf('admin')))).not.toContain(people.leaver.id);
    const form = { name: 'Philippa Quillfeather', email: people.leaver.email, password: 'six chars' };
    const { status } = await send('POST', '/api/auth/sign-up', '', { ...form, secretWord: SECRET_WORD });
    expect(status).toBe(201);
    const rows = (await get(`/api/users?per_page=100`, tokenOf('admin'))).body.data as { id: string; email: string }[];
    const [again] = rows.filter(({ email }) => email === people.leaver.email);
    expect([again === undefined, again?.id === people.leaver.id]).toEqual([false, false]);
  });

  it('leaves all evidence complete, under a neutral name', async () => {
    const name = erasedName(people.leaver.id);
    const { projectId, documentId, pageId, annotationIds, issueId, jobId } = evidence;
    expect((await counts()).filter(([place]) => !/identity/.test(String(place)))).toEqual(
      before.filter(([place]) => !/identity/.test(String(place))),
    );
    const shown = (path: string) => read(path, tokenOf('second'));
    expect(await shown(`/api/projects/${projectId}/members`)).toContain(name);
    const marks = (
      JSON.parse(await shown(`/api/public/annotations?document_id=${documentId}`)) as { data: { id: string }[] }
    ).data;
    expect(marks.map(({ id }) => id)).toEqual(expect.arrayContaining(annotationIds));
    expect(await shown(`/api/public/issues/history?issue_id=${issueId}`)).toContain(`"to":"${name}"`);
    expect(await shown(`/api/public/document-pages/${pageId}/title-block`)).toContain(name);
    expect(await shown(`/api/jobs/${jobId}/logs`)).toContain(`(${name})`);
  });

  it('stays in the intact audit trail by id, with the neutral name', async () => {
    await eventually(async () => {
      const entries = (await audit(`?action=deleted&user_id=${people.admin.id}`)) as { operation: string }[];
      expect(entries).toEqual(
        expect.arrayContaining([expect.objectContaining({ operation: 'user.erased', object_id: people.leaver.id })]),
      );
    });
    expect(await audit('/verify', 'POST')).toMatchObject({ broken: null });
    const own = (await audit(`?user_id=${people.leaver.id}`)) as { user_name: string; user_id: string }[];
    expect(own.length).toBeGreaterThan(10);
    for (const { user_name } of own) expect(user_name).toBe(erasedName(people.leaver.id));
    const text = await read(`/api/audit/export?format=csv&user_id=${people.leaver.id}`, tokenOf('admin'));
    expect(text).toContain(erasedName(people.leaver.id));
    expect(text).not.toMatch(TRACES);
  });

  // last: the address now belongs to a new user with another name
  it('is erased again when an older backup is restored: services check at start', async () => {
    const email = people.leaver.email;
    expect(await restore()).toBeGreaterThan(10);
    const ofThem = async (): Promise<string[]> =>
      (await traces()).filter((row) => row.includes(people.leaver.id) || !row.includes(email));
    expect((await ofThem()).length).toBeGreaterThan(10);
    const running = [];
    for (const name of RESTORED) running.push(await system.startAgain(name));
    try {
      await eventually(async () => expect(await ofThem()).toEqual([]));
      expect(await audit('/verify', 'POST')).toMatchObject({ broken: null });
    } finally {
      for (const one of running) await one.stop();
    }
  });
});

describe('registration', () => {
  it('responds the same whether or not an account exists (AUTH-18)', async () => {
    const form = (email: string) => ({ name: 'Nora North', email, password: 'six chars', secretWord: SECRET_WORD });
    const fresh = `${newId()}@access.test`;
    const answers = [];
    for (const email of [fresh, fresh, people.staff.email])
      answers.push(await send('POST', '/api/auth/sign-up', '', form(email)));
    for (const { status, body } of answers) expect([status, body]).toEqual([201, { status: 'confirmation_sent' }]);
    const names = answers.map(({ headers }) => [...headers.keys()].sort());
    expect(names[1]).toEqual(names[0]);
    expect(names[2]).toEqual(names[0]);
  });
});
