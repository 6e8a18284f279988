import { useCallback, useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { useIsLeaving } from '../../lib/is-leaving.js';
import { addressOf, viewOf, type View } from './address.js';

/** The address follows the view once it has rested this long, in milliseconds: browsers limit how often it may change. */
export const ADDRESS_REST_MS = 300;

/** State of an entry of the history whose address was written here. */
const WRITTEN = { view: 'written' } as const;
const saysWritten = (state: unknown): boolean => (state as typeof WRITTEN | null)?.view === WRITTEN.view;

/** The view, kept in the address: a link shows somebody else the same. */
export function useView(): [View, (change: Partial<View>) => void] {
  const [address, setAddress] = useSearchParams();
  const location = useLocation();
  const isWrittenHere = useNavigationType() === NavigationType.Replace && saysWritten(location.state);
  const [view, setView] = useState(() => viewOf(address));
  const written = useRef(address.toString());
  const isLeaving = useIsLeaving();
  useEffect(() => {
    if (isLeaving) return;
    const next = addressOf(view);
    const timer = setTimeout(() => {
      if (next.toString() === written.current) return;
      written.current = next.toString();
      setAddress(next, { replace: true, state: WRITTEN });
    }, ADDRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [view, setAddress, isLeaving]);
  // Back, Forward, or an address typed by hand; what was written here comes back late on a busy machine, when the view is another
  const text = address.toString();
  const seen = useRef(text);
  useEffect(() => {
    if (seen.current === text) return;
    seen.current = text;
    if (isWrittenHere) return;
    written.current = text;
    setView(viewOf(new URLSearchParams(text)));
  }, [text, isWrittenHere]);
  const change = useCallback((next: Partial<View>) => setView((now) => ({ ...now, ...next })), []);
  return [view, change];
}
