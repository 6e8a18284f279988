import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { jest } from '@jest/globals';
import { slowBrowser } from '../../testing/slow-browser.js';
import type { View } from './url-view.js';
import { ADDRESS_REST_MS, useView } from './use-view.js';

describe('the view of the time machine and its URL', () => {
  const browser = slowBrowser();
  const { turns } = browser;
  let change: (next: Partial<View>) => void;
  let shares: number[];

  function Screen() {
    const [view, set] = useView();
    change = set;
    useEffect(() => {
      shares.push(view.share);
    }, [view.share]);
    return <p>{useLocation().search}</p>;
  }
  const shown = (initialEntries: string[]) => browser.show(Screen, '/', initialEntries, () => shares.length > 0);

  beforeEach(() => {
    shares = [];
  });

  it('do not revert each other when the URL update is delayed', async () => {
    const { router, root } = await shown(['/?mode=swipe&share=0.5']);
    // written, not rendered yet
    flushSync(() => change({ feature: 'one' }));
    jest.advanceTimersByTime(ADDRESS_REST_MS);
    expect(router.state.location.search).toContain('feature=one');
    flushSync(() => change({ share: 0.6 }));
    // the next write comes after rendering but before effects
    const observer = new MutationObserver(() => {
      if (!browser.host.textContent.includes('feature=one')) return;
      observer.disconnect();
      jest.advanceTimersByTime(ADDRESS_REST_MS);
    });
    observer.observe(browser.host, { subtree: true, characterData: true, childList: true });
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
