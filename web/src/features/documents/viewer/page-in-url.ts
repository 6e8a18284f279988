import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { REPLACE_URL, useIsOwnNavigation } from '../../../lib/navigation/url-state.js';
import { useIsLeaving } from '../../../lib/navigation/is-leaving.js';

/** Milliseconds: browsers limit history updates. */
const SETTLE_MS = 400;

export interface PageInUrl {
  /** from 1; null if absent */
  page: number | null;
  /**
   * `follow` wrote this page. The viewer must not navigate to it: the URL update is delayed, and the reader may have
   * moved on. Back, Forward and reload do navigate.
   */
  isReached: boolean;
  /** Without a history entry. */
  follow: (page: number) => void;
}

export function usePageInUrl(): PageInUrl {
  const [address, setAddress] = useSearchParams();
  const isWritten = useIsOwnNavigation();
  const number = Number.parseInt(address.get('page') ?? '', 10);
  const page = number >= 1 ? number : null;
  // other parameters may change while the page does not
  const [seen, setSeen] = useState({ page, isReached: false });
  if (seen.page !== page) setSeen({ page, isReached: isWritten });

  const isLeaving = useIsLeaving();
  const set = useRef<typeof setAddress>(undefined);
  useEffect(() => {
    set.current = isLeaving ? undefined : setAddress;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = useCallback((reached: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () =>
        set.current?.((before) => {
          // the first page needs no parameter
          if (reached > 1 || before.has('page')) before.set('page', String(reached));
          return before;
        }, REPLACE_URL),
      SETTLE_MS,
    );
  }, []);
  return { page, isReached: seen.isReached, follow };
}
