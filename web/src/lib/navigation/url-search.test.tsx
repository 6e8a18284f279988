import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { jest } from '@jest/globals';
import { slowBrowser } from '../../testing/slow-browser.js';
import { useUrlState } from './url-state.js';
import { useUrlSearch, type UrlSearch } from './url-search.js';
import { SEARCH_DEBOUNCE_MS } from '../ui/use-debounced.js';

describe('a search and its address', () => {
  const browser = slowBrowser();
  const { turns } = browser;
  let box: UrlSearch;
  let clear: () => void;
  let searches: string[];

  function Screen() {
    box = useUrlSearch({ hasPages: true });
    const [, change] = useUrlState();
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
  const type = (text: string): void => flushSync(() => box.setSearch(text));
  const shown = (initialEntries: string[]) => browser.show(Screen, '/list', initialEntries, () => searches.length > 0);

  beforeEach(() => {
    searches = [];
  });

  it('keeps the input while the URL of earlier input is not rendered yet', async () => {
    const { router, root } = await shown(['/list']);
    type('tank');
    // URL written, not rendered yet
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

  it('starts at the first page, trimmed', async () => {
    const { router, root } = await shown(['/list?page=3&status=open']);
    type(' tank ');
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    expect(router.state.location.search).toBe('?status=open&search=tank');
    expect([box.search, box.sought]).toEqual([' tank ', 'tank']);
    root.unmount();
  });

  it('follows links and Back', async () => {
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

  it('is not restored before a cleared search has settled', async () => {
    const { router, root } = await shown(['/list?status=open']);
    type('tank');
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    expect(router.state.location.search).toBe('?status=open&search=tank');
    const written: string[] = [];
    router.subscribe(({ location }) => written.push(location.search));
    flushSync(() => clear());
    await turns();
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    expect(written.filter((search) => search !== '')).toEqual([]);
    expect(router.state.location.search).toBe('');
    root.unmount();
  });

  it('is empty after all filters were cleared', async () => {
    const { router, root } = await shown(['/list?search=lost&status=open&page=2']);
    flushSync(() => clear());
    jest.advanceTimersByTime(SEARCH_DEBOUNCE_MS);
    await turns();
    expect(router.state.location.search).toBe('');
    expect(searches).toEqual(['lost', '']);
    root.unmount();
  });
});
