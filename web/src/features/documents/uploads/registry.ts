import { useMemo, useSyncExternalStore } from 'react';
import type { UploadState } from './machine.js';
import type { UploadManager } from './manager.js';

/** The uploads of a project, and what it is called. */
interface Kept {
  uploads: UploadManager;
  title: string;
}

/** Uploads by project: they go on while a person looks at other pages, and every page can tell of them. */
const managers = new Map<string, Kept>();
const listeners = new Set<() => void>();
let stops: (() => void)[] = [];
/** Grows with every change of any of them. */
let version = 0;

function changed(): void {
  version++;
  for (const listener of listeners) listener();
}

export const uploadsOf = (projectId: string): UploadManager | undefined => managers.get(projectId)?.uploads;

/** Keeps the uploads of a project from now on. @param title what the project is called */
export function keepUploads(projectId: string, uploads: UploadManager, title: string): void {
  managers.set(projectId, { uploads, title });
  stops.push(uploads.subscribe(changed));
}

/** Says what a project with uploads is called by now. */
export function renameUploads(projectId: string, title: string): void {
  const kept = managers.get(projectId);
  if (!kept || kept.title === title) return;
  managers.set(projectId, { ...kept, title });
  changed();
}

/** Ends the uploads of all projects and forgets them. */
export function forgetUploads(): void {
  for (const stop of stops) stop();
  stops = [];
  const ended = [...managers.values()];
  managers.clear();
  for (const { uploads } of ended) uploads.end();
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The uploads of one project, for the list of all. */
export interface ProjectUploads {
  projectId: string;
  title: string;
  uploads: UploadManager;
  state: UploadState;
}

/** All projects with uploads that are under way, wait for somebody or were not cleared yet. */
export function useAllUploads(): ProjectUploads[] {
  const seen = useSyncExternalStore(subscribe, () => version);
  return useMemo(
    () =>
      [...managers]
        .map(([projectId, { uploads, title }]) => ({ projectId, title, uploads, state: uploads.getState() }))
        .filter(({ state }) => state.items.length > 0 || state.finished.length > 0),
    // the managers live outside of React: their version says when they changed
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [seen],
  );
}
