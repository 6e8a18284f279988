import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { WRITE, useIsWritten } from '../../../lib/address.js';
import { useIsLeaving } from '../../../lib/is-leaving.js';

/** The address follows this long after the last turn of a page, in milliseconds: browsers refuse too many changes. */
const SETTLE_MS = 400;

/** The page of the address, and how to keep it there. */
export interface PageInAddress {
  /** from 1; null when the address has none */
  page: number | null;
  /**
   * The page was reached and then written here. A viewer does not go there: an address is shown some time after it was
   * written, and by then the reader may be elsewhere. Back, Forward and a reload ask for their page again.
   */
  isReached: boolean;
  /** Writes the page that is read; the history of the browser gets no new entry. */
  follow: (page: number) => void;
}

/** Keeps the page that is read in the address, so that a reload or a link opens there. */
export function usePageInAddress(): PageInAddress {
  const [address, setAddress] = useSearchParams();
  const isWritten = useIsWritten();
  const number = Number.parseInt(address.get('page') ?? '', 10);
  const page = number >= 1 ? number : null;
  // other parameters may change while the page stays as it is
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
          // a document that is opened at its start needs no page in its address
          if (reached > 1 || before.has('page')) before.set('page', String(reached));
          return before;
        }, WRITE),
      SETTLE_MS,
    );
  }, []);
  return { page, isReached: seen.isReached, follow };
}
