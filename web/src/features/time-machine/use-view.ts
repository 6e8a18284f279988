import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { REPLACE_URL, useUrlChange } from '../../lib/navigation/url-state.js';
import { useIsLeaving } from '../../lib/navigation/is-leaving.js';
import { urlOf, viewOf, type View } from './url-view.js';

/** Milliseconds: browsers limit history updates. */
export const ADDRESS_REST_MS = 300;

export function useView(): [View, (change: Partial<View>) => void] {
  const [address, setAddress] = useSearchParams();
  const [view, setView] = useState(() => viewOf(address));
  const written = useRef(address.toString());
  const isLeaving = useIsLeaving();
  useEffect(() => {
    if (isLeaving) return;
    const next = urlOf(view);
    const timer = setTimeout(() => {
      if (next.toString() === written.current) return;
      written.current = next.toString();
      setAddress(next, REPLACE_URL);
    }, ADDRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [view, setAddress, isLeaving]);
  const show = useCallback((asked: string) => {
    written.current = asked;
    setView(viewOf(new URLSearchParams(asked)));
  }, []);
  useUrlChange(address.toString(), show);
  const change = useCallback((next: Partial<View>) => setView((now) => ({ ...now, ...next })), []);
  return [view, change];
}
