import { useMemo, useSyncExternalStore } from 'react';
import { useAllUploads } from '../../features/documents/uploads/registry.js';
import { useVisitsWithPhotos } from '../../features/visits/photos/photo-registry.js';
import { useHasUnsaved } from '../../lib/edits/unsaved.js';
import { subscribeToUnsent, unsentIds } from '../../lib/edits/unsent.js';
import { countText } from '../../lib/ui/formats.js';

/** Signing out would lose it. */
export interface UnsavedWork {
  photographs: readonly string[];
  /** Photographs that the server rejected. */
  refused: readonly string[];
  /** Changes of site visits that wait for the network; absent for none, and in windows of an older release. */
  changes?: readonly string[] | undefined;
  files: number;
  isUnsaved: boolean;
}

export const NO_UNSAVED_WORK: UnsavedWork = { photographs: [], refused: [], files: 0, isUnsaved: false };

/** Stable object while unchanged. */
export function useUnsavedWork(): UnsavedWork {
  const photos = useVisitsWithPhotos().flatMap(({ queue }) => queue.getPhotos());
  const ids = (isRefused: boolean) =>
    photos.filter(({ state }) => (state === 'refused') === isRefused).map(({ id }) => id);
  const changes = useSyncExternalStore(subscribeToUnsent, unsentIds);
  const files = useAllUploads()
    .flatMap(({ state }) => state.items)
    // uploaded documents are safe, even during classification
    .filter(({ document, status }) => document === null && status !== 'refused').length;
  const isUnsaved = useHasUnsaved();
  const kept = changes.length > 0 ? changes : undefined;
  const said = JSON.stringify({
    photographs: ids(false),
    refused: ids(true),
    changes: kept,
    files,
    isUnsaved,
  } satisfies UnsavedWork);
  return useMemo(() => JSON.parse(said) as UnsavedWork, [said]);
}

/** One sentence each; empty without any. */
export function unsavedWorkTexts(own: UnsavedWork, others: readonly UnsavedWork[]): string[] {
  const all = [own, ...others];
  // several windows may list a photograph: the browser stores it for all
  const refused = new Set(all.flatMap((each) => each.refused));
  const photographs = new Set(all.flatMap((each) => each.photographs).filter((id) => !refused.has(id))).size;
  const changes = new Set(all.flatMap((each) => each.changes ?? [])).size;
  const files = all.reduce((sum, each) => sum + each.files, 0);
  return [
    ...(photographs === 0 ? [] : [`${countText(photographs, 'photograph has', 'photographs have')} not arrived yet.`]),
    ...(changes === 0 ? [] : [`${countText(changes, 'change is', 'changes are')} not sent yet.`]),
    ...(files === 0 ? [] : [`${countText(files, 'file is', 'files are')} not uploaded yet.`]),
    ...(own.isUnsaved ? ['Your changes on this page are not saved yet.'] : []),
    ...(others.some(({ isUnsaved }) => isUnsaved) ? ['Your changes in another window are not saved yet.'] : []),
  ];
}
