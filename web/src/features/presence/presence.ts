import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { authorizedFetch } from '../../lib/http.js';
import { subscribeToChanges } from '../../lib/live.js';
import { useMe } from '../../lib/me.js';
import { WINDOW_ID } from '../../lib/window-id.js';
import { applyChange, peopleHere, stillHere } from './presence-roster.js';
import type { PersonHere, Present } from './presence-roster.js';

/** A window says where it is this often, in milliseconds, and at each change. */
const BEAT_MS = 15_000;

/** Pages that are only leafed through are not reported, in milliseconds. */
const SETTLED_MS = 250;

/** Those who fell silent are looked for this often, in milliseconds. */
const SWEEP_MS = 5_000;

interface Place {
  documentId: string | null;
  pageId: string | null;
}

const NOWHERE: Place = { documentId: null, pageId: null };
const NOBODY: ReadonlyMap<string, Present> = new Map();

let place = NOWHERE;
let roster = NOBODY;
const placeListeners = new Set<() => void>();
const rosterListeners = new Set<() => void>();

function moveTo(next: Place): void {
  place = next;
  for (const listener of placeListeners) listener();
}

function setRoster(next: ReadonlyMap<string, Present>): void {
  if (next === roster) return;
  roster = next;
  for (const listener of rosterListeners) listener();
}

async function send(projectId: string, left: boolean): Promise<void> {
  const body = {
    window_id: WINDOW_ID,
    project_id: projectId,
    document_id: place.documentId,
    document_page_id: place.pageId,
    ...(left && { left }),
  };
  try {
    await authorizedFetch('/api/presence', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // the last word of a window that closes must outlive it
      keepalive: left,
    });
  } catch {
    // nobody needs to know that they could not be seen for a moment: the next beat reports it again
  }
}

/**
 * Says where this window is for as long as a project is open, and keeps who else is there. Mounted once, where the project's
 * live stream is: those who are there already are reported once, when the stream begins.
 *
 * @param projectId undefined while it is not known
 */
export function useProjectPresence(projectId: string | undefined): void {
  useEffect(() => {
    if (projectId === undefined) return;
    let settling: ReturnType<typeof setTimeout> | undefined;
    // one after the other: a "left" that overtook a "here" would be the last word
    let reported = Promise.resolve();
    let isWaiting = false;
    const report = (left = false): void => {
      // one that waits (for the session, or a slow network) will report the place as it is by then
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
    // a window that closes waits for nothing
    const leave = (): void => void send(projectId, true);
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) report();
    };
    reportSoon();
    const beat = setInterval(reportSoon, BEAT_MS);
    const sweep = setInterval(() => setRoster(stillHere(roster, Date.now())), SWEEP_MS);
    const unsubscribe = subscribeToChanges((change) => {
      if (change.project_id === projectId) setRoster(applyChange(roster, change, Date.now()));
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
      setRoster(NOBODY);
      report(true);
    };
  }, [projectId]);
}

/** Says which page this window shows, while the component is mounted. */
export function usePlace(documentId: string, pageId: string | null): void {
  useEffect(() => moveTo({ documentId, pageId }), [documentId, pageId]);
  useEffect(() => () => moveTo(NOWHERE), []);
}

function subscribe(listener: () => void): () => void {
  rosterListeners.add(listener);
  return () => rosterListeners.delete(listener);
}

/** Who else has the project open. */
export function usePeopleHere(): PersonHere[] {
  const me = useMe();
  const present = useSyncExternalStore(subscribe, () => roster);
  const people = useMemo(() => (me ? peopleHere(present, { userId: me.id, windowId: WINDOW_ID }) : []), [me, present]);
  // every beat makes a new roster; who is where changes seldom
  const kept = useRef(people);
  if (signature(kept.current) !== signature(people)) kept.current = people;
  return kept.current;
}

const signature = (people: readonly PersonHere[]): string =>
  JSON.stringify(people.map(({ userId, name, pageIds }) => [userId, name, ...[...pageIds].sort()]));
