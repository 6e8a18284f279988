import express, { type RequestHandler } from 'express';
import { isId } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import { SiteVisit, type ProjectServiceService } from '@symbio/proto/project';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { siteVisits } from './site-visits.js';

const PROJECT = '01890000-0000-7000-8000-0000000000aa';
const VISIT = '01890000-0000-7000-8000-0000000000bb';
const nora = { actor: { sub: 'u1', role: 'symbio' }, email: '', token: 'internal' } as Caller;
const visit = { visit_date: '2026-05-04', access_granted: true };

afterEach(closeServers);

async function gateway() {
  const asked: object[] = [];
  const answer = (request: object) => {
    asked.push(request);
    return Promise.resolve({ siteVisit: SiteVisit.fromJSON({ id: VISIT, visitDate: '2026-05-04' }) });
  };
  const project = { createSiteVisit: answer, updateSiteVisit: answer, answerChecklist: answer } as unknown as Client<
    typeof ProjectServiceService
  >;
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const url = await serveHandlers(express.json(), authenticate, mounted(siteVisits({ project })));
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, body: JSON.stringify(body), headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { asked, send };
}

const post = (at: Awaited<ReturnType<typeof gateway>>, body: object) =>
  at.send('POST', `/projects/${PROJECT}/site-visits`, body);

describe('a site visit', () => {
  it('is created under the client’s id', async () => {
    const at = await gateway();
    expect((await post(at, { ...visit, id: VISIT, access_granted: false })).status).toBe(201);
    expect(at.asked).toMatchObject([{ id: VISIT, projectId: PROJECT, fields: { accessGranted: false } }]);
  });

  it('gets an id if the client sends none, so that a retry creates no second visit', async () => {
    const at = await gateway();
    await post(at, visit);
    expect(isId((at.asked[0] as { id: string }).id)).toBe(true);
  });

  it('is changed with the version that was read', async () => {
    const { asked, send } = await gateway();
    const updated_at = '2026-05-04T10:00:00.000Z';
    expect((await send('PUT', `/site-visits/${VISIT}`, { ...visit, updated_at })).status).toBe(200);
    expect(asked).toMatchObject([{ id: VISIT, expectedUpdatedAt: new Date(updated_at) }]);
  });

  it('has a checklist, of which a request sets some entries', async () => {
    const { asked, send } = await gateway();
    const path = `/site-visits/${VISIT}/checklist`;
    const entries = [{ item: 'wells', answer: 'yes', note: 'Capped.' }, { item: 'odors' }];
    expect((await send('PUT', path, { entries })).body).toMatchObject({ data: { id: VISIT, checklist: [] } });
    expect(asked).toEqual([
      {
        id: VISIT,
        entries: [
          { item: 'wells', answer: 'yes', note: 'Capped.' },
          { item: 'odors', answer: '', note: '' },
        ],
      },
    ]);
    expect((await send('PUT', path, { entries: [{ item: 'wells', seen: true }] })).status).toBe(400);
    expect((await send('PUT', path, {})).status).toBe(400);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['POST', `/projects/${PROJECT}/site-visits`],
    ['PUT', `/site-visits/${VISIT}`],
  ])('by %s reports every invalid field at once', async (method, path) => {
    const { asked, send } = await gateway();
    const bad = { visit_date: '2026-02-30', visit_time: '25:00', photos: 'north.jpg', weather: 'Clear' };
    expect(await send(method, path, bad)).toMatchObject({
      status: 400,
      body: {
        fields: {
          visit_date: 'Visit date must be a date in the form YYYY-MM-DD',
          visit_time: 'Visit time must be a time in the form HH:MM',
          access_granted: 'Access granted is required',
          photos: 'photos must be a list',
          weather: 'Unknown field "weather"',
        },
      },
    });
    expect(await send(method, path, { access_granted: 'maybe' })).toMatchObject({
      body: {
        fields: { visit_date: 'Visit date is required', access_granted: 'access_granted must be true or false' },
      },
    });
    expect(asked).toEqual([]);
  });

  it('rejects an invalid id', async () => {
    const at = await gateway();
    expect(await post(at, { ...visit, id: 'mine' })).toMatchObject({
      status: 400,
      body: { fields: { id: 'id must be a UUID' } },
    });
    expect(at.asked).toEqual([]);
  });
});
