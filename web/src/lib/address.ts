import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { subscribeToDepartures } from './session.js';

/** State of an entry of the history whose address a screen wrote itself. */
const WRITTEN = { isWritten: true };

/** How a screen writes what it shows into the address: the history of the browser gets no new entry. */
export const WRITE = { replace: true, state: WRITTEN } as const;

/**
 * Whether the address was written by the screen that shows it ({@link WRITE}). Then it asks for nothing: on a busy machine it comes
 * when the screen shows something else already. Back, Forward, a reload and links do ask for what they say.
 */
export function useIsWritten(): boolean {
  const { state } = useLocation() as { state: Partial<typeof WRITTEN> | null };
  return useNavigationType() === NavigationType.Replace && state?.isWritten === true;
}

/**
 * Calls back when the address asks for something else by itself: after a link, Back or Forward, or typed by hand.
 * @param asked what it asks for, as a text
 */
export function useAskedFor(asked: string, follow: (asked: string) => void): void {
  const isWritten = useIsWritten();
  const seen = useRef(asked);
  useEffect(() => {
    if (seen.current === asked) return;
    seen.current = asked;
    if (!isWritten) follow(asked);
  }, [asked, isWritten, follow]);
}

/** Changes parameters of the address; the others stay as they are, and an empty value takes its parameter away. */
export type AddressChange = (values: Readonly<Record<string, string | null>>) => void;

/**
 * The parameters of the address, and how to change some of them; the history of the browser gets no new entry. Another page of
 * a list begins at its top; after any other change the screen stays where it is scrolled to.
 */
export function useAddress(): readonly [address: URLSearchParams, change: AddressChange] {
  const [address, setAddress] = useSearchParams();
  const change = useCallback<AddressChange>(
    (values) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value === null || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { ...WRITE, preventScrollReset: !('page' in values) },
      ),
    [setAddress],
  );
  return [address, change];
}

/** The page of a list in its address, counted from 1. */
export const pageNumberOf = (address: URLSearchParams): number =>
  Math.max(1, Math.trunc(Number(address.get('page') ?? '1')) || 1);

/** Screens whose filters are found again on the way back to them: the lists one goes out of into their items. */
const LISTS = /^\/(issues)?$|^\/projects\/[^/]+\/(data-collection|insights|agents)$/;

/** Parameters that open something over a list; the way back leads to the list itself. */
const OPENED = ['annotation', 'job'];

/** The queries of lists as they were left, by path. */
let left: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(next: ReadonlyMap<string, string>): void {
  left = next;
  for (const listener of listeners) listener();
}

// the next person at this browser has filtered nothing yet
subscribeToDepartures(() => keep(new Map()));

/** Remembers where somebody is, for {@link useWayBack}. @param search query of the address, with its question mark */
export function rememberList(pathname: string, search: string): void {
  if (!LISTS.test(pathname)) return;
  const query = new URLSearchParams(search);
  // what was deleted is another list: the way back leads to what is there, as that was left
  if (query.get('deleted') === 'true') return;
  for (const name of OPENED) query.delete(name);
  const text = query.toString();
  if ((left.get(pathname) ?? '') !== text) keep(new Map(left).set(pathname, text));
}

/** Leads back to lists as they were left in this visit: a path with the filters it had. */
export function useWayBack(): (path: string) => string {
  const queries = useSyncExternalStore(subscribe, () => left);
  return useCallback(
    (path) => {
      const query = queries.get(path) ?? '';
      return query === '' ? path : `${path}?${query}`;
    },
    [queries],
  );
}
