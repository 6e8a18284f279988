import { useCallback, useEffect, useRef, useState } from 'react';
import { useAddress, useAskedFor } from './address.js';
import { useIsLeaving } from './is-leaving.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from './use-debounced.js';

/** A search box whose words are in the address, so that a list is found again as it was searched. */
export interface SearchInAddress {
  /** What stands in the box now. */
  search: string;
  setSearch: (search: string) => void;
  /** What the address asks for: the words once they have settled, without blanks around them. */
  sought: string;
  /** Empties the box for a change that takes the search out of the address as well. */
  emptied: () => void;
}

/** @param hasPages whether another search begins at the first page, and at the top of it */
export function useSearchInAddress({ hasPages }: { hasPages: boolean }): SearchInAddress {
  const [address, change] = useAddress();
  const sought = address.get('search') ?? '';
  const [search, setSearch] = useState(sought);
  const settled = useDebounced(search, SEARCH_DEBOUNCE_MS).trim();

  const written = useRef(sought);
  const isLeaving = useIsLeaving();
  useEffect(() => {
    // while the box has other words these are old: written, they would bring back what was emptied or left
    if (isLeaving || written.current === settled || search.trim() !== settled) return;
    written.current = settled;
    change({ search: settled, ...(hasPages && { page: null }) });
  }, [search, settled, change, isLeaving, hasPages]);
  const show = useCallback((words: string) => {
    written.current = words;
    setSearch(words);
  }, []);
  useAskedFor(sought, show);
  return { search, setSearch, sought, emptied: () => show('') };
}
