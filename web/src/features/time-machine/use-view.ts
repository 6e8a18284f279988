import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { WRITE, useAskedFor } from '../../lib/navigation/url-state.js';
import { useIsLeaving } from '../../lib/navigation/is-leaving.js';
import { addressOf, viewOf, type View } from './address.js';

/** Delay in milliseconds before the URL follows the view: browsers limit history updates. */
export const ADDRESS_REST_MS = 300;

/** The view, stored in the URL. */
export function useView(): [View, (change: Partial<View>) => void] {
  const [address, setAddress] = useSearchParams();
  const [view, setView] = useState(() => viewOf(address));
  const written = useRef(address.toString());
  const isLeaving = useIsLeaving();
  useEffect(() => {
    if (isLeaving) return;
    const next = addressOf(view);
    const timer = setTimeout(() => {
      if (next.toString() === written.current) return;
      written.current = next.toString();
      setAddress(next, WRITE);
    }, ADDRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [view, setAddress, isLeaving]);
  const show = useCallback((asked: string) => {
    written.current = asked;
    setView(viewOf(new URLSearchParams(asked)));
  }, []);
  useAskedFor(address.toString(), show);
  const change = useCallback((next: Partial<View>) => setView((now) => ({ ...now, ...next })), []);
  return [view, change];
}
