import { waitFor } from '@testing-library/react';
import { createStore, type AppStore } from '../app/store.js';
import { canUndo, clearUndoSteps, undoLast } from '../lib/edits/undo.js';
import { fakeServer, heldAnswer, type FakeServer } from '../testing/fake-server.js';
import { feature } from '../testing/findings.js';
import type { Mention } from './evidence-api.js';
import { linkInBulk } from './link-bulk.js';

const gasWorks = feature('f3', 'Gas Works', '(-73.9,40.8)');
/** Accepted agent finding without a feature. */
const held = {
  id: 'm1',
  feature_of_interest_id: null,
  source_annotation_id: 'a1',
  current_history_id: 'h1',
  current_narrative: 'The sheet reads COAL YARD.',
  current_confidence: 5,
  current_use_type: 'suspected',
} as Mention;
const MENTIONS = 'GET /api/public/mentions';

let server: FakeServer;
let store: AppStore;

beforeEach(() => {
  clearUndoSteps();
  server = fakeServer();
  store = createStore();
  server.on('PUT /api/annotations/*', ({ body }) => {
    const { mention_id: id } = body as { mention_id: string };
    return { json: { data: { feature: gasWorks, mention: { id, current_history_id: 'h-new' } } } };
  });
  for (const route of ['PUT /api/public/mentions', 'DELETE /api/public/mentions', 'POST /api/public/mention-history'])
    server.on(route, { json: { data: {} } });
});

const link = async (mentions: readonly Mention[]) => {
  server.on(MENTIONS, { json: { data: mentions } });
  await store.dispatch(linkInBulk('p1', [{ id: 'a1' }], gasWorks));
};
const linked = () => server.requestsOf('PUT /api/annotations/a1/association').map(({ body }) => body);
const undoRequests = async () => {
  const before = server.requests.length;
  expect(undoLast()).toBe(true);
  const writes = () => server.requests.slice(before).filter(({ method }) => method !== 'GET');
  await waitFor(() => expect(writes()).toHaveLength(1));
  return writes().map(({ method, query, body }) => ({ method, id: query.get('id'), body }));
};

describe('annotations whose bulk link to a feature is undone', () => {
  it('have no mention where they had none (OP-27)', async () => {
    await link([]);
    const [{ mention_id: id }] = linked() as [{ mention_id: string }];
    expect(await undoRequests()).toEqual([{ method: 'DELETE', id, body: undefined }]);
  });

  it.each([null, 'f1'])('get back the previous record, of the feature %s (OP-27)', async (featureId) => {
    await link([{ ...held, feature_of_interest_id: featureId }]);
    expect(linked()).toMatchObject([{ mention_id: 'm1', feature_id: 'f3', narrative: 'The sheet reads COAL YARD.' }]);
    const said = { narrative: 'The sheet reads COAL YARD.', confidence: 5, use_type: 'suspected' };
    expect(await undoRequests()).toEqual([
      { method: 'PUT', id: 'm1', body: { feature_of_interest_id: featureId ?? '', ...said } },
    ]);
  });

  it('have no record if none was in force, as after a rejection (OP-29)', async () => {
    await link([{ ...held, current_history_id: null }]);
    expect(await undoRequests()).toEqual([
      { method: 'POST', id: null, body: { action: 'supersede', history_id: 'h-new' } },
    ]);
  });
});

it('annotations that could not be unlinked while the server was away can be unlinked later (OP-27)', async () => {
  await link([]);
  server.on('DELETE /api/public/mentions', { status: 503, json: { error: 'The feature service is down.' } });
  await undoRequests();
  await waitFor(() => expect(canUndo()).toBe(true));
  server.on('DELETE /api/public/mentions', { json: { data: {} } });
  expect(await undoRequests()).toMatchObject([{ method: 'DELETE' }]);
});

describe('annotations that are linked to a feature before their mentions are loaded', () => {
  it('wait for it: none of them gets a second mention (OP-27)', async () => {
    const { handler, answer } = heldAnswer();
    server.on(MENTIONS, handler);
    const linking = store.dispatch(linkInBulk('p1', [{ id: 'a1' }], gasWorks));
    expect(linked()).toEqual([]);
    answer({ json: { data: [held] } });
    await linking;
    expect(linked()).toMatchObject([{ mention_id: 'm1' }]);
  });

  it('are not changed if the mentions cannot be loaded (OP-27)', async () => {
    server.on(MENTIONS, { status: 503, json: { error: 'The feature service is down.' } });
    await store.dispatch(linkInBulk('p1', [{ id: 'a1' }], gasWorks));
    expect(linked()).toEqual([]);
    expect(undoLast()).toBe(false);
  });
});
