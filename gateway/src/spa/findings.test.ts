import express, { type RequestHandler } from 'express';
import { Annotation } from '@symbio/proto/annotation';
import type { Paging } from '@symbio/proto/common';
import type { Clients } from '../clients.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { findings } from './findings.js';

const PROJECT = '01890000-0000-7000-8000-0000000000aa';
const PROPOSAL = '01890000-0000-7000-8000-0000000000ab';
const nora = { actor: { sub: 'u1', role: 'symbio' }, email: '', token: 'internal' } as Caller;

afterEach(closeServers);

async function gateway() {
  const asked: (Paging | undefined)[] = [];
  const decisions: object[] = [];
  const page = ({ paging }: { paging?: Paging }) => {
    asked.push(paging);
    return paging && { ...paging, totalPages: 4, count: 7, nextCursor: '' };
  };
  const clients = {
    annotation: {
      listAnnotations: (request: object) => Promise.resolve({ annotations: [], pageInfo: page(request) }),
      listLabels: () => Promise.resolve({ labels: ['tank', 'drum', 'well'].map((content) => ({ content, count: 1 })) }),
    },
    feature: {
      reviewFinding: (request: object) => {
        decisions.push(request);
        return Promise.resolve({ annotation: Annotation.fromPartial({ id: PROPOSAL }), copy: undefined });
      },
      listUnassociatedMentions: (request: object) => Promise.resolve({ mentions: [], pageInfo: page(request) }),
    },
  } as unknown as Clients;
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const url = await serveHandlers(express.json(), authenticate, mounted(findings(clients)));
  const post = async (path: string, content: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(content) })).json();
  };
  return { asked, decisions, post, get: async (path: string) => (await fetch(`${url}${path}`)).json() };
}

describe('lists of findings are returned as a whole, or in pages if requested (PROJ-41)', () => {
  it.each(['annotations', 'unassociated-mentions'])('%s, by their service', async (name) => {
    const { asked, get } = await gateway();
    expect(await get(`/projects/${PROJECT}/${name}`)).toEqual({
      data: [],
      page: 1,
      per_page: 0,
      total_pages: 0,
      count: 0,
    });
    expect(await get(`/projects/${PROJECT}/${name}?page=2&per_page=2`)).toEqual({
      data: [],
      page: 2,
      per_page: 2,
      total_pages: 4,
      count: 7,
    });
    expect(asked).toEqual([undefined, { page: 2, perPage: 2 }]);
  });

  it('labels', async () => {
    const { get } = await gateway();
    const path = `/projects/${PROJECT}/labels`;
    expect(await get(path)).toMatchObject({ count: 3, per_page: 3 });
    expect(await get(`${path}?perPage=2`)).toMatchObject({
      data: [{ content: 'tank' }, { content: 'drum' }],
      page: 1,
      per_page: 2,
      total_pages: 2,
      count: 3,
    });
  });
});

it('passes a decision about a proposal to the feature service, in one call', async () => {
  const { decisions, post } = await gateway();
  const shownAt = '2026-11-20T10:00:00.000Z';
  const body = { action: 'reject', reason: 'A cistern', reason_code: 'other', shown_at: shownAt };
  const answer = await post(`/annotations/${PROPOSAL}/review`, body);
  expect(answer).toMatchObject({ data: { annotation: { id: PROPOSAL }, copy: null } });
  expect(decisions).toEqual([
    {
      ...{ annotationId: PROPOSAL, action: 'reject', reason: 'A cistern', copyId: '' },
      ...{ reasonCode: 'other', shownAt: new Date(shownAt), shape: undefined, content: undefined },
    },
  ]);
});
