import { useMemo } from 'react';
import { useAllUploads } from '../../features/documents/uploads/registry.js';
import { useVisitsWithPhotos } from '../../features/visits/photos/photo-registry.js';
import { useHasUnsaved } from '../../lib/unsaved.js';

/** What signing out would lose in a window. */
export interface Losses {
  /** Ids of photographs that have not arrived. */
  photographs: readonly string[];
  /** Ids of photographs that never will. */
  refused: readonly string[];
  /** Files that are not uploaded. */
  files: number;
  /** A form has changes that are not saved. */
  isUnsaved: boolean;
}

export const NO_LOSSES: Losses = { photographs: [], refused: [], files: 0, isUnsaved: false };

/** What signing out would lose in this window; the same object while that is the same. */
export function useOwnLosses(): Losses {
  const photos = useVisitsWithPhotos().flatMap(({ queue }) => queue.getPhotos());
  const ids = (isRefused: boolean) =>
    photos.filter(({ state }) => (state === 'refused') === isRefused).map(({ id }) => id);
  const files = useAllUploads()
    .flatMap(({ state }) => state.items)
    // what has become a document stays, also while it is being classified
    .filter(({ document, status }) => document === null && status !== 'Not uploaded').length;
  const isUnsaved = useHasUnsaved();
  const said = JSON.stringify({ photographs: ids(false), refused: ids(true), files, isUnsaved } satisfies Losses);
  return useMemo(() => JSON.parse(said) as Losses, [said]);
}

/** What signing out would lose here and in other windows, each a sentence; nothing where nothing would be. */
export function lossTexts(own: Losses, others: readonly Losses[]): string[] {
  const all = [own, ...others];
  // several windows may know of a photograph: the browser keeps it for all of them
  const refused = new Set(all.flatMap((each) => each.refused));
  const photographs = new Set(all.flatMap((each) => each.photographs).filter((id) => !refused.has(id))).size;
  const files = all.reduce((sum, each) => sum + each.files, 0);
  return [
    ...(photographs === 0
      ? []
      : photographs === 1
        ? ['1 photograph has not arrived yet.']
        : [`${photographs} photographs have not arrived yet.`]),
    ...(files === 0 ? [] : files === 1 ? ['1 file is not uploaded yet.'] : [`${files} files are not uploaded yet.`]),
    ...(own.isUnsaved ? ['Your changes on this page are not saved yet.'] : []),
    ...(others.some(({ isUnsaved }) => isUnsaved) ? ['Your changes in another window are not saved yet.'] : []),
  ];
}
