import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { RectangleCoordinates, ShownAnnotation } from '../../../evidence/annotation-records.js';
import { useAskedAnnotation } from '../../../evidence/asked-annotation.js';
import type { Sheet } from '../../../evidence/page-records.js';
import { placeOfHits } from '../../../viewer/sheet/hit-layer.js';
import type { SheetViewerHandle } from '../../../viewer/sheet/viewer-props.js';

interface Asked {
  viewerRef: RefObject<SheetViewerHandle | null>;
  /** null while there is no picture: nothing is brought into view then. */
  sheet: Sheet | null;
  annotations: readonly ShownAnnotation[];
  /** An annotation, by id. */
  annotationAsked: string | null;
  /** Words that were looked for, on this page. */
  hits: readonly RectangleCoordinates[];
  /** The place among them that one stepped to; null until one does. */
  place: RectangleCoordinates | null;
  /** The asked annotation was found: it is to be selected and seen. Stable between renders. */
  onAnnotation: (key: string) => void;
}

const NONE: readonly ShownAnnotation[] = [];

/** Moves the sheet to what the address asks for: an annotation, words that were found, or the one place that one stepped to. */
export function useBroughtIntoView(asked: Asked): void {
  const { viewerRef, sheet, annotations, annotationAsked, hits, place, onAnnotation } = asked;
  const onAsked = useCallback(
    ({ key, coordinates }: ShownAnnotation) => {
      onAnnotation(key);
      viewerRef.current?.focusOn(coordinates);
    },
    [onAnnotation, viewerRef],
  );
  useAskedAnnotation(annotationAsked, sheet ? annotations : NONE, onAsked);

  // found words are brought into view once a page; unless the address asks for an annotation
  const foundRef = useRef<readonly RectangleCoordinates[] | null>(null);
  useEffect(() => {
    if (!sheet || hits === foundRef.current) return;
    foundRef.current = hits;
    const target = annotationAsked === null && !place ? placeOfHits(hits, sheet.size) : null;
    if (target) viewerRef.current?.focusOn(target);
  }, [annotationAsked, hits, place, sheet, viewerRef]);

  // the place that one steps to is shown each time
  useEffect(() => {
    if (sheet && place) viewerRef.current?.focusOn(place);
  }, [place, sheet, viewerRef]);
}
