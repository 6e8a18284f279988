import { jest } from '@jest/globals';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore, type AppStore } from '../../app/store.js';
import { publishOutcome } from '../../evidence/annotation-outcomes.js';
import { visibleRows } from '../../evidence/annotation-rows.js';
import { annotationsApi } from '../../evidence/annotations-api.js';
import { annotation } from '../../testing/annotation.js';
import { renderScreen } from '../../testing/render.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { useAnnotationEdits, type AnnotationEdits, type UndoAddition } from './use-annotation-edits.js';

const PATH = '/api/public/annotations';
const of = {
  ...{ pageId: 'p1', documentId: 'd1', projectId: 'proj', picture: { width: 6_400, height: 7_600 } },
  author: { id: 'me', name: 'Ada', type: 'human' as const },
  onSelect: () => undefined,
  announce: () => undefined,
};

// the server does not know local keys
const { key: _key, ...stored } = annotation;

let server: FakeServer;
let store: AppStore;

beforeEach(async () => {
  server = fakeServer();
  store = createStore();
  server.on(`GET ${PATH}`, { json: { data: [stored], count: 1 } });
  server.on(`POST ${PATH}`, ({ body }) => ({ status: 201, json: { data: { ...stored, ...(body as object) } } }));
  server.on(`PUT ${PATH}`, ({ body }) => ({ json: { data: { ...stored, ...(body as object) } } }));
  server.on(`DELETE ${PATH}`, { json: { success: true } });
  await store.dispatch(annotationsApi.endpoints.getPageAnnotations.initiate('p1'));
});

const labels = () =>
  visibleRows(annotationsApi.endpoints.getPageAnnotations.select('p1')(store.getState()).data ?? []).map(
    ({ content }) => content,
  );
const open = () =>
  renderHook(() => useAnnotationEdits(of), {
    wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>,
  });
const saved = (method: string, count: number) =>
  waitFor(() => expect(server.requestsOf(`${method} ${PATH}`)).toHaveLength(count));

const copies = (['tank', 'shed'] as const).map((content) => ({
  type: 'ellipse' as const,
  coordinates: stored.coordinates,
  content,
}));

describe('annotations that are pasted', () => {
  it('are undone independently of later steps (ANN-11)', async () => {
    const { result } = open();
    let takeBack: UndoAddition = () => undefined;
    act(() => void (takeBack = result.current.add(copies)));
    await saved('POST', 2);
    act(() => result.current.relabel('well', 'a1'));
    await saved('PUT', 1);
    expect(labels()).toEqual(['well', 'tank', 'shed']);
    act(() => takeBack(() => undefined));
    await saved('DELETE', 2);
    expect(labels()).toEqual(['well']);
    expect(result.current.steps.undo).toBe('label');
  });

  it('say which picture they were drawn on, as moved ones do', async () => {
    const { result } = open();
    act(() => void result.current.add(copies.slice(0, 1)));
    await saved('POST', 1);
    act(() => result.current.resize('a1', { centerX: 12, centerY: 20, radiusX: 4, radiusY: 4, theta: 0 }));
    await saved('PUT', 1);
    for (const method of ['POST', 'PUT'])
      expect(server.requestsOf(`${method} ${PATH}`)[0]?.body).toMatchObject({ picture_size: of.picture });
    act(() => result.current.relabel('well', 'a1'));
    await saved('PUT', 2);
    expect(server.requestsOf(`PUT ${PATH}`)[1]?.body).toEqual({ content: 'well' });
  });

  it('are one step that can be redone if nothing was done since', async () => {
    const { result } = open();
    let takeBack: UndoAddition = () => undefined;
    act(() => void (takeBack = result.current.add(copies)));
    await saved('POST', 2);
    act(() => takeBack(() => undefined));
    await saved('DELETE', 2);
    expect(labels()).toEqual(['label']);
    expect(result.current.steps).toMatchObject({ undo: null, redo: 'new annotation of 2' });
  });

  it('are rejected for read-only users', () => {
    const { result } = renderHook(() => useAnnotationEdits({ ...of, author: null }), {
      wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>,
    });
    act(() => result.current.add(copies)(() => undefined));
    expect(labels()).toEqual(['label']);
  });
});

describe('edits of an annotation that was abandoned', () => {
  it('are dropped from the history without a message', async () => {
    const announce = jest.fn();
    const { result } = renderHook(() => useAnnotationEdits({ ...of, announce }), {
      wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>,
    });
    act(() => result.current.relabel('well', 'a1'));
    await saved('PUT', 1);
    await waitFor(() => expect(announce).toHaveBeenLastCalledWith('Saved.'));
    expect(result.current.steps.undo).toBe('label');
    act(() => publishOutcome({ pageId: 'p1', key: 'a1', what: 'create', result: 'dropped' }));
    expect(result.current.steps).toEqual({ undo: null, redo: null, lastAt: null });
    expect(announce).toHaveBeenCalledTimes(1);
  });
});

describe('an undo that failed while the server was unreachable', () => {
  const away = { status: 503, json: { error: 'The annotation service is down.' } };
  const RESTORE = 'POST /api/annotations/a1/restore';

  it('can be repeated later, and redone (ANN-05, ANN-11)', async () => {
    const { result } = open();
    act(() => result.current.relabel('well', 'a1'));
    await saved('PUT', 1);
    server.on(`PUT ${PATH}`, away);
    act(() => result.current.undo());
    await waitFor(() => expect(labels()).toEqual(['well']));
    expect(result.current.steps).toMatchObject({ undo: 'label', redo: null });
    server.on(`PUT ${PATH}`, ({ body }) => ({ json: { data: { ...stored, ...(body as object) } } }));
    act(() => result.current.undo());
    await saved('PUT', 3);
    expect(labels()).toEqual(['label']);
    server.on(`PUT ${PATH}`, away);
    act(() => result.current.redo());
    await waitFor(() => expect(labels()).toEqual(['label']));
    expect(result.current.steps).toMatchObject({ undo: null, redo: 'label' });
  });

  it('is a deletion that can still be undone (ANN-06)', async () => {
    const { result } = open();
    act(() => result.current.remove('a1'));
    await saved('DELETE', 1);
    server.on(RESTORE, away);
    act(() => result.current.undo());
    await waitFor(() => expect(labels()).toEqual([]));
    expect(result.current.steps).toMatchObject({ undo: 'delete', redo: null });
    server.on(RESTORE, { json: { data: stored } });
    act(() => result.current.undo());
    await waitFor(() => expect(server.requestsOf(RESTORE)).toHaveLength(2));
    expect(labels()).toEqual(['label']);
  });

  const taken = { json: { success: true } };
  const pasted = (edits: { current: AnnotationEdits }): UndoAddition => {
    let takeBack: UndoAddition = () => undefined;
    act(() => void (takeBack = edits.current.add(copies)));
    return takeBack;
  };

  it('is an earlier paste, offered again, in its place among the steps (ANN-11)', async () => {
    const { result } = open();
    const takeBack = pasted(result);
    await saved('POST', 2);
    act(() => result.current.relabel('well', 'a1'));
    await saved('PUT', 1);
    server.on(`DELETE ${PATH}`, away);
    const again = jest.fn();
    act(() => takeBack(again));
    expect(labels()).toEqual(['well']);
    await waitFor(() => expect(labels()).toEqual(['well', 'tank', 'shed']));
    expect(again).toHaveBeenCalledTimes(2);
    expect(result.current.steps.undo).toBe('label');
    act(() => result.current.undo());
    await saved('PUT', 2);
    expect(result.current.steps.undo).toBe('new annotation of 2');
    act(() => result.current.redo());
    await saved('PUT', 3);
    server.on(`DELETE ${PATH}`, taken);
    act(() => takeBack(again));
    await saved('DELETE', 4);
    await waitFor(() => expect(labels()).toEqual(['well']));
    expect(again).toHaveBeenCalledTimes(2);
    expect(result.current.steps.undo).toBe('label');
  });

  it('is the last paste, offered again as the current step', async () => {
    const { result } = open();
    const takeBack = pasted(result);
    await saved('POST', 2);
    server.on(`DELETE ${PATH}`, away);
    const again = jest.fn();
    act(() => takeBack(again));
    await waitFor(() => expect(labels()).toEqual(['label', 'tank', 'shed']));
    expect(again).toHaveBeenCalledTimes(2);
    expect(result.current.steps).toMatchObject({ undo: 'new annotation of 2', redo: null });
    server.on(`DELETE ${PATH}`, taken);
    act(() => takeBack(again));
    await saved('DELETE', 4);
    expect(result.current.steps).toMatchObject({ undo: null, redo: 'new annotation of 2' });
  });

  it('is a recent paste, even if not saved yet', async () => {
    const { result } = open();
    const creation = heldAnswer();
    server.on(`POST ${PATH}`, creation.handler);
    server.on(`DELETE ${PATH}`, away);
    let takeBack: UndoAddition = () => undefined;
    act(() => void (takeBack = result.current.add(copies.slice(0, 1))));
    const again = jest.fn();
    act(() => takeBack(again));
    await saved('POST', 1);
    const { id } = server.requestsOf(`POST ${PATH}`)[0]!.body as { id: string };
    creation.answer({ status: 201, json: { data: { ...stored, id, content: 'tank' } } });
    await waitFor(() => expect(again).toHaveBeenCalledTimes(1));
    expect(labels()).toEqual(['label', 'tank']);
    expect(result.current.steps).toMatchObject({ undo: 'new annotation', redo: null });
  });

  it('is a deletion, offered again', async () => {
    const { user } = renderScreen(<p>A sheet</p>);
    const { result } = open();
    act(() => result.current.remove('a1'));
    await saved('DELETE', 1);
    server.on(RESTORE, away);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('The annotation was not restored');
    server.on(RESTORE, { json: { data: stored } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(labels()).toEqual(['label']));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('is dropped once the server has rejected it', async () => {
    const { result } = open();
    act(() => result.current.relabel('well', 'a1'));
    await saved('PUT', 1);
    server.on(`PUT ${PATH}`, { status: 409, json: { error: 'Somebody else has changed it.', code: 'stale' } });
    act(() => result.current.undo());
    await waitFor(() => expect(result.current.steps).toEqual({ undo: null, redo: null, lastAt: null }));
  });
});
