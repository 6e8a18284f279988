import { useMemo, useSyncExternalStore } from 'react';
import type { PhotoQueue } from './photo-queue.js';

/** The photographs on their way to a visit. */
export interface VisitQueue {
  projectId: string;
  visitId: string;
  queue: PhotoQueue;
}

/** By visit: photographs go on while a person looks at other pages, and every page can tell of them. */
const queues = new Map<string, VisitQueue>();
const listeners = new Set<() => void>();
let stops: (() => void)[] = [];
/** Grows with every change of any of them. */
let version = 0;

function changed(): void {
  version++;
  for (const listener of listeners) listener();
}

export const knownQueue = (visitId: string): PhotoQueue | undefined => queues.get(visitId)?.queue;

/** Every queue there is. */
export const everyQueue = (): readonly PhotoQueue[] => [...queues.values()].map(({ queue }) => queue);

/** Keeps the queue of a visit from now on. */
export function keepQueue(entry: VisitQueue): void {
  queues.set(entry.visitId, entry);
  stops.push(entry.queue.subscribe(changed));
}

/** Forgets the queues of all visits, and what is in them. */
export function forgetQueues(): void {
  for (const stop of stops) stop();
  stops = [];
  for (const queue of everyQueue()) queue.clear();
  queues.clear();
  changed();
}

/** Hears of every change of any queue. */
export function subscribeToQueues(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The visits with photographs that are under way, wait for somebody, or arrived and were not looked at yet. */
export function useVisitsWithPhotos(): VisitQueue[] {
  const seen = useSyncExternalStore(subscribeToQueues, () => version);
  return useMemo(
    () => [...queues.values()].filter(({ queue }) => queue.getPhotos().length > 0 || queue.getArrived() > 0),
    // the queues live outside of React: their version says when they changed
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [seen],
  );
}
