import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { mediaOfWidth, withoutLayout } from '../../testing/no-layout.js';
import { renderScreen } from '../../testing/render.js';
import type { PdfLoading } from './loader.js';
import type { PdfHits, PdfPagesEvents, PdfQuery, PdfState } from './pages.js';
import { FileLost } from './source.js';
import type { PdfSource } from './source.js';
import type { PdfStart, PdfViewerProps } from './pdf-viewer.js';

// jsdom has no layout; the browser journeys check the pages
withoutLayout();
let observed: IntersectionObserverCallback | undefined;
globalThis.IntersectionObserver = class {
  constructor(callback: IntersectionObserverCallback) {
    observed = callback;
  }
  observe() {
    // reported manually
  }
  disconnect() {
    observed = undefined;
  }
} as unknown as typeof IntersectionObserver;
let widestMatch = 1280;
window.matchMedia = mediaOfWidth(() => widestMatch);

const drawn: number[] = [];
const released: number[] = [];
const pdf = {
  numPages: 60,
  getPage: (number: number) =>
    Promise.resolve({
      rotate: 0,
      getViewport: ({ scale }: { scale: number }) => ({ width: 612 * scale, height: 792 * scale }),
      render: () => {
        drawn.push(number);
        return { promise: Promise.resolve(), cancel: () => undefined };
      },
      cleanup: () => released.push(number),
    }),
};

let outcome: () => Promise<unknown>;
let loading: PdfLoading;
let closed: number;
jest.unstable_mockModule('./loader.js', () => ({
  openPdf: (_source: PdfSource, given: PdfLoading) => {
    loading = given;
    return { promise: outcome(), close: () => (closed += 1) };
  },
}));

let linkedSheets: FakePages;
let isReady: boolean;
class FakePages {
  calls: unknown[][] = [];
  isShown = true;
  ended = false;
  state: PdfState = { page: 1, scale: 1, fit: 'auto', rotation: 0 };
  constructor(
    _container: HTMLElement,
    _pages: HTMLElement,
    _pdf: unknown,
    private readonly events: PdfPagesEvents,
  ) {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the test speaks for the island
    linkedSheets = this;
    queueMicrotask(() => {
      events.onReady();
      events.onState(this.state);
      isReady = true;
    });
  }
  tell(change: Partial<PdfState>) {
    this.state = { ...this.state, ...change };
    act(() => this.events.onState(this.state));
  }
  tellHits(hits: Partial<PdfHits>) {
    act(() => this.events.onHits({ state: 'found', current: 0, total: 0, areSingleWords: false, ...hits }));
  }
  goTo = (page: number) => {
    this.calls.push(['goTo', page]);
    this.state = { ...this.state, page };
  };
  zoom = (direction: number) => this.calls.push(['zoom', direction]);
  zoomTo = (scale: number) => this.calls.push(['zoomTo', scale]);
  fit = (fit: string) => this.calls.push(['fit', fit]);
  rotate = (direction: number) => this.calls.push(['rotate', direction]);
  scroll = (direction: number, by: string) => this.calls.push(['scroll', direction, by]);
  sideways = (direction: number) => this.calls.push(['sideways', direction]);
  find = (query: PdfQuery) => this.calls.push(['find', query]);
  findNext = (direction: number) => this.calls.push(['findNext', direction]);
  endFind = () => this.calls.push(['endFind']);
  focus = () => this.calls.push(['focus']);
  end = () => (this.ended = true);
}
jest.unstable_mockModule('./pages.js', () => ({ PdfPages: FakePages }));
const { PdfViewer } = await import('./pdf-viewer.js');
const { hitsText } = await import('./find-bar.js');

const source: PdfSource = { read: () => Promise.reject(new Error('not read here')) };
const named = (name: string) => Object.assign(new Error(name), { name });
const settled = async () => {
  await screen.findByRole('toolbar', { name: 'PDF' });
  await waitFor(() => expect(isReady).toBe(true));
  // rendered, with all effects, after this report
  linkedSheets.tell({});
};
const open = async (props: Partial<PdfViewerProps> = {}) => {
  const view = renderScreen(<PdfViewer source={source} title="Phase I" {...props} />);
  await settled();
  return view;
};
const pressed = async (user: { keyboard(keys: string): Promise<void> }, keys: string) => {
  linkedSheets.calls = [];
  await user.keyboard(keys);
  return linkedSheets.calls;
};
const query = (text: string, change: Partial<PdfQuery> = {}) => ({
  text,
  matchCase: false,
  wholeWords: false,
  ...change,
});

beforeEach(() => {
  outcome = () => Promise.resolve(pdf);
  isReady = false;
  closed = 0;
  widestMatch = 1280;
  drawn.length = 0;
  released.length = 0;
});

describe('opening a PDF', () => {
  it('shows that it loads, then the pages of the document by name (VIEW-23)', async () => {
    renderScreen(<PdfViewer source={source} title="Phase I" />);
    expect(screen.getByText('Loading PDF...')).toBeTruthy();
    expect(await screen.findByRole('document', { name: 'Phase I' })).toBeTruthy();
    expect(screen.getByTestId('pdf-pages').textContent).toBe('of 60');
  });

  it.each([
    ['PasswordException', 'It is protected by a password. Remove the password and upload the file again.'],
    ['InvalidPDFException', 'The file is damaged.'],
    ['FileLost', 'The file is no longer there.'],
    ['FileUnreachable', 'The file could not be reached.'],
    ['UnknownErrorException', ''],
  ])('says why it cannot be shown: %s (VIEW-24)', async (name, reason) => {
    outcome = () => Promise.reject(named(name));
    renderScreen(<PdfViewer source={source} title="Phase I" />);
    expect(await screen.findByText('Error Loading PDF')).toBeTruthy();
    expect(screen.getByText('Failed to load PDF').parentElement?.textContent).toBe(`Failed to load PDF${reason}`);
  });

  it('tries again at a press on Retry (VIEW-24)', async () => {
    outcome = () => Promise.reject(named('FileUnreachable'));
    const { user } = renderScreen(<PdfViewer source={source} title="Phase I" />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    outcome = () => Promise.resolve(pdf);
    await user.click(retry);
    expect(await screen.findByRole('document', { name: 'Phase I' })).toBeTruthy();
  });

  it('says when a later piece of the file is out of reach, and stops saying so', async () => {
    await open();
    act(() => loading.onStalled(true));
    expect(screen.getByText(/can’t be reached at the moment/)).toBeTruthy();
    act(() => loading.onStalled(false));
    expect(screen.queryByText(/can’t be reached at the moment/)).toBeNull();
  });

  it('shows an error when the file is removed while it is open (VIEW-24)', async () => {
    await open();
    act(() => loading.onLost(new FileLost('HTTP 404')));
    expect(await screen.findByText('The file is no longer there.')).toBeTruthy();
    expect(linkedSheets.ended).toBe(true);
  });

  it('releases everything when it is left', async () => {
    const { unmount } = await open();
    unmount();
    expect([linkedSheets.ended, closed]).toEqual([true, 1]);
  });
});

describe('the controls of a PDF', () => {
  it('zoom, fit, turn and show the percentage', async () => {
    const { user } = await open();
    linkedSheets.tell({ scale: 1.254 });
    expect(screen.getByTestId('pdf-zoom').textContent).toBe('125%');
    for (const name of ['Zoom In', 'Zoom Out', 'Fit to Width', 'Fit to Page', 'Rotate (R)'])
      await user.click(screen.getByRole('button', { name }));
    await user.click(screen.getByTestId('pdf-zoom'));
    await user.click(await screen.findByRole('menuitem', { name: '200%' }));
    expect(linkedSheets.calls).toEqual([
      ['zoom', 1],
      ['zoom', -1],
      ['fit', 'page-width'],
      ['fit', 'page-fit'],
      ['rotate', 1],
      ['zoomTo', 2],
    ]);
  });

  it('go to a page that is typed, no further than the last', async () => {
    const { user } = await open();
    const field = screen.getByRole('textbox', { name: 'Page, of 60' });
    await user.click(field);
    await user.keyboard('17{Enter}');
    await user.click(field);
    await user.keyboard('999{Enter}');
    expect(linkedSheets.calls).toEqual([
      ['goTo', 17],
      ['goTo', 60],
    ]);
    linkedSheets.tell({ page: 60 });
    expect((field as HTMLInputElement).value).toBe('60');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
  });

  it('work by keys regardless of focus, except in text fields', async () => {
    const { user } = await open();
    expect(await pressed(user, '{PageDown}{PageUp}{Home}{End}{ArrowDown}{ArrowRight}+-rR')).toEqual([
      ['scroll', 1, 'page'],
      ['scroll', -1, 'page'],
      ['goTo', 1],
      ['goTo', 60],
      ['scroll', 1, 'line'],
      ['sideways', 1],
      ['zoom', 1],
      ['zoom', -1],
      ['rotate', 1],
      ['rotate', 1],
    ]);
    await user.click(screen.getByRole('textbox', { name: 'Page, of 60' }));
    expect(await pressed(user, 'r+{PageDown}')).toEqual([]);
    linkedSheets.isShown = false;
    act(() => (document.activeElement as HTMLElement).blur());
    expect(await pressed(user, 'r')).toEqual([]);
  });
});

describe('finding words in a PDF', () => {
  it('overrides Ctrl+F, counts the matches, and steps through them', async () => {
    const { user } = await open();
    await user.keyboard('{Control>}f{/Control}');
    const field = await screen.findByRole('textbox', { name: 'Find in the document' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('gas');
    expect(linkedSheets.calls.at(-1)).toEqual(['find', query('gas')]);
    expect(screen.getByTestId('pdf-hits').textContent).toBe('Searching...');
    linkedSheets.tellHits({ current: 2, total: 17 });
    expect(screen.getByTestId('pdf-hits').textContent).toBe('2 of 17');
    expect(await pressed(user, '{Enter}{Shift>}{Enter}{/Shift}{F3}')).toEqual([
      ['findNext', 1],
      ['findNext', -1],
      ['findNext', 1],
    ]);
    await user.click(screen.getByRole('button', { name: /Next hit/ }));
    expect(linkedSheets.calls.at(-1)).toEqual(['findNext', 1]);
    await user.click(field);
    expect(await pressed(user, '{Escape}')).toEqual([['endFind'], ['focus']]);
    expect(screen.queryByRole('search')).toBeNull();
  });

  it('minds capitals and whole words when asked to', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Find (Ctrl+F)' }));
    await user.type(await screen.findByRole('textbox', { name: 'Find in the document' }), 'Tank');
    await user.click(screen.getByRole('button', { name: 'Match case' }));
    await user.click(screen.getByRole('button', { name: 'Whole words' }));
    expect(linkedSheets.calls.at(-1)).toEqual(['find', query('Tank', { matchCase: true, wholeWords: true })]);
    expect(screen.getByRole('button', { name: 'Whole words' }).getAttribute('aria-pressed')).toBe('true');
    linkedSheets.tellHits({ state: 'none' });
    expect(screen.getByTestId('pdf-hits').textContent).toBe('Not found');
    await user.clear(screen.getByRole('textbox', { name: 'Find in the document' }));
    expect(linkedSheets.calls.at(-1)).toEqual(['endFind']);
  });

  it('describes its count', () => {
    const hits: PdfHits = { state: 'found', current: 0, total: 4, areSingleWords: false };
    expect(hitsText({ text: '' }, hits)).toBe('');
    expect(hitsText({ text: 'a' }, hits)).toBe('4');
    expect(hitsText({ text: 'a b' }, { ...hits, current: 1, areSingleWords: true })).toBe('1 of 4 (single words)');
    expect(hitsText({ text: 'a' }, { ...hits, state: 'searching', total: 0 })).toBe('Searching...');
  });
});

describe('an address with a page and words', () => {
  it('opens there with the matches, and reports the current page', async () => {
    const pages: number[] = [];
    const onPage = (page: number) => pages.push(page);
    const seen: number[] = [];
    const onShown = (page: number) => void seen.push(page);
    await open({ start: { page: 14, isReached: false, words: 'gas holder' }, onPage, onShown });
    expect(linkedSheets.calls).toEqual([
      ['goTo', 14],
      ['find', query('gas holder')],
    ]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Find in the document' }).value).toBe('gas holder');
    linkedSheets.tell({ page: 15 });
    linkedSheets.tell({ scale: 2 });
    // the page from the URL is not reported back
    expect(pages).toEqual([15]);
    expect(seen.slice(-2)).toEqual([14, 15]);
  });

  it('is followed when it changes, but not when it only follows the reader', async () => {
    let change: (start: PdfStart) => void = () => undefined;
    function Screen() {
      const [start, setStart] = useState<PdfStart>({ page: 14, isReached: false, words: '' });
      change = setStart;
      return <PdfViewer source={source} title="Phase I" start={start} />;
    }
    renderScreen(<Screen />);
    await settled();
    linkedSheets.tell({ page: 16 });
    linkedSheets.calls = [];
    act(() => change({ page: 16, isReached: true, words: '' }));
    expect(linkedSheets.calls).toEqual([]);
    // on a busy machine the URL follows late: the reader has scrolled on
    linkedSheets.tell({ page: 17 });
    act(() => change({ page: 15, isReached: true, words: '' }));
    expect(linkedSheets.calls).toEqual([]);
    act(() => change({ page: 30, isReached: false, words: 'tank' }));
    expect(linkedSheets.calls).toEqual([
      ['goTo', 30],
      ['find', query('tank')],
    ]);
  });

  it('reports when the words do not occur, once, and only for words from the URL', async () => {
    let told = 0;
    const { user } = await open({
      start: { page: 2, isReached: false, words: 'cistern' },
      onNothingFound: () => (told += 1),
    });
    linkedSheets.tellHits({ state: 'searching' });
    expect(told).toBe(0);
    linkedSheets.tellHits({ state: 'none' });
    linkedSheets.tellHits({ state: 'none' });
    expect(told).toBe(1);
    await user.type(screen.getByRole('textbox', { name: 'Find in the document' }), 'x');
    linkedSheets.tellHits({ state: 'none' });
    expect(told).toBe(1);
  });
});

describe('thumbnails', () => {
  const list = () => screen.getByRole('list', { name: 'Page thumbnails' });
  const reportNear = (...numbers: number[]) =>
    act(() => {
      const entries = numbers.map((number) => ({
        target: list().querySelector(`[data-thumbnail="${number}"]`),
        isIntersecting: true,
      }));
      observed?.(entries as unknown as IntersectionObserverEntry[], {} as IntersectionObserver);
    });

  it('are there for every page, but only those in view are drawn, and far ones are released again', async () => {
    await open();
    expect(within(list()).getAllByRole('button')).toHaveLength(60);
    expect(list().querySelectorAll('canvas')).toHaveLength(0);
    reportNear(1, 2, 40);
    await waitFor(() => expect(drawn).toEqual([1, 2, 40]));
    await waitFor(() => expect(released).toEqual([40]));
    expect(list().querySelectorAll('canvas')).toHaveLength(3);
  });

  it('go to their page, are one tab stop, and arrows move between them', async () => {
    const { user } = await open();
    linkedSheets.tell({ page: 3 });
    const current = screen.getByRole('button', { name: 'Page 3' });
    expect(current.getAttribute('aria-current')).toBe('page');
    expect(
      within(list())
        .getAllByRole('button')
        .filter((button) => button.tabIndex === 0),
    ).toEqual([current]);
    act(() => current.focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Page 4' }));
    await user.keyboard('{Enter}');
    expect(linkedSheets.calls).toEqual([['goTo', 4]]);
  });

  it('are closed on a phone until opened, and close when a page is chosen', async () => {
    widestMatch = 390;
    const { user } = await open();
    expect(screen.queryByRole('list', { name: 'Page thumbnails' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Page thumbnails' }));
    await user.click(screen.getByRole('button', { name: 'Page 9' }));
    expect(linkedSheets.calls).toEqual([['goTo', 9]]);
    expect(screen.queryByRole('list', { name: 'Page thumbnails' })).toBeNull();
  });
});
