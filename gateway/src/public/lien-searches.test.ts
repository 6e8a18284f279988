import { Document } from '@symbio/proto/document';
import { LienSearch, type CreateLienSearchRequest, type UpdateLienSearchRequest } from '@symbio/proto/project';
import { closeServers } from '../testing.js';
import { lienSearches } from './lien-searches.js';
import { servePublic } from './testing.js';

const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const ID = '01980a65-6f70-7182-8394-a5162738495c';
const DOCUMENT = '01980a65-6f70-7182-8394-a5162738495d';
const body = { searched_by: 'Title Ltd.', date: '2026-02-03', ordered_by: 'user', result: 'none' };

afterEach(closeServers);

it('lists, records, changes and deletes lien searches', async () => {
  const lienSearch = LienSearch.fromPartial({
    ...{ id: ID, projectId: PROJECT, searchedBy: 'Title Ltd.', date: '2026-02-03', fromYear: 1980 },
    ...{ orderedBy: 'user', result: 'none' },
  });
  const created: CreateLienSearchRequest[] = [];
  const updated: UpdateLienSearchRequest[] = [];
  const project = {
    listLienSearches: () => Promise.resolve({ lienSearches: [lienSearch] }),
    createLienSearch: (request: CreateLienSearchRequest) => {
      created.push(request);
      return Promise.resolve({ lienSearch });
    },
    updateLienSearch: (request: UpdateLienSearchRequest) => {
      updated.push(request);
      return Promise.resolve({ lienSearch });
    },
    deleteLienSearch: () => Promise.resolve({}),
  };
  const document = {
    getDocument: ({ id }: { id: string }) =>
      Promise.resolve({ document: Document.fromPartial({ id, projectId: PROJECT }) }),
  };
  const { get, send } = await servePublic(lienSearches({ project, document } as never), { actor: { via: 'user' } });
  expect(await get(`/lien-searches?project_id=${PROJECT}`)).toMatchObject({
    body: { data: [{ id: ID, searched_by: 'Title Ltd.', from: 1980, to: null, document_id: null }] },
  });
  expect((await send('POST', '/lien-searches', { project_id: PROJECT, ...body })).status).toBe(201);
  expect(created).toMatchObject([{ projectId: PROJECT, values: { fromYear: 0, text: '' }, documentProjectId: '' }]);
  expect((await send('PUT', `/lien-searches/${ID}`, { ...body, document_id: DOCUMENT })).status).toBe(200);
  expect(updated).toMatchObject([{ id: ID, values: { documentId: DOCUMENT }, documentProjectId: PROJECT }]);
  expect((await send('DELETE', `/lien-searches/${ID}`)).status).toBe(200);
  expect((await send('POST', '/lien-searches', { project_id: PROJECT, ...body, result: 'perhaps' })).status).toBe(400);
});
