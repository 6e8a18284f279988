import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { authorizedFetch } from '../../lib/http/request.js';
import { subscribeToChanges } from '../../lib/live/live-changes.js';
import { useMe } from '../../lib/session/me.js';
import { WINDOW_ID } from '../../lib/live/window-id.js';
import { applyChange, presentPeople, pruneSilent } from './presence-registry.js';
import type { PresentPerson, Present } from './presence-registry.js';
import { operation } from '../../lib/http/operation.js';

/** Milliseconds; changes are reported at once. */
const BEAT_MS = 15_000;

/** Milliseconds: quick paging is not reported. */
const SETTLED_MS = 250;

/** Milliseconds. */
const SWEEP_MS = 5_000;

interface Place {
  documentId: string | null;
  pageId: string | null;
}

const NOWHERE: Place = { documentId: null, pageId: null };
const NO_WINDOWS: ReadonlyMap<string, Present> = new Map();

let place = NOWHERE;
let registry = NO_WINDOWS;
const placeListeners = new Set<() => void>();
const registryListeners = new Set<() => void>();

function moveTo(next: Place): void {
  place = next;
  for (const listener of placeListeners) listener();
}

function setRegistry(next: ReadonlyMap<string, Present>): void {
  if (next === registry) return;
  registry = next;
  for (const listener of registryListeners) listener();
}

async function send(projectId: string, left: boolean): Promise<void> {
  const { url, method, body } = operation('POST', '/api/presence', {
    body: {
      window_id: WINDOW_ID,
      project_id: projectId,
      document_id: place.documentId,
      document_page_id: place.pageId,
      ...(left && { left }),
    },
  });
  try {
    await authorizedFetch(url, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // must survive closing the window
      keepalive: left,
    });
  } catch {
    // a failed report is repeated by the next one
  }
}

/** Mount once, next to the project's live stream, which reports present windows only when it starts. */
export function useProjectPresence(projectId: string | undefined): void {
  useEffect(() => {
    if (projectId === undefined) return;
    let settling: ReturnType<typeof setTimeout> | undefined;
    // in order: a "here" that arrives after "left" would undo it
    let reported = Promise.resolve();
    let isWaiting = false;
    const report = (left = false): void => {
      // a queued report will send the latest position
      if (isWaiting && !left) return;
      isWaiting = true;
      reported = reported.then(() => {
        isWaiting = false;
        return send(projectId, left);
      });
    };
    const reportSoon = (): void => {
      clearTimeout(settling);
      settling = setTimeout(() => report(), SETTLED_MS);
    };
    // a closing window does not wait for the queue
    const leave = (): void => void send(projectId, true);
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) report();
    };
    reportSoon();
    const beat = setInterval(reportSoon, BEAT_MS);
    const sweep = setInterval(() => setRegistry(pruneSilent(registry, Date.now())), SWEEP_MS);
    const unsubscribe = subscribeToChanges((change) => {
      if (change.project_id === projectId) setRegistry(applyChange(registry, change, Date.now()));
    });
    placeListeners.add(reportSoon);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      clearTimeout(settling);
      clearInterval(beat);
      clearInterval(sweep);
      unsubscribe();
      placeListeners.delete(reportSoon);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      setRegistry(NO_WINDOWS);
      report(true);
    };
  }, [projectId]);
}

/** While the component is mounted. */
export function usePlace(documentId: string, pageId: string | null): void {
  useEffect(() => moveTo({ documentId, pageId }), [documentId, pageId]);
  useEffect(() => () => moveTo(NOWHERE), []);
}

function subscribe(listener: () => void): () => void {
  registryListeners.add(listener);
  return () => registryListeners.delete(listener);
}

export function usePresentPeople(): PresentPerson[] {
  const me = useMe();
  const present = useSyncExternalStore(subscribe, () => registry);
  const people = useMemo(
    () => (me ? presentPeople(present, { userId: me.id, windowId: WINDOW_ID }) : []),
    [me, present],
  );
  // every report creates a new roster, but people rarely change
  const kept = useRef(people);
  if (signature(kept.current) !== signature(people)) kept.current = people;
  return kept.current;
}

const signature = (people: readonly PresentPerson[]): string =>
  JSON.stringify(people.map(({ userId, name, pageIds }) => [userId, name, ...[...pageIds].sort()]));
