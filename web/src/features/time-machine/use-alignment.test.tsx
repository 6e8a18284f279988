import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { api } from '../../lib/http/api.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import type { Alignment, StoredAlignment } from './alignments-api.js';
import type { TimeSheet } from './time-sheet.js';
import { useAlignment, type PairAlignment } from './use-alignment.js';

const PUT = 'PUT /api/alignments';
const sheet = (id: string): TimeSheet => ({
  page: { id, document_id: 'd1' } as DocumentPage,
  sheet: { key: id, size: { width: 1000, height: 800 } } as TimeSheet['sheet'],
  documentTitle: 'Sanborn',
  year: null,
  label: `Sheet ${id}`,
  subtitle: '',
});
const sheets = [sheet('p1'), sheet('p2')] as const;
const places = (...xs: number[]): Alignment => ({
  pairs: xs.map((x) => ({ from: { x, y: 0 }, to: { x, y: 0 } })),
  base: null,
});
const version = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`;
const stored = (minute: number): StoredAlignment => ({
  id: 'p1-p2',
  first_page_id: 'p1',
  second_page_id: 'p2',
  pairs: [{ from_x: 1, from_y: 2, to_x: 3, to_y: 4 }],
  base: null,
  residual_px: null,
  by_name: 'Erin Editor',
  updated_at: version(minute),
});

let server: FakeServer;
let found: PairAlignment;
let own: Alignment | null;
let align: (aligning: boolean) => void;
let place: (own: Alignment) => void;

function Screen() {
  const [aligning, setAligning] = useState(false);
  const [view, setView] = useState<Alignment | null>(null);
  [align, place, own] = [setAligning, setView, view];
  const [first, second] = sheets;
  found = useAlignment({ first, second, sheets }, { own: view, aligning }, () => setView(null));
  return null;
}

const seen = () => server.requestsOf(PUT).map(({ body }) => (body as { updated_at?: string }).updated_at);
const open = async (...rows: StoredAlignment[]) => {
  server.on('GET /api/alignments', { json: { data: rows } });
  const view = renderProjectScreen(<Screen />);
  await waitFor(() => expect(found.isLoading).toBe(false));
  return view;
};
const save = (alignment: Alignment) => act(() => found.save(alignment));

beforeEach(() => {
  server = fakeServer();
});

describe('an alignment that is stored for the project', () => {
  it("is no longer the view's own, except for points added during the request", async () => {
    await open();
    const { handler, answer } = heldAnswer();
    server.on(PUT, handler);
    act(() => place(places(1, 2)));
    let saving = Promise.resolve();
    act(() => void (saving = found.save(own ?? places())));
    act(() => place(places(1, 2, 3)));
    await act(async () => {
      answer({ json: { data: stored(1) } });
      await saving;
    });
    expect(own).toEqual(places(1, 2, 3));
    server.on(PUT, { json: { data: stored(2) } });
    await save(own ?? places());
    expect(own).toBeNull();
  });

  it('has a separate Undo when stored again', async () => {
    const { user } = await open(stored(0));
    server.on(PUT, { json: { data: stored(1) } });
    await save(places(1));
    server.on(PUT, { json: { data: stored(2) } });
    await save(places(2));
    expect(await screen.findAllByText('Alignment stored for the project')).toHaveLength(2);
    const before = seen().length;
    for (const undo of screen.getAllByRole('button', { name: 'Undo' })) await user.click(undo);
    await waitFor(() => expect(seen().slice(before).sort()).toEqual([version(1), version(2)]));
  });
});

describe('undoing an alignment after the server was unavailable', () => {
  it('is offered again, with the previously stored one', async () => {
    const { user } = await open(stored(0));
    server.on(PUT, { json: { data: stored(1) } });
    await save(places(1));
    server.on(PUT, { status: 503, json: { error: 'The document service is down.' } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^Could not be undone: alignment of /)).toBeTruthy();
    server.on(PUT, { json: { data: stored(2) } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^Undone: alignment of /)).toBeTruthy();
    expect(seen()).toEqual([version(0), version(1), version(1)]);
  });
});

describe('a stored alignment that could not be read', () => {
  it('is unknown, neither none nor any, until it is read again', async () => {
    server.on('GET /api/alignments', { status: 503, json: { error: 'The document service is down.' } });
    renderProjectScreen(<Screen />);
    await waitFor(() => expect(found.failure).not.toBeNull());
    expect(found.isKnown).toBe(false);
    server.on('GET /api/alignments', { json: { data: [stored(0)] } });
    act(() => found.failure?.onRetry());
    await waitFor(() => expect(found.isKnown).toBe(true));
    expect(found.failure).toBeNull();
    expect(found.stored?.byName).toBe('Erin Editor');
  });
});

describe('an alignment stored by another user during aligning', () => {
  it.each([
    ['another alignment', [stored(0)], version(0)],
    ['the first one', [], new Date(0).toISOString()],
  ])('is not overwritten: %s', async (_, before, expected) => {
    const { store } = await open(...before);
    server.on(PUT, { status: 409, json: { error: 'Somebody else has changed it meanwhile.', code: 'stale' } });
    act(() => align(true));
    act(() => place(places(1, 2)));
    server.on('GET /api/alignments', { json: { data: [stored(5)] } });
    act(() => void store.dispatch(api.util.invalidateTags(['Alignment'])));
    await waitFor(() => expect(found.stored?.updatedAt).toBe(version(5)));
    // like Store
    await act(() => {
      align(false);
      return found.save(places(1, 2));
    });
    expect(await screen.findByText('Somebody else has changed it meanwhile.')).toBeTruthy();
    expect(seen()).toEqual([expected]);
    expect(own).toEqual(places(1, 2));
  });

  it('is accepted before the user begins, and if it is their own', async () => {
    const { store } = await open();
    server.on(PUT, { json: { data: stored(6) } });
    act(() => align(true));
    server.on('GET /api/alignments', { json: { data: [stored(5)] } });
    act(() => void store.dispatch(api.util.invalidateTags(['Alignment'])));
    await waitFor(() => expect(found.stored?.updatedAt).toBe(version(5)));
    act(() => place(places(1, 2)));
    await save(places(1, 2));
    await save(places(1, 2, 3));
    expect(seen()).toEqual([version(5), version(6)]);
  });
});
