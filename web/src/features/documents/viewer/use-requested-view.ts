import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { RectangleCoordinates, ShownAnnotation } from '../../../evidence/annotation-records.js';
import { useRequestedAnnotation } from '../../../evidence/requested-annotation.js';
import type { Sheet } from '../../../evidence/page-records.js';
import { isOnSheet } from '@symbio/sheet/geometry/geometry';
import { areaOfHits } from '@symbio/sheet/marks/hit-layer';
import type { SheetViewerHandle } from '../../../viewer/sheet/viewer-props.js';

interface Asked {
  viewerRef: RefObject<SheetViewerHandle | null>;
  sheet: Sheet | null;
  annotations: readonly ShownAnnotation[];
  requestedAnnotation: string | null;
  hits: readonly RectangleCoordinates[];
  place: RectangleCoordinates | null;
  /** `x,y` in image pixels. */
  pixel: string | null;
  isReviewing: boolean;
  /** Called to select the requested annotation. Stable between renders. */
  onAnnotation: (key: string) => void;
}

/** Pixels around a requested one. */
const AROUND = 60;

const NONE: readonly ShownAnnotation[] = [];

export function useRequestedView(asked: Asked): void {
  const { viewerRef, sheet, annotations, requestedAnnotation, hits, place, pixel, isReviewing, onAnnotation } = asked;
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

  const seenPixel = useRef<string | null>(null);
  useEffect(() => {
    if (!sheet || seenPixel.current === pixel) return;
    seenPixel.current = pixel;
    const [x = NaN, y = NaN] = (pixel ?? '').split(',').map(Number);
    if (isOnSheet({ x, y }, sheet.size))
      viewerRef.current?.focusOn({ x: x - AROUND, y: y - AROUND, width: 2 * AROUND, height: 2 * AROUND });
  }, [pixel, sheet, viewerRef]);
}
