import { useAllUploads } from '../../features/documents/uploads/registry.js';
import { useVisitsWithPhotos } from '../../features/visits/photos/photo-registry.js';
import { useHasUnsaved } from '../../lib/unsaved.js';

/** What signing out would lose, each a sentence; nothing where nothing would be. */
export function useLosses(): string[] {
  const photographs = useVisitsWithPhotos()
    .flatMap(({ queue }) => queue.getPhotos())
    .filter(({ state }) => state !== 'refused').length;
  const files = useAllUploads()
    .flatMap(({ state }) => state.items)
    // what has become a document stays, also while it is being classified
    .filter(({ document, status }) => document === null && status !== 'Not uploaded').length;
  const isUnsaved = useHasUnsaved();
  return [
    ...(photographs === 0
      ? []
      : photographs === 1
        ? ['1 photograph has not arrived yet.']
        : [`${photographs} photographs have not arrived yet.`]),
    ...(files === 0 ? [] : files === 1 ? ['1 file is not uploaded yet.'] : [`${files} files are not uploaded yet.`]),
    ...(isUnsaved ? ['Your changes on this page are not saved yet.'] : []),
  ];
}
