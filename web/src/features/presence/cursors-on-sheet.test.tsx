import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import type { ChangeEvent } from '../../lib/live/live-changes.js';
import { useLiveChanges } from '../../lib/live/live-changes.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { createSheetFrames } from '@symbio/sheet/view/frames';
import { setCursorsOn } from './cursor-setting.js';
import { CursorsOnSheet } from './cursors-on-sheet.js';
import { PresenceAvatars } from './presence-avatars.js';
import { usePlace, useProjectPresence } from './presence.js';

const PAGE = 'page-1';
const SHAPE = {
  id: 'a1',
  key: 'a1',
  coordinates: { x: 100, y: 200, width: 40, height: 20 },
} as unknown as ShownAnnotation;
let hear: (change: ChangeEvent) => void;
let server: FakeServer;
let frames: ReturnType<typeof createSheetFrames>;

function Window({ selected = [] }: { selected?: string[] }) {
  useLiveChanges(project.id);
  useProjectPresence(project.id);
  usePlace('d-1', PAGE);
  return (
    <>
      <PresenceAvatars pageId={PAGE} />
      <div data-testid="stage">
        <div>
          <CursorsOnSheet pageId={PAGE} frames={frames} annotations={[SHAPE]} selectedIds={selected} />
        </div>
      </div>
    </>
  );
}

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const heard = async (change: ChangeEvent): Promise<void> => {
  await act(async () => {
    hear({ project_id: project.id, document_id: 'd-1', document_page_id: PAGE, ...change });
    await jest.advanceTimersByTimeAsync(0);
  });
};
const zoe = { id: 'zoe/w-9', user_id: 'zoe', name: 'Zoë Quist' };
const arrives = () => heard({ entity: 'presence', verb: 'here', ...zoe });
const points = (more: Partial<ChangeEvent> = {}) =>
  heard({ entity: 'cursor', verb: 'moved', ...zoe, x: 50, y: 60, ...more });
const reports = () =>
  server.requestsOf('POST /api/cursors').map(({ body }) => {
    const { x, y, selected, left } = body as Record<string, unknown>;
    return { x, y, selected, ...(left === undefined ? {} : { left }) };
  });
const move = (clientX: number, clientY: number) =>
  // jsdom's PointerEvent lacks coordinates
  fireEvent(screen.getByTestId('stage'), new MouseEvent('pointermove', { clientX, clientY, bubbles: true }));

beforeEach(async () => {
  jest.useFakeTimers();
  setCursorsOn(true);
  frames = createSheetFrames();
  server = fakeServer();
  server.on('POST /api/presence', { status: 204, text: '' });
  server.on('POST /api/cursors', { json: { success: true } });
  await signedIn(server);
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
afterEach(() => {
  jest.useRealTimers();
  setCursorsOn(true);
});

async function open(selected: string[] = []) {
  const shown = renderProjectScreen(<Window selected={selected} />);
  await pass(300);
  act(() => frames.moved({ scale: 2, x: 10, y: 5, rotation: 0 }));
  return shown;
}

describe('the cursors of others on a sheet', () => {
  it('follow their pointers and the sheet, have names, and disappear with their windows', async () => {
    await open();
    await arrives();
    await points();
    const cursor = screen.getByTestId('other-cursor');
    expect(cursor.textContent).toBe('Zoë Quist');
    expect(cursor.style.transform).toBe('translate(110px, 125px)');
    act(() => frames.moved({ scale: 1, x: 0, y: 0, rotation: 0 }));
    expect(cursor.style.transform).toBe('translate(50px, 60px)');
    // no transition while the sheet itself moves
    expect(cursor.style.transitionDuration).toBe('0ms');
    await points({ verb: 'left' });
    expect(screen.queryByTestId('other-cursor')).toBeNull();
  });

  it('include the selection, outlined and with initials, if it is on the page', async () => {
    await open();
    await arrives();
    await points({ x: null, y: null, selected: ['a1', 'elsewhere'] });
    const selection = screen.getByTestId('other-selection');
    expect(selection.textContent).toBe('ZQ');
    expect([selection.style.transform, selection.style.width]).toEqual(['translate(210px, 405px)', '80px']);
    expect(screen.queryByTestId('other-cursor')).toBeNull();
  });

  it('exclude people who are not on the page', async () => {
    await open();
    await points();
    expect(screen.queryByTestId('other-cursor')).toBeNull();
  });
});

describe('one’s own cursor', () => {
  it('is not sent while alone on the page', async () => {
    await open(['a1']);
    move(110, 125);
    await pass(1000);
    expect(reports()).toEqual([]);
    // newcomers get the current position immediately
    await arrives();
    expect(reports()).toEqual([{ x: 50, y: 60, selected: ['a1'] }]);
  });

  it('is sent at most ten times a second, with the latest position in sheet pixels', async () => {
    await open();
    await arrives();
    for (let step = 0; step < 40; step++) {
      move(110 + step, 125);
      await pass(10);
    }
    await pass(200);
    const moves = reports();
    expect(moves.length).toBeGreaterThan(2);
    expect(moves.length).toBeLessThanOrEqual(6);
    expect(moves[0]).toEqual({ x: 50, y: 60, selected: [] });
    expect(moves.at(-1)).toEqual({ x: 69.5, y: 60, selected: [] });
  });

  it('sends the selection to newcomers, and leaves at once when the window is hidden', async () => {
    await open(['a1']);
    await arrives();
    expect(reports()).toEqual([{ x: null, y: null, selected: ['a1'] }]);
    const visible = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await jest.advanceTimersByTimeAsync(0);
    });
    expect(reports().at(-1)).toEqual({ x: null, y: null, selected: [], left: true });
    move(110, 125);
    await pass(1000);
    expect(reports()).toHaveLength(2);
    visible.mockRestore();
  });

  it('can be disabled together with those of others, and leaves then', async () => {
    await open();
    await arrives();
    await points();
    move(110, 125);
    await pass(0);
    fireEvent.click(screen.getByRole('button', { name: /Cursors are shared/ }));
    await pass(200);
    expect(screen.queryByTestId('other-cursor')).toBeNull();
    expect(reports().at(-1)).toMatchObject({ left: true });
    const count = reports().length;
    move(150, 125);
    await pass(1000);
    expect(reports()).toHaveLength(count);
    expect(localStorage.getItem('symbio.cursors')).toBe('off');
  });
});
