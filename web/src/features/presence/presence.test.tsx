import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ChangeEvent } from '../../lib/live/live-changes.js';
import { useLiveChanges } from '../../lib/live/live-changes.js';
import { renewSession } from '../../lib/session/session.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { PresenceAvatars } from './presence-avatars.js';
import { WINDOW_ID } from '../../lib/live/window-id.js';
import { usePlace, useProjectPresence } from './presence.js';

const PROJECT = 'p-1';
let hear: (change: ChangeEvent) => void;
let server: FakeServer;

function Page({ document, page }: { document: string; page: string | null }) {
  usePlace(document, page);
  return <PresenceAvatars pageId={page} />;
}

function Project({ id, children }: { id: string | undefined; children?: React.ReactNode }) {
  useLiveChanges(id);
  useProjectPresence(id);
  return children;
}

/** Without fields that differ per window. */
const said = () =>
  server.requestsOf('POST /api/presence').map(({ body }) => {
    const { window_id: windowId, ...rest } = body as Record<string, unknown>;
    expect(windowId).toBe(WINDOW_ID);
    return rest;
  });
const at = (page: string | null, document: string | null = 'd-1') => ({
  project_id: PROJECT,
  document_id: document,
  document_page_id: page,
});
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const faces = () => screen.queryAllByRole('img').map((face) => face.getAttribute('aria-label'));

const zoe = (changes: Partial<ChangeEvent> = {}): ChangeEvent => ({
  entity: 'presence',
  verb: 'here',
  id: 'zoe/w-9',
  user_id: 'zoe',
  name: 'Zoë',
  project_id: PROJECT,
  document_id: 'd-1',
  document_page_id: 'page-1',
  ...changes,
});

beforeEach(async () => {
  jest.useFakeTimers();
  server = fakeServer();
  server.on('POST /api/presence', { status: 204, text: '' });
  await signedIn(server);
  // the stream stays open; the test publishes its events
  const answers = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/api/events')) return answers(input, init);
    const bytes = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        hear = (change) => stream.enqueue(bytes.encode(`data: ${JSON.stringify(change)}\n\n`));
      },
    });
    return Promise.resolve({ ok: true, status: 200, body } as unknown as Response);
  };
});
afterEach(() => jest.useRealTimers());

const heard = async (change: ChangeEvent): Promise<void> => {
  await act(async () => {
    hear(change);
    await jest.advanceTimersByTimeAsync(0);
  });
};

describe('a window that has a project open', () => {
  it('reports its position at once, and every fifteen seconds', async () => {
    renderScreen(<Project id={PROJECT}>{<Page document="d-1" page="page-1" />}</Project>);
    await pass(300);
    expect(said()).toEqual([at('page-1')]);
    await pass(14_000);
    expect(said()).toHaveLength(1);
    await pass(1_500);
    expect(said()).toEqual([at('page-1'), at('page-1')]);
    await pass(30_000);
    expect(said()).toHaveLength(4);
  });

  it('reports a new page; quick paging is not reported', async () => {
    const Leafing = () => {
      const [number, setNumber] = useState(1);
      return (
        <>
          <Page document="d-1" page={`page-${number}`} />
          <button onClick={() => setNumber(number + 1)}>Next</button>
        </>
      );
    };
    renderScreen(<Project id={PROJECT}>{<Leafing />}</Project>);
    await pass(300);
    for (let turns = 0; turns < 3; turns++) {
      fireEvent.click(screen.getByRole('button', { name: 'Next' }));
      await pass(100);
    }
    await pass(300);
    expect(said()).toEqual([at('page-1'), at('page-4')]);
  });

  it('reports leaving: the document first, then the project', async () => {
    const view = renderScreen(<Project id={PROJECT}>{<Page document="d-1" page="page-1" />}</Project>);
    await pass(300);
    view.unmount();
    await pass(0);
    expect(said().at(-1)).toEqual({ ...at(null, null), left: true });
    await pass(60_000);
    expect(said()).toHaveLength(2);
  });

  it('reports leaving when closed, and returning from the back/forward cache', async () => {
    renderScreen(<Project id={PROJECT}>{<Page document="d-1" page="page-1" />}</Project>);
    await pass(300);
    window.dispatchEvent(new Event('pagehide'));
    await pass(0);
    expect(said().at(-1)).toEqual({ ...at('page-1'), left: true });
    server.on('GET /api/auth/session', { json: { access_token: 'next', expires_in: 300, user: me } });
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await pass(0);
    expect(said().at(-1)).toEqual(at('page-1'));
  });

  it('reports nothing without a project', async () => {
    renderScreen(<Project id={undefined} />);
    await pass(60_000);
    expect(said()).toEqual([]);
  });

  it('continues after a failed report', async () => {
    server.on('POST /api/presence', () => Promise.reject(new TypeError('Failed to fetch')));
    renderScreen(<Project id={PROJECT} />);
    await pass(16_000);
    server.on('POST /api/presence', { status: 204, text: '' });
    await pass(15_000);
    expect(said().length).toBeGreaterThanOrEqual(3);
  });

  it('is silent after its session ended, and reports once when it continues', async () => {
    renderScreen(<Project id={PROJECT}>{<Page document="d-1" page="page-1" />}</Project>);
    await pass(300);
    server.on('GET /api/auth/session', { status: 401, json: { error: 'no session' } });
    await act(() => renewSession());
    await pass(120_000);
    expect(said()).toHaveLength(1);
    server.on('GET /api/auth/session', { json: { access_token: 'next', expires_in: 300, user: me } });
    await act(() => renewSession());
    await pass(300);
    // the pending report and the queued one
    expect(said().slice(1)).toEqual([at('page-1'), at('page-1')]);
  });
});

describe('other people in the project', () => {
  const open = async (): Promise<void> => {
    renderScreen(<Project id={PROJECT}>{<Page document="d-1" page="page-1" />}</Project>);
    await pass(300);
    await heard(zoe());
  };

  it('are shown with their position, and removed with them', async () => {
    await open();
    expect(faces()).toEqual(['Zoë, on this page']);
    await heard(zoe({ document_page_id: 'page-2' }));
    expect(faces()).toEqual(['Zoë, in this project']);
    await heard(zoe({ verb: 'left' }));
    expect(faces()).toEqual([]);
  });

  it('are removed after forty seconds of silence', async () => {
    await open();
    await pass(30_000);
    await heard(zoe());
    await pass(39_000);
    expect(faces()).toEqual(['Zoë, on this page']);
    await pass(6_000);
    expect(faces()).toEqual([]);
  });

  it('exclude other projects and this window', async () => {
    await open();
    await heard(zoe({ id: 'bob/w-1', user_id: 'bob', name: 'Bob', project_id: 'p-2' }));
    await heard(zoe({ id: `${me.id}/${WINDOW_ID}`, user_id: me.id, name: 'Ada' }));
    expect(faces()).toEqual(['Zoë, on this page']);
  });
});
