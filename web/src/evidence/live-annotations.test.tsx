import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../app/store.js';
import type { AppStore } from '../app/store.js';
import { useLiveChanges } from '../lib/live/live-changes.js';
import type { ChangeEvent } from '../lib/live/live-changes.js';
import { fakeServer } from '../testing/fake-server.js';
import type { FakeServer } from '../testing/fake-server.js';
import type { Annotation } from './annotation-records.js';
import { visibleRows } from './annotation-rows.js';
import { annotationsApi, changeAnnotation, createAnnotation, useGetPageAnnotationsQuery } from './annotations-api.js';
import { useLiveAnnotations } from './live-annotations.js';

const PAGE = 'page-1';
const LIST = 'GET /api/public/annotations';
const here = { centerX: 10, centerY: 10, radiusX: 8, radiusY: 8, theta: 0 };
const EARLIER = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';

const annotation = (id: string, changes: Partial<Annotation> = {}): Annotation => ({
  id,
  document_page_id: PAGE,
  document_id: 'd1',
  annotation_type: 'ellipse',
  coordinates: here,
  content: 'label',
  author_id: 'bob',
  author_type: 'human',
  created_at: EARLIER,
  updated_at: EARLIER,
  ...changes,
});

let server: FakeServer;
let store: AppStore;
let stored: Annotation[];
let tell: (...changes: ChangeEvent[]) => void;
let hangUp: () => void;

const shown = () => visibleRows(annotationsApi.endpoints.getPageAnnotations.select(PAGE)(store.getState()).data ?? []);
const reads = () =>
  server.requests.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/annotations/'));
const lists = () => server.requestsOf(LIST).length;
const changed = (id: string, verb = 'changed', at = LATER): ChangeEvent => ({
  entity: 'annotation',
  verb,
  id,
  at,
  document_page_id: PAGE,
});
const look = (pageId = PAGE) =>
  renderHook(
    () => {
      useLiveChanges('p1');
      useGetPageAnnotationsQuery(pageId);
      useLiveAnnotations(pageId);
    },
    { wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider> },
  );
beforeEach(async () => {
  server = fakeServer();
  store = createStore();
  stored = [annotation('a1'), annotation('a2')];
  server.on('GET /api/events', () => ({
    stream: new ReadableStream<Uint8Array>({
      start(controller) {
        const encoder = new TextEncoder();
        tell = (...changes) => {
          for (const change of changes) controller.enqueue(encoder.encode(`data: ${JSON.stringify(change)}\n\n`));
        };
        hangUp = () => controller.close();
      },
    }),
  }));
  server.on(LIST, () => ({ json: { data: stored, count: stored.length } }));
  server.on('GET /api/annotations/*', ({ path }) => {
    const found = stored.find(({ id }) => path.endsWith(`/${id}`));
    return found
      ? { json: { data: found } }
      : { status: 404, json: { error: 'Annotation not found', code: 'not_found' } };
  });
  look();
  await waitFor(() => expect(shown()).toHaveLength(2));
  await waitFor(() => expect(server.requestsOf('GET /api/events')).toHaveLength(1));
});

describe('remote changes to the annotations of an open page', () => {
  it('are fetched individually and applied; the others are not fetched again', async () => {
    const [, untouched] = shown();
    stored = [annotation('a1', { content: 'tank', updated_at: LATER }), annotation('a2'), annotation('a3')];
    tell(changed('a1'), changed('a3', 'created'), changed('a1'));
    await waitFor(() => expect(shown().map(({ content }) => content)).toEqual(['tank', 'label', 'label']));
    expect(reads().map(({ path }) => path)).toEqual(['/api/annotations/a1', '/api/annotations/a3']);
    expect(lists()).toBe(1);
    expect(shown()[1]).toBe(untouched);
  });

  it('hide deleted annotations without a call, and show restored ones', async () => {
    tell(changed('a1', 'deleted'));
    await waitFor(() => expect(shown().map(({ id }) => id)).toEqual(['a2']));
    expect(reads()).toEqual([]);
    stored = [annotation('a1', { updated_at: LATER }), annotation('a2')];
    tell(changed('a1', 'restored'));
    await waitFor(() => expect(shown().map(({ id }) => id)).toEqual(['a1', 'a2']));
  });

  it('are fetched as one list when there are many', async () => {
    const many = Array.from({ length: 100 }, (_, index) => annotation(`b${index}`));
    stored = [...stored, ...many];
    tell(...many.map(({ id }) => changed(id, 'created')));
    await waitFor(() => expect(shown()).toHaveLength(102));
    expect([reads().length, lists()]).toEqual([0, 2]);
  });

  it('made during a connection loss are fetched on reconnection', async () => {
    hangUp();
    stored = [...stored, annotation('a3')];
    await waitFor(() => expect(shown()).toHaveLength(3));
    expect(server.requestsOf('GET /api/events')).toHaveLength(2);
  });

  it('on another page, or known already, cause no call', async () => {
    tell({ ...changed('x1'), document_page_id: 'page-2' }, changed('a1', 'changed', EARLIER), changed('a2'));
    await waitFor(() => expect(reads().map(({ path }) => path)).toEqual(['/api/annotations/a2']));
    expect(lists()).toBe(1);
  });

  it('are fetched with the list if that failed before: nothing is missed', async () => {
    const select = annotationsApi.endpoints.getPageAnnotations.select('page-2');
    server.on(LIST, { status: 503, json: { error: 'The annotation service is down.' } });
    look('page-2');
    await waitFor(() => expect(select(store.getState()).isError).toBe(true));
    server.on(LIST, { json: { data: [annotation('b1', { document_page_id: 'page-2' })] } });
    tell({ ...changed('b1', 'created'), document_page_id: 'page-2' });
    await waitFor(() => expect(select(store.getState()).data?.map(({ id }) => id)).toEqual(['b1']));
    expect(reads()).toEqual([]);
  });

  it('never remove a shape being drawn or moved here (ANN-11)', async () => {
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.on('POST /api/public/annotations', async () => {
      await held;
      return { status: 201, json: { data: annotation(key, { author_id: 'me', updated_at: LATER }) } };
    });
    server.on('PUT /api/public/annotations', async () => {
      await held;
      return { json: { data: annotation('a1', { coordinates: there, content: 'theirs', updated_at: LATER }) } };
    });
    const there = { ...here, centerX: 99 };
    const author = { id: 'me', name: 'Ada', type: 'human' as const };
    const draft = { pageId: PAGE, documentId: 'd1', type: 'ellipse' as const, coordinates: here, author };
    const { key, settled } = store.dispatch(createAnnotation(draft));
    const moved = store.dispatch(changeAnnotation(PAGE, 'a1', { coordinates: there }));
    stored = [annotation('a1', { content: 'theirs', updated_at: LATER }), annotation('a2'), annotation(key)];
    tell(changed('a1'), changed(key, 'created'));
    await waitFor(() => expect(shown()[0]?.content).toBe('theirs'));
    expect(shown().map(({ id }) => id)).toEqual(['a1', 'a2', `temp-${key}`]);
    expect(shown()[0]?.coordinates).toEqual(there);
    answer?.();
    await Promise.all([settled, moved]);
    expect(shown().map(({ id }) => id)).toEqual(['a1', 'a2', key]);
    expect(shown()[0]).toMatchObject({ content: 'theirs', coordinates: there });
  });
});
