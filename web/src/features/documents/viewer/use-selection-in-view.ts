import { useEffect, useRef, type RefObject } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import type { SheetViewerHandle } from '../../../viewer/sheet/viewer-props.js';

/** Where the panel overlays the sheet (phones and tablets): on selection and when the panel grows. */
export function useSelectionInView(
  viewer: RefObject<SheetViewerHandle | null>,
  panel: RefObject<HTMLElement | null>,
  selected: ShownAnnotation | null,
): void {
  const latest = useRef(selected);
  useEffect(() => {
    latest.current = selected;
  });
  const key = selected?.key;
  useEffect(() => {
    const element = panel.current;
    if (key === undefined || !element) return;
    const uncover = (): void => {
      // a panel beside the sheet covers nothing
      if (!latest.current || getComputedStyle(element).position !== 'absolute') return;
      viewer.current?.bringIntoView(latest.current.coordinates, element.getBoundingClientRect());
    };
    const resizes = new ResizeObserver(uncover);
    // fires immediately with the current size
    resizes.observe(element);
    return () => resizes.disconnect();
  }, [key, panel, viewer]);
}
