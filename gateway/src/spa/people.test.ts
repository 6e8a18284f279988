import express, { type RequestHandler } from 'express';
import type { Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { Member, type ProjectServiceService } from '@symbio/proto/project';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { people } from './people.js';

const PROJECT = '01890000-0000-7000-8000-0000000000aa';
const VERA = '01890000-0000-7000-8000-0000000000bb';
const nora = { actor: { sub: 'u1', role: 'symbio' }, email: '', token: 'internal' } as Caller;

afterEach(closeServers);

async function gateway() {
  const asked: object[] = [];
  const project = {
    listMembers: () =>
      Promise.resolve({ members: ['Ann', 'Ben', 'Cai'].map((name) => Member.fromJSON({ projectId: PROJECT, name })) }),
    setMember: (request: object) => {
      asked.push(request);
      return Promise.resolve({ member: Member.fromJSON({ projectId: PROJECT, userId: VERA, role: 'editor' }) });
    },
  } as unknown as Client<typeof ProjectServiceService>;
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const identity = {} as Client<typeof IdentityServiceService>;
  const url = await serveHandlers(express.json(), authenticate, mounted(people({ identity, project })));
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { asked, send };
}

describe('members of a project (PROJ-44)', () => {
  it('are added as viewers by default (AUTH-38)', async () => {
    const { asked, send } = await gateway();
    expect((await send('POST', `/projects/${PROJECT}/members`, { user_id: VERA })).status).toBe(201);
    expect(asked).toEqual([{ projectId: PROJECT, userId: VERA, role: '' }]);
    expect(await send('POST', `/projects/${PROJECT}/members`, {})).toMatchObject({
      status: 400,
      body: { fields: { user_id: 'user_id is required' } },
    });
  });

  it.each([{}, { role: null }])('keep their role if a change has none: %j (AUTH-38)', async (body) => {
    const { asked, send } = await gateway();
    expect(await send('PUT', `/projects/${PROJECT}/members/${VERA}`, body)).toMatchObject({
      status: 400,
      body: { fields: { role: 'role is required' } },
    });
    expect(asked).toEqual([]);
  });

  it('are listed as a whole, or in pages if requested (PROJ-41)', async () => {
    const { send } = await gateway();
    const path = `/projects/${PROJECT}/members`;
    expect((await send('GET', path)).body).toMatchObject({ page: 1, per_page: 3, total_pages: 1, count: 3 });
    expect((await send('GET', `${path}?page=2&per_page=2`)).body).toMatchObject({
      data: [{ name: 'Cai' }],
      page: 2,
      per_page: 2,
      total_pages: 2,
      count: 3,
    });
    expect((await send('GET', `${path}?page=9`)).body).toMatchObject({ data: [], page: 9, count: 3 });
    expect((await send('GET', `${path}?page=0`)).status).toBe(400);
  });

  it('change their role, which adds no member', async () => {
    const { asked, send } = await gateway();
    expect((await send('PUT', `/projects/${PROJECT}/members/${VERA}`, { role: 'editor' })).status).toBe(200);
    expect(asked).toEqual([{ projectId: PROJECT, userId: VERA, role: 'editor', changeOnly: true }]);
  });
});
