import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { RectangleCoordinates, ShownAnnotation } from '../../../evidence/annotation-records.js';
import { useRequestedAnnotation } from '../../../evidence/requested-annotation.js';
import type { Sheet } from '../../../evidence/page-records.js';
import { areaOfHits } from '../../../viewer/sheet/hit-layer.js';
import type { SheetViewerHandle } from '../../../viewer/sheet/viewer-props.js';

interface Asked {
  viewerRef: RefObject<SheetViewerHandle | null>;
  sheet: Sheet | null;
  annotations: readonly ShownAnnotation[];
  requestedAnnotation: string | null;
  hits: readonly RectangleCoordinates[];
  place: RectangleCoordinates | null;
  /** The requested annotation is to be decided. */
  isReviewing: boolean;
  /** Called to select the requested annotation. Stable between renders. */
  onAnnotation: (key: string) => void;
}

const NONE: readonly ShownAnnotation[] = [];

export function useRequestedView(asked: Asked): void {
  const { viewerRef, sheet, annotations, requestedAnnotation, hits, place, isReviewing, onAnnotation } = asked;
  const onAsked = useCallback(
    ({ key, coordinates }: ShownAnnotation) => {
      onAnnotation(key);
      viewerRef.current?.focusOn(coordinates, isReviewing);
    },
    [isReviewing, onAnnotation, viewerRef],
  );
  useRequestedAnnotation(requestedAnnotation, sheet ? annotations : NONE, onAsked);

  // hits are shown once per page, unless the URL requests an annotation
  const foundRef = useRef<readonly RectangleCoordinates[] | null>(null);
  useEffect(() => {
    if (!sheet || hits === foundRef.current) return;
    foundRef.current = hits;
    const target = requestedAnnotation === null && !place ? areaOfHits(hits, sheet.size) : null;
    if (target) viewerRef.current?.focusOn(target);
  }, [requestedAnnotation, hits, place, sheet, viewerRef]);

  // the current hit is shown on every step
  useEffect(() => {
    if (sheet && place) viewerRef.current?.focusOn(place);
  }, [place, sheet, viewerRef]);
}
