import { useCallback, useMemo, type ReactNode } from 'react';
import { isTemporary, type ShownAnnotation } from '../../../evidence/annotation-records.js';
import type { SheetFrames } from '@symbio/sheet/view/frames';
import type { ViewerExtensions } from './extensions.js';

const NONE: readonly ShownAnnotation[] = [];

interface OnThisSheet {
  pageId: string;
  shown: readonly ShownAnnotation[];
  isHidden: boolean;
  selectedKeys: readonly string[];
}

/** Also publishes the local selection of saved annotations. */
export function usePresenceOverlay(
  Others: ViewerExtensions['Others'],
  { pageId, shown, isHidden, selectedKeys }: OnThisSheet,
): (frames: SheetFrames) => ReactNode {
  const selectedIds = useMemo(
    () => shown.filter(({ key, id }) => selectedKeys.includes(key) && !isTemporary(id)).map(({ id }) => id),
    [shown, selectedKeys],
  );
  return useCallback(
    (frames: SheetFrames) =>
      Others && (
        <Others pageId={pageId} frames={frames} annotations={isHidden ? NONE : shown} selectedIds={selectedIds} />
      ),
    [Others, isHidden, pageId, selectedIds, shown],
  );
}
