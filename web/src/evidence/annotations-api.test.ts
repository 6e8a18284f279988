import { createStore } from '../app/store.js';
import type { AppStore } from '../app/store.js';
import { fakeServer, heldAnswer } from '../testing/fake-server.js';
import type { FakeAnswer, FakeServer } from '../testing/fake-server.js';
import type { Annotation } from './annotation-records.js';
import { visibleRows } from './annotation-rows.js';
import {
  annotationsApi,
  changeAnnotation,
  createAnnotation,
  removeAnnotation,
  restoreAnnotation,
} from './annotations-api.js';

const PAGE = 'page-1';
const PATH = '/api/public/annotations';
const here = { centerX: 10, centerY: 10, radiusX: 8, radiusY: 8, theta: 0 };
const there = { ...here, centerX: 99 };
const stored: Annotation = {
  id: 'a1',
  document_page_id: PAGE,
  document_id: 'd1',
  annotation_type: 'ellipse',
  coordinates: here,
  content: 'label',
  author_id: 'me',
  author_type: 'human',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const refusal: FakeAnswer = { status: 500, json: { error: 'Out of order', code: 'internal' } };

let server: FakeServer;
let store: AppStore;

const shown = () => {
  const { data } = annotationsApi.endpoints.getPageAnnotations.select(PAGE)(store.getState());
  return visibleRows(data ?? []);
};
const draft = {
  pageId: PAGE,
  documentId: 'd1',
  type: 'ellipse' as const,
  coordinates: here,
  author: { id: 'me', name: 'Ada', type: 'human' as const },
};

beforeEach(async () => {
  server = fakeServer();
  store = createStore();
  server.on(`GET ${PATH}`, { json: { data: [stored], count: 1 } });
  await store.dispatch(annotationsApi.endpoints.getPageAnnotations.initiate(PAGE));
});

describe('an annotation that is drawn', () => {
  it('is shown under a temporary id before the server responds, and sent with a client-generated id (ANN-11, ANN-12)', async () => {
    const call = heldAnswer();
    server.on(`POST ${PATH}`, call.handler);
    const { key, settled } = store.dispatch(createAnnotation(draft));
    expect(shown().map((row) => row.id)).toEqual(['a1', `temp-${key}`]);
    call.answer({ status: 201, json: { data: { ...stored, id: key } } });
    await settled;
    expect(shown().map((row) => row.id)).toEqual(['a1', key]);
    expect(server.requestsOf(`POST ${PATH}`)[0]?.body).toEqual({
      id: key,
      document_page_id: PAGE,
      document_id: 'd1',
      annotation_type: 'ellipse',
      coordinates: here,
      content: 'label',
    });
  });

  it('disappears again when the server rejects it (ANN-11)', async () => {
    server.on(`POST ${PATH}`, refusal);
    await store.dispatch(createAnnotation(draft)).settled;
    expect(shown().map((row) => row.id)).toEqual(['a1']);
  });

  it('keeps a move made before its real id is known, and sends it to the real id (ANN-12)', async () => {
    const call = heldAnswer();
    server.on(`POST ${PATH}`, call.handler);
    server.on(`PUT ${PATH}`, ({ body }) => ({ json: { data: { ...stored, id: 'real-1', ...(body as object) } } }));
    const { key, settled } = store.dispatch(createAnnotation(draft));
    await store.dispatch(changeAnnotation(PAGE, key, { coordinates: there }));
    expect(server.requestsOf(`PUT ${PATH}`)).toEqual([]);
    call.answer({ status: 201, json: { data: { ...stored, id: 'real-1' } } });
    await settled;
    const [put] = server.requestsOf(`PUT ${PATH}`);
    expect([put?.query.get('id'), put?.body]).toEqual(['real-1', { coordinates: there }]);
    expect(shown().at(-1)).toMatchObject({ id: 'real-1', coordinates: there });
  });

  it('is deleted on the server too when it was deleted before its real id was known (ANN-12)', async () => {
    const call = heldAnswer();
    server.on(`POST ${PATH}`, call.handler);
    server.on(`DELETE ${PATH}`, { json: { success: true } });
    const { key, settled } = store.dispatch(createAnnotation(draft));
    await store.dispatch(removeAnnotation(PAGE, key));
    expect(shown().map((row) => row.id)).toEqual(['a1']);
    call.answer({ status: 201, json: { data: { ...stored, id: 'real-1' } } });
    await settled;
    expect(server.requestsOf(`DELETE ${PATH}`).map((request) => request.query.get('id'))).toEqual(['real-1']);
    expect(shown().map((row) => row.id)).toEqual(['a1']);
  });
});

describe('an annotation that is changed or deleted', () => {
  it('moves immediately, and back when the server rejects it (ANN-05, ANN-11)', async () => {
    const call = heldAnswer();
    server.on(`PUT ${PATH}`, call.handler);
    const settled = store.dispatch(changeAnnotation(PAGE, 'a1', { coordinates: there }));
    expect(shown()[0]?.coordinates).toEqual(there);
    call.answer(refusal);
    await settled;
    expect(shown()[0]?.coordinates).toEqual(here);
  });

  it('sends quick changes one after the other, the last ones together (ANN-11)', async () => {
    const first = heldAnswer();
    let calls = 0;
    server.on(`PUT ${PATH}`, ({ body }) =>
      (calls += 1) === 1
        ? first.handler()
        : { json: { data: { ...stored, ...(body as object), updated_at: '2026-01-01T00:00:02.000Z' } } },
    );
    const settled = store.dispatch(changeAnnotation(PAGE, 'a1', { coordinates: there }));
    await store.dispatch(changeAnnotation(PAGE, 'a1', { content: 'tank' }));
    await store.dispatch(changeAnnotation(PAGE, 'a1', { content: 'gas holder' }));
    first.answer({ json: { data: { ...stored, coordinates: there, updated_at: '2026-01-01T00:00:01.000Z' } } });
    await settled;
    expect(server.requestsOf(`PUT ${PATH}`).map((request) => request.body)).toEqual([
      { coordinates: there },
      { content: 'gas holder' },
    ]);
    expect(shown()[0]?.content).toBe('gas holder');
  });

  it('is hidden immediately, and reappears when the server rejects the deletion (ANN-06, ANN-11)', async () => {
    const call = heldAnswer();
    server.on(`DELETE ${PATH}`, call.handler);
    const settled = store.dispatch(removeAnnotation(PAGE, 'a1'));
    expect(shown()).toEqual([]);
    call.answer(refusal);
    await settled;
    expect(shown().map((row) => row.id)).toEqual(['a1']);
  });

  it('does not jump back when the list is refetched during a save (ANN-11)', async () => {
    const call = heldAnswer();
    server.on(`PUT ${PATH}`, call.handler);
    const settled = store.dispatch(changeAnnotation(PAGE, 'a1', { coordinates: there }));
    await store.dispatch(annotationsApi.endpoints.getPageAnnotations.initiate(PAGE, { forceRefetch: true }));
    expect(shown()[0]?.coordinates).toEqual(there);
    call.answer({ json: { data: { ...stored, coordinates: there, updated_at: '2026-01-01T00:00:01.000Z' } } });
    await settled;
    expect(shown()).toEqual([{ ...stored, coordinates: there, updated_at: '2026-01-01T00:00:01.000Z', key: 'a1' }]);
  });
});

describe('an annotation whose deletion is undone', () => {
  const RESTORE = 'POST /api/annotations/a1/restore';
  const row = { ...stored, key: 'a1' };
  const list = () => store.dispatch(annotationsApi.endpoints.getPageAnnotations.initiate(PAGE, { forceRefetch: true }));

  it('is visible immediately and keeps its identity, even after a list without it (ANN-11)', async () => {
    server.on(`DELETE ${PATH}`, { json: { success: true } });
    await store.dispatch(removeAnnotation(PAGE, 'a1'));
    server.on(`GET ${PATH}`, { json: { data: [], count: 0 } });
    await list();
    const call = heldAnswer();
    server.on(RESTORE, call.handler);
    const settled = store.dispatch(restoreAnnotation(PAGE, row));
    await list();
    expect(shown()).toMatchObject([{ id: 'a1', author_id: 'me' }]);
    call.answer({ json: { data: { ...stored, updated_at: '2026-01-01T00:00:01.000Z' } } });
    await settled;
    await list();
    expect(shown()).toEqual([{ ...stored, updated_at: '2026-01-01T00:00:01.000Z', key: 'a1' }]);
    expect(server.requestsOf(RESTORE)).toHaveLength(1);
  });

  it('is restored only after the deletion was answered', async () => {
    const call = heldAnswer();
    server.on(`DELETE ${PATH}`, call.handler);
    server.on(RESTORE, { json: { data: { ...stored, updated_at: '2026-01-01T00:00:01.000Z' } } });
    const deleted = store.dispatch(removeAnnotation(PAGE, 'a1'));
    await store.dispatch(restoreAnnotation(PAGE, row));
    expect(shown().map(({ id }) => id)).toEqual(['a1']);
    expect(server.requestsOf(RESTORE)).toHaveLength(0);
    call.answer({ json: { success: true } });
    await deleted;
    expect(server.requestsOf(RESTORE)).toHaveLength(1);
    expect(shown()).toEqual([{ ...stored, updated_at: '2026-01-01T00:00:01.000Z', key: 'a1', fresh: true }]);
  });

  it('is hidden again when the server rejects it (ANN-11)', async () => {
    server.on(`DELETE ${PATH}`, { json: { success: true } });
    server.on(RESTORE, refusal);
    await store.dispatch(removeAnnotation(PAGE, 'a1'));
    await store.dispatch(restoreAnnotation(PAGE, row));
    expect(shown()).toEqual([]);
  });
});
