import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { jest } from '@jest/globals';
import type { View } from './address.js';
import { ADDRESS_REST_MS, useView } from './use-view.js';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

describe('the view of the time machine and its address', () => {
  let before: boolean | undefined;
  let change: (next: Partial<View>) => void;
  let shares: number[];
  let host: HTMLElement;

  function Screen() {
    const [view, set] = useView();
    change = set;
    useEffect(() => {
      shares.push(view.share);
    }, [view.share]);
    return <p>{useLocation().search}</p>;
  }
  /** Long enough for the scheduler to draw what has time. */
  const realTimeout = setTimeout;
  const turn = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 1));
  const turns = async (): Promise<void> => {
    for (let n = 0; n < 20; n++) await turn();
  };
  async function shown(initialEntries: string[]) {
    const router = createMemoryRouter([{ path: '/', Component: Screen }], { initialEntries });
    const root = createRoot(host);
    root.render(<RouterProvider router={router} />);
    while (shares.length === 0) await turn();
    return { router, root };
  }

  // act() would draw at once what a browser draws when it has time for it
  beforeEach(() => {
    before = environment.IS_REACT_ACT_ENVIRONMENT;
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'performance', 'Date'] });
    host = document.createElement('div');
    shares = [];
  });
  afterEach(() => {
    jest.useRealTimers();
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  });

  it('do not take each other back where the address comes late', async () => {
    const { router, root } = await shown(['/?mode=swipe&share=0.5']);
    // written, and not drawn yet
    flushSync(() => change({ feature: 'one' }));
    jest.advanceTimersByTime(ADDRESS_REST_MS);
    expect(router.state.location.search).toContain('feature=one');
    flushSync(() => change({ share: 0.6 }));
    // the next one is written when the first is drawn and its effects have yet to run
    const observer = new MutationObserver(() => {
      if (!host.textContent.includes('feature=one')) return;
      observer.disconnect();
      jest.advanceTimersByTime(ADDRESS_REST_MS);
    });
    observer.observe(host, { subtree: true, characterData: true, childList: true });
    await turns();
    expect(router.state.location.search).toContain('share=0.6');
    flushSync(() => change({ share: 0.62 }));
    jest.advanceTimersByTime(ADDRESS_REST_MS);
    await turns();
    expect(shares).toEqual([0.5, 0.6, 0.62]);
    expect(router.state.location.search).toContain('share=0.62');
    root.unmount();
  });

  it('go back together', async () => {
    const { router, root } = await shown(['/?mode=swipe&share=0.1', '/?mode=swipe&share=0.5']);
    flushSync(() => change({ share: 0.6 }));
    jest.advanceTimersByTime(ADDRESS_REST_MS);
    await turns();
    await router.navigate(-1);
    await turns();
    expect(shares).toEqual([0.5, 0.6, 0.1]);
    root.unmount();
  });
});
