import { useMemo, useSyncExternalStore } from 'react';
import type { PhotoQueue } from './photo-queue.js';

export interface VisitQueue {
  projectId: string;
  visitId: string;
  queue: PhotoQueue;
}

/** By visit: uploads continue across navigation. */
const queues = new Map<string, VisitQueue>();
const listeners = new Set<() => void>();
let stops: (() => void)[] = [];
let version = 0;

function changed(): void {
  version++;
  for (const listener of listeners) listener();
}

export const knownQueue = (visitId: string): PhotoQueue | undefined => queues.get(visitId)?.queue;

export const everyQueue = (): readonly PhotoQueue[] => [...queues.values()].map(({ queue }) => queue);

export function keepQueue(entry: VisitQueue): void {
  queues.set(entry.visitId, entry);
  stops.push(entry.queue.subscribe(changed));
}

export const isPhotoPending = (id: string): boolean =>
  everyQueue().some((queue) => queue.getPhotos().some((photo) => photo.id === id && photo.state !== 'refused'));

/** @param keeps leaves the photographs in the browser's storage, for the same person */
export function forgetQueues(keeps = false): void {
  for (const stop of stops) stop();
  stops = [];
  for (const queue of everyQueue()) queue.clear(keeps);
  queues.clear();
  changed();
}

export function subscribeToQueues(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Pending, failed, or not viewed yet. */
export function useVisitsWithPhotos(): VisitQueue[] {
  const seen = useSyncExternalStore(subscribeToQueues, () => version);
  return useMemo(
    () => [...queues.values()].filter(({ queue }) => queue.getPhotos().length > 0 || queue.getArrived() > 0),
    // the queues live outside of React: their version says when they changed
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [seen],
  );
}
