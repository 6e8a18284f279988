import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { subscribeToDepartures } from '../session/session.js';

/** History state marking a URL that a screen wrote itself. */
const WRITTEN = { isWritten: true };

/** Navigation options for a screen that writes its state to the URL: replaces the history entry. */
export const WRITE = { replace: true, state: WRITTEN } as const;

/**
 * Whether the screen itself wrote the URL ({@link WRITE}). Such a URL must not be followed: on a busy machine it
 * arrives after the screen has changed. Back, Forward, reloads and links are followed.
 */
export function useIsWritten(): boolean {
  const { state } = useLocation() as { state: Partial<typeof WRITTEN> | null };
  return useNavigationType() === NavigationType.Replace && state?.isWritten === true;
}

/**
 * Calls back when navigation asks for something else: a link, Back, Forward, or a typed URL.
 * @param asked serialised request
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

/** Changes query parameters and keeps the others; an empty value removes its parameter. */
export type AddressChange = (values: Readonly<Record<string, string | null>>) => void;

/**
 * Query parameters with a setter that replaces the history entry. Changing the page of a list scrolls to the top; other
 * changes keep the scroll position.
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

export const pageNumberOf = (address: URLSearchParams): number =>
  Math.max(1, Math.trunc(Number(address.get('page') ?? '1')) || 1);

/** Screens whose filters are restored on the way back. */
const LISTS = /^\/(issues)?$|^\/projects\/[^/]+\/(data-collection|insights|agents)$/;

/** Parameters that open an item over a list; not restored. */
const OPENED = ['annotation', 'job'];

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

// the next user starts without filters
subscribeToDepartures(() => keep(new Map()));

/** Remembers a list for {@link useWayBack}. @param search query with question mark */
export function rememberList(pathname: string, search: string): void {
  if (!LISTS.test(pathname)) return;
  const query = new URLSearchParams(search);
  // the list of deleted items is not restored; the way back leads to the main list
  if (query.get('deleted') === 'true') return;
  for (const name of OPENED) query.delete(name);
  const text = query.toString();
  if ((left.get(pathname) ?? '') !== text) keep(new Map(left).set(pathname, text));
}

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
