import { useMemo, useSyncExternalStore } from 'react';
import type { UploadState } from './machine.js';
import type { UploadManager } from './manager.js';

/** Uploads by project: they go on while a person looks at other pages, and every page can tell of them. */
const managers = new Map<string, UploadManager>();
const listeners = new Set<() => void>();
let stops: (() => void)[] = [];
/** Grows with every change of any of them. */
let version = 0;

function changed(): void {
  version++;
  for (const listener of listeners) listener();
}

export const uploadsOf = (projectId: string): UploadManager | undefined => managers.get(projectId);

/** Keeps the uploads of a project from now on. */
export function keepUploads(projectId: string, uploads: UploadManager): void {
  managers.set(projectId, uploads);
  stops.push(uploads.subscribe(changed));
}

/** Forgets the uploads of all projects. */
export function forgetUploads(): void {
  for (const stop of stops) stop();
  stops = [];
  managers.clear();
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The uploads of one project, for the list of all. */
export interface ProjectUploads {
  projectId: string;
  uploads: UploadManager;
  state: UploadState;
}

/** All projects with uploads that are under way, wait for somebody or were not cleared yet. */
export function useAllUploads(): ProjectUploads[] {
  const seen = useSyncExternalStore(subscribe, () => version);
  return useMemo(
    () =>
      [...managers]
        .map(([projectId, uploads]) => ({ projectId, uploads, state: uploads.getState() }))
        .filter(({ state }) => state.items.length > 0 || state.finished.length > 0),
    // the managers live outside of React: their version says when they changed
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [seen],
  );
}
