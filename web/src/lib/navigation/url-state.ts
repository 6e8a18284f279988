import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { subscribeToDepartures } from '../session/session.js';

/** History state marking a URL that a screen wrote itself. */
const OWN_NAVIGATION = { isWritten: true };

/** For a screen that writes its state to the URL: replaces the history entry. */
export const REPLACE_URL = { replace: true, state: OWN_NAVIGATION } as const;

/**
 * Whether the screen itself wrote the URL ({@link REPLACE_URL}). Such a URL is not followed: on a busy machine it
 * arrives after the screen has changed.
 */
export function useIsOwnNavigation(): boolean {
  const { state } = useLocation() as { state: Partial<typeof OWN_NAVIGATION> | null };
  return useNavigationType() === NavigationType.Replace && state?.isWritten === true;
}

/** Calls back when navigation asks for something else: a link, Back, Forward, or a typed URL. */
export function useUrlChange(asked: string, follow: (asked: string) => void): void {
  const isWritten = useIsOwnNavigation();
  const seen = useRef(asked);
  useEffect(() => {
    if (seen.current === asked) return;
    seen.current = asked;
    if (!isWritten) follow(asked);
  }, [asked, isWritten, follow]);
}

/** Keeps other parameters; an empty value removes its parameter. */
export type UrlStateChange = (values: Readonly<Record<string, string | null>>) => void;

/** The parameters written since a location was rendered: a busy browser renders several changes at once. */
let pending: { location: string; parameters: URLSearchParams } | undefined;

/**
 * Query parameters with a setter that replaces the history entry. Only changing the page of a list scrolls to the top.
 */
export function useUrlState(): readonly [address: URLSearchParams, change: UrlStateChange] {
  const [address, setAddress] = useSearchParams();
  const { key } = useLocation();
  useEffect(() => () => void (pending = undefined), [key]);
  const change = useCallback<UrlStateChange>(
    (values) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(pending?.location === key ? pending.parameters : before);
          for (const [name, value] of Object.entries(values)) {
            if (value === null || value === '') next.delete(name);
            else next.set(name, value);
          }
          pending = { location: key, parameters: next };
          return next;
        },
        { ...REPLACE_URL, preventScrollReset: !('page' in values) },
      ),
    [key, setAddress],
  );
  return [address, change];
}

export const pageNumberOf = (address: URLSearchParams): number =>
  Math.max(1, Math.trunc(Number(address.get('page') ?? '1')) || 1);

/** Their filters are restored on the way back. */
const LIST_PATHS = /^\/(issues)?$|^\/projects\/[^/]+\/(data-collection|insights|agents)$/;

/** Parameters that open an item over a list; not restored. */
const NOT_RESTORED = ['annotation', 'determine', 'job'];

let listQueries: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setListQueries(next: ReadonlyMap<string, string>): void {
  listQueries = next;
  for (const listener of listeners) listener();
}

// the next user starts without filters
subscribeToDepartures(() => setListQueries(new Map()));

/** For {@link useWayBack}. @param search query with question mark */
export function rememberList(pathname: string, search: string): void {
  if (!LIST_PATHS.test(pathname)) return;
  const query = new URLSearchParams(search);
  // the list of deleted items is not restored; the way back leads to the main list
  if (query.get('deleted') === 'true') return;
  for (const name of NOT_RESTORED) query.delete(name);
  const text = query.toString();
  if ((listQueries.get(pathname) ?? '') !== text) setListQueries(new Map(listQueries).set(pathname, text));
}

export function useWayBack(): (path: string) => string {
  const queries = useSyncExternalStore(subscribe, () => listQueries);
  return useCallback(
    (path) => {
      const query = queries.get(path) ?? '';
      return query === '' ? path : `${path}?${query}`;
    },
    [queries],
  );
}
