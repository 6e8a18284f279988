import { useMemo, useSyncExternalStore } from 'react';
import type { UploadState } from './upload-state.js';
import type { UploadManager } from './manager.js';

interface ManagedUploads {
  uploads: UploadManager;
  title: string;
}

/** By project: uploads continue across navigation. */
const managers = new Map<string, ManagedUploads>();
const listeners = new Set<() => void>();
let stops: (() => void)[] = [];
let version = 0;

function changed(): void {
  version++;
  for (const listener of listeners) listener();
}

export const uploadsOf = (projectId: string): UploadManager | undefined => managers.get(projectId)?.uploads;

export function keepUploads(projectId: string, uploads: UploadManager, title: string): void {
  managers.set(projectId, { uploads, title });
  stops.push(uploads.subscribe(changed));
}

export function renameUploads(projectId: string, title: string): void {
  const kept = managers.get(projectId);
  if (!kept || kept.title === title) return;
  managers.set(projectId, { ...kept, title });
  changed();
}

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

export interface ProjectUploads {
  projectId: string;
  title: string;
  uploads: UploadManager;
  state: UploadState;
}

/** Running, waiting for a decision, or not cleared. */
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
