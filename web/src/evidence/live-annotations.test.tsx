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
let streams: ReadableStreamDefaultController<Uint8Array>[];

const shown = (of = store) =>
  visibleRows(annotationsApi.endpoints.getPageAnnotations.select(PAGE)(of.getState()).data ?? []);
const reads = () =>
  server.requests.filter(({ method, path }) => method === 'GET' && path !== '/api/events').map(({ path }) => path);
/** Without contents for a deletion. */
const changed = (id: string, verb = 'changed', contents: Partial<Annotation> = {}): ChangeEvent => ({
  entity: 'annotation',
  verb,
  id,
  at: LATER,
  document_page_id: PAGE,
  ...(verb === 'deleted' ? {} : { annotation: annotation(id, { updated_at: LATER, ...contents }) }),
});
const publish = (...changes: ChangeEvent[]): void => {
  const text = changes.map((change) => `data: ${JSON.stringify(change)}\n\n`).join('');
  for (const stream of streams) stream.enqueue(new TextEncoder().encode(text));
};
const openPage = (pageId = PAGE, of = store) =>
  renderHook(
    () => {
      useLiveChanges('p1');
      useGetPageAnnotationsQuery(pageId);
      useLiveAnnotations(pageId);
    },
    { wrapper: ({ children }: { children: ReactNode }) => <Provider store={of}>{children}</Provider> },
  );
beforeEach(async () => {
  server = fakeServer();
  store = createStore();
  stored = [annotation('a1'), annotation('a2')];
  streams = [];
  server.on('GET /api/events', () => ({
    stream: new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) }),
  }));
  server.on(LIST, () => ({ json: { data: stored, count: stored.length } }));
  openPage();
  await waitFor(() => expect(shown()).toHaveLength(2));
  await waitFor(() => expect(streams).toHaveLength(1));
});

describe('remote changes to the annotations of an open page', () => {
  it('are applied from the stream: two windows, one change, and the second window requests nothing', async () => {
    const second = createStore();
    openPage(PAGE, second);
    await waitFor(() => expect(shown(second)).toHaveLength(2));
    await waitFor(() => expect(streams).toHaveLength(2));
    const [, untouched] = shown(second);
    const before = reads();
    server.on('PUT /api/public/annotations', () => {
      publish(changed('a1', 'changed', { content: 'tank' }));
      return { json: { data: annotation('a1', { content: 'tank', updated_at: LATER }) } };
    });
    await store.dispatch(changeAnnotation(PAGE, 'a1', { content: 'tank' }));
    await waitFor(() => expect(shown(second)[0]?.content).toBe('tank'));
    expect(shown()[0]?.content).toBe('tank');
    expect(shown(second)[1]).toBe(untouched);
    expect(reads()).toEqual(before);
  });

  it('add, hide and restore annotations, many at once too', async () => {
    publish(changed('a1', 'deleted'), changed('a3', 'created'));
    await waitFor(() => expect(shown().map(({ id }) => id)).toEqual(['a2', 'a3']));
    publish(changed('a1', 'restored'));
    await waitFor(() => expect(shown().map(({ id }) => id)).toEqual(['a1', 'a2', 'a3']));
    publish(...Array.from({ length: 100 }, (_, index) => changed(`b${index}`, 'created')));
    await waitFor(() => expect(shown()).toHaveLength(103));
    expect(reads()).toHaveLength(1);
  });

  it('without contents, from a gateway of an older version, are fetched as one list', async () => {
    stored = [annotation('a1', { content: 'tank', updated_at: LATER })];
    const { annotation: _, ...change } = changed('a1');
    publish(change, change);
    await waitFor(() => expect(shown().map(({ content }) => content)).toEqual(['tank']));
    expect(reads()).toHaveLength(2);
  });

  it('made during a connection loss are fetched on reconnection', async () => {
    streams[0]?.close();
    stored = [...stored, annotation('a3')];
    await waitFor(() => expect(shown()).toHaveLength(3));
    expect(streams).toHaveLength(2);
  });

  it('on another page, or older than the known version, are ignored', async () => {
    const before = shown();
    publish({ ...changed('x1'), document_page_id: 'page-2' }, changed('a1', 'changed', { updated_at: '2025' }));
    publish(changed('a2', 'changed', { content: 'tank' }));
    await waitFor(() => expect(shown()[1]?.content).toBe('tank'));
    expect(shown()).toHaveLength(2);
    expect(shown()[0]).toBe(before[0]);
    expect(reads()).toHaveLength(1);
  });

  it('are fetched with the list if that failed before: nothing is missed', async () => {
    const select = annotationsApi.endpoints.getPageAnnotations.select('page-2');
    server.on(LIST, { status: 503, json: { error: 'The annotation service is down.' } });
    openPage('page-2');
    await waitFor(() => expect(select(store.getState()).isError).toBe(true));
    server.on(LIST, { json: { data: [annotation('b1', { document_page_id: 'page-2' })] } });
    publish({ ...changed('b1', 'created'), document_page_id: 'page-2' });
    await waitFor(() => expect(select(store.getState()).data?.map(({ id }) => id)).toEqual(['b1']));
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
    publish(changed('a1', 'changed', { content: 'theirs' }), changed(key, 'created'));
    await waitFor(() => expect(shown()[0]?.content).toBe('theirs'));
    expect(shown().map(({ id }) => id)).toEqual(['a1', 'a2', `temp-${key}`]);
    expect(shown()[0]?.coordinates).toEqual(there);
    answer?.();
    await Promise.all([settled, moved]);
    expect(shown().map(({ id }) => id)).toEqual(['a1', 'a2', key]);
    expect(shown()[0]).toMatchObject({ content: 'theirs', coordinates: there });
  });
});
