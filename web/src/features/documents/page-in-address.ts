import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The address follows this long after the last turn of a page, in milliseconds: browsers refuse too many changes. */
const SETTLE_MS = 400;

/** Keeps the page that is read in the address, so that a reload or a link opens there; the history stays as it is. */
export function usePageInAddress(): (page: number) => void {
  const [, setAddress] = useSearchParams();
  const set = useRef(setAddress);
  useEffect(() => {
    set.current = setAddress;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((page: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () =>
        set.current(
          (address) => {
            // a document that is opened at its start needs no page in its address
            if (page > 1 || address.has('page')) address.set('page', String(page));
            return address;
          },
          { replace: true },
        ),
      SETTLE_MS,
    );
  }, []);
}
