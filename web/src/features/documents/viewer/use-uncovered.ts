import { useEffect, useRef, type RefObject } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import type { SheetViewerHandle } from '../../../viewer/sheet/viewer-props.js';

/**
 * Keeps the selected annotation in sight where the panel lies over the sheet (phones and tablets): when one is selected, and
 * when the panel becomes larger with what it shows of it. Afterwards the person moves the sheet as they like.
 */
export function useUncovered(
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
      // beside the sheet it covers nothing
      if (!latest.current || getComputedStyle(element).position !== 'absolute') return;
      viewer.current?.uncover(latest.current.coordinates, element.getBoundingClientRect());
    };
    const resizes = new ResizeObserver(uncover);
    // it hears of the present size at once
    resizes.observe(element);
    return () => resizes.disconnect();
  }, [key, panel, viewer]);
}
