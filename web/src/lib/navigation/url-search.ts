import { useCallback, useEffect, useRef, useState } from 'react';
import { useUrlState, useUrlChange } from './url-state.js';
import { useIsLeaving } from './is-leaving.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../ui/use-debounced.js';

/** The text is in the URL, so the list is restored with it. */
export interface UrlSearch {
  search: string;
  setSearch: (search: string) => void;
  /** Debounced and trimmed. */
  sought: string;
  /** Clears the box, for a change that also removes the search from the URL. */
  emptied: () => void;
}

/** @param hasPages a new search resets the page and scrolls to the top */
export function useUrlSearch({ hasPages, name = 'search' }: { hasPages: boolean; name?: string }): UrlSearch {
  const [address, change] = useUrlState();
  const sought = address.get(name) ?? '';
  const [search, setSearch] = useState(sought);
  const settled = useDebounced(search, SEARCH_DEBOUNCE_MS).trim();

  const written = useRef(sought);
  const isLeaving = useIsLeaving();
  useEffect(() => {
    // outdated while the box has other text: writing it would restore a cleared search
    if (isLeaving || written.current === settled || search.trim() !== settled) return;
    written.current = settled;
    change({ [name]: settled, ...(hasPages && { page: null }) });
  }, [search, settled, change, isLeaving, hasPages, name]);
  const show = useCallback((words: string) => {
    written.current = words;
    setSearch(words);
  }, []);
  useUrlChange(sought, show);
  return { search, setSearch, sought, emptied: () => show('') };
}
