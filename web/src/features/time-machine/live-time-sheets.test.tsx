import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore, type AppStore } from '../../app/store.js';
import { useLiveChanges, type ChangeEvent } from '../../lib/live/live-changes.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { useLiveTimeSheets } from './live-time-sheets.js';
import { timeSheetsApi, useGetTimeSheetsQuery } from './time-sheets.js';

const LIST = 'GET /api/documents';

let server: FakeServer;
let store: AppStore;
/** By document id. */
let maps: Map<string, number[]>;
let publish: (...changes: Partial<ChangeEvent>[]) => void;
let hangUp: () => void;

const document = (id: string) => ({ id, category: 'sanborn_maps', title: id, pages_ready: maps.get(id)?.length ?? 0 });
const pages = (id: string) =>
  (maps.get(id) ?? []).map((year, index) => ({
    ...{ id: `${id}-${index}`, document_id: id, page_number: index + 1, status: 'ready' },
    ...{ metadata: { page_type: 'sanborn_map', year }, thumbnail_url: null },
    tile_source: { Image: { Url: '/t/', Size: { Width: '100', Height: '100' } } },
  }));
const list = () => ({
  json: { data: [...maps.keys()].map(document), page: 1, per_page: 100, total_pages: 1, count: maps.size },
});
const years = () =>
  timeSheetsApi.endpoints.getTimeSheets
    .select('p1')(store.getState())
    .data?.map(({ year }) => year);
const reads = (path: string) => server.requestsOf(path).length;

beforeEach(() => {
  server = fakeServer();
  store = createStore();
  maps = new Map([
    ['old', [1896, 1897]],
    ['new', [1924]],
  ]);
  server.on(LIST, list);
  for (const id of ['old', 'new', 'next', 'gone']) {
    server.on(`GET /api/documents/${id}`, () =>
      maps.has(id) ? { json: { data: document(id) } } : { status: 404, json: { error: 'Not found' } },
    );
    server.on(`GET /api/documents/${id}/pages`, () => ({ json: { data: pages(id) } }));
  }
  server.on('GET /api/events', () => ({
    stream: new ReadableStream<Uint8Array>({
      start(controller) {
        publish = (...changes) => {
          for (const change of changes)
            controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ entity: 'page', ...change })}\n\n`));
        };
        hangUp = () => controller.close();
      },
    }),
  }));
});

async function openScreen(): Promise<void> {
  renderHook(
    () => {
      useLiveChanges('p1');
      useGetTimeSheetsQuery('p1');
      useLiveTimeSheets('p1');
    },
    { wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider> },
  );
  await waitFor(() => expect(reads('GET /api/events')).toBe(1));
}
const shown = (expected: number[]) => waitFor(() => expect(years()).toEqual(expected));

describe('the sheets of a project while its documents change', () => {
  it('are read for the processed document only, once for several pages', async () => {
    await openScreen();
    await shown([1896, 1897, 1924]);
    maps.set('new', [1924, 1890, 1950]);
    publish({ document_id: 'new' }, { document_id: 'new' }, { entity: 'document', id: 'new', document_id: 'new' });
    await shown([1890, 1896, 1897, 1924, 1950]);
    expect([reads(LIST), reads('GET /api/documents/old/pages'), reads('GET /api/documents/new/pages')]).toEqual([
      1, 1, 2,
    ]);
  });

  it('appear and disappear with their document', async () => {
    await openScreen();
    await shown([1896, 1897, 1924]);
    maps.delete('old');
    maps.set('next', [1930]);
    publish({ document_id: 'old' }, { document_id: 'next' });
    await shown([1924, 1930]);
    expect([reads(LIST), reads('GET /api/documents/new/pages')]).toEqual([1, 1]);
  });

  it('that changed during a full read are read after it', async () => {
    const held = heldAnswer();
    server.on('GET /api/documents/new/pages', held.handler);
    await openScreen();
    await waitFor(() => expect(reads('GET /api/documents/new/pages')).toBe(1));
    const before = { json: { data: pages('new') } };
    maps.set('new', [1924, 1950]);
    publish({ document_id: 'new' });
    server.on('GET /api/documents/new/pages', () => ({ json: { data: pages('new') } }));
    held.answer(before);
    await shown([1896, 1897, 1924, 1950]);
    expect(reads(LIST)).toBe(1);
  });

  it('are all read once after many changes, and after missed events', async () => {
    await openScreen();
    await shown([1896, 1897, 1924]);
    maps.set('new', [1925]);
    publish(...Array.from({ length: 13 }, (_, index) => ({ document_id: `d${index}` })));
    await shown([1896, 1897, 1925]);
    expect(reads(LIST)).toBe(2);
    maps.set('new', [1926]);
    hangUp();
    await shown([1896, 1897, 1926]);
    expect(reads(LIST)).toBe(3);
  });

  it('are all read when those of a document failed', async () => {
    await openScreen();
    await shown([1896, 1897, 1924]);
    server.on('GET /api/documents/gone', { status: 503, json: { error: 'Away' } });
    maps.set('new', [1925]);
    publish({ document_id: 'gone' });
    await shown([1896, 1897, 1925]);
  });
});
