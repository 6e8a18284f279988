import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { jest } from '@jest/globals';
import { useAddress } from './address.js';
import { useSearchInAddress, type SearchInAddress } from './search-in-address.js';
import { SEARCH_DEBOUNCE_MS } from './use-debounced.js';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

describe('a search and its address', () => {
  let before: boolean | undefined;
  let box: SearchInAddress;
  let clear: () => void;
  let searches: string[];
  let host: HTMLElement;

  function Screen() {
    box = useSearchInAddress({ hasPages: true });
    const [, change] = useAddress();
    clear = () => {
      box.emptied();
      change({ search: null, status: null, page: null });
    };
    const { search } = box;
    useEffect(() => {
      searches.push(search);
    }, [search]);
    return <p>{useLocation().search}</p>;
  }
  /** Long enough for the scheduler to draw what has time. */
  const realTimeout = setTimeout;
  const turn = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 1));
  const turns = async (): Promise<void> => {
    for (let n = 0; n < 20; n++) await turn();
  };
  const type = (text: string): void => flushSync(() => box.setSearch(text));
  async function shown(initialEntries: string[]) {
    const router = createMemoryRouter([{ path: '/list', Component: Screen }], { initialEntries });
    const root = createRoot(host);
    root.render(<RouterProvider router={router} />);
    while (searches.length === 0) await turn();
    return { router, root };
  }

  // act() would draw at once what a browser draws when it has time for it
  beforeEach(() => {
    before = environment.IS_REACT_ACT_ENVIRONMENT;
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'performance', 'Date'] });
    host = document.createElement('div');
    searches = [];
  });
  afterEach(() => {
    jest.useRealTimers();
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  });

  it('keeps what is typed while the address of what was typed before has yet to be shown', async () => {
    const { router, root } = await shown(['/list']);
    type('tank');
    // written, and not drawn yet
    const unsubscribe = router.subscribe(({ location }) => {
      if (location.search !== '?search=tank') return;
      unsubscribe();
      queueMicrotask(() => type('tank yard'));
    });
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    expect(router.state.location.search).toBe('?search=tank');
    expect(searches).toEqual(['', 'tank', 'tank yard']);
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    expect(router.state.location.search).toBe('?search=tank+yard');
    expect(searches).toEqual(['', 'tank', 'tank yard']);
    root.unmount();
  });

  it('begins at the first page, without the blanks around it', async () => {
    const { router, root } = await shown(['/list?page=3&status=open']);
    type(' tank ');
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    expect(router.state.location.search).toBe('?status=open&search=tank');
    expect([box.search, box.sought]).toEqual([' tank ', 'tank']);
    root.unmount();
  });

  it('follows links and the way back', async () => {
    const { router, root } = await shown(['/list?search=lost']);
    type('tank');
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    await router.navigate('/list');
    await turns();
    await router.navigate(-1);
    await turns();
    expect(searches).toEqual(['lost', 'tank', '', 'tank']);
    root.unmount();
  });

  it('is empty after everything was taken away', async () => {
    const { router, root } = await shown(['/list?search=lost&status=open&page=2']);
    flushSync(() => clear());
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    expect(router.state.location.search).toBe('');
    expect(searches).toEqual(['lost', '']);
    root.unmount();
  });
});
