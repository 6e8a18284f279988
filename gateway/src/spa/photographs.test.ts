import express, { type RequestHandler } from 'express';
import { notFound } from '@symbio/runtime';
import { Photograph } from '@symbio/proto/document';
import type { Clients } from '../clients.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { photographs } from './photographs.js';

const PHOTO = '01890000-0000-7000-8000-0000000000aa';
const FEATURE = '01890000-0000-7000-8000-0000000000bb';
const OTHER = '01890000-0000-7000-8000-0000000000cc';
const nora = { actor: { sub: 'u1', role: 'symbio' }, email: '', token: 'internal' } as Caller;

afterEach(closeServers);

async function gateway() {
  const asked: object[] = [];
  const document = {
    updatePhotograph: (request: object) => {
      asked.push(request);
      return Promise.resolve({ photograph: Photograph.fromJSON({ id: PHOTO, viewDirection: 'NW' }) });
    },
  };
  const feature = {
    getFeature: ({ id }: { id: string }) =>
      id === FEATURE ? Promise.resolve({ feature: { projectId: 'p1' } }) : Promise.reject(notFound('Feature')),
  };
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const clients = { document, feature } as unknown as Clients;
  const url = await serveHandlers(express.json(), authenticate, mounted(photographs(clients)));
  const put = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/site-visit-photos/${PHOTO}`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { asked, put };
}

describe('a photograph of a visit (VISIT-02)', () => {
  it('has caption, direction of view and feature, each changed apart', async () => {
    const { asked, put } = await gateway();
    expect((await put({ view_direction: 'NW' })).body).toMatchObject({
      data: { view_direction: 'NW', feature_id: null },
    });
    await put({ caption: 'Vent pipe' });
    await put({ feature_id: FEATURE });
    await put({ view_direction: null, feature_id: null });
    expect(asked).toEqual([
      { id: PHOTO, caption: '', keepCaption: true, viewDirection: 'NW' },
      { id: PHOTO, caption: 'Vent pipe', keepCaption: false },
      { id: PHOTO, caption: '', keepCaption: true, featureId: FEATURE, featureProjectId: 'p1' },
      { id: PHOTO, caption: '', keepCaption: true, viewDirection: '', featureId: '' },
    ]);
  });

  it('is not linked to a feature that the person cannot see, and not changed by an empty request', async () => {
    const { asked, put } = await gateway();
    expect((await put({ feature_id: OTHER })).status).toBe(404);
    expect((await put({ feature_id: 'gas-works' })).status).toBe(404);
    expect(await put({})).toMatchObject({ status: 400, body: { fields: { caption: 'caption is required' } } });
    expect(asked).toEqual([]);
  });
});
