import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import type { Side } from './alignment.js';
import type { LinkedSheets } from './linked-sheets.js';
import { SheetOverlay } from './sheet-overlay.js';

/** What is drawn on each of two sheets, and which annotation of each is selected. */
export interface Drawn {
  annotations: readonly ShownAnnotation[];
  selectedKey: string | null;
}

/** The annotations over both sheets: drawn by islands of their own, which follow the sheets frame by frame. */
export function useOverlays(drawn: readonly [Drawn, Drawn], island: RefObject<LinkedSheets | null>) {
  const hosts = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)] as const;
  const overlays = useRef<readonly SheetOverlay[]>([]);
  const follow = useCallback(() => {
    for (const [side, overlay] of overlays.current.entries()) {
      const place = island.current?.placeInView(side as Side);
      if (place) overlay.follow(place);
    }
  }, [island]);
  useEffect(() => {
    const [{ current: a }, { current: b }] = hosts;
    if (!a || !b) return;
    const made = [new SheetOverlay(a), new SheetOverlay(b)];
    overlays.current = made;
    return () => {
      overlays.current = [];
      for (const overlay of made) overlay.destroy();
    };
    // made once: refs never change
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const [first, second] = drawn;
  useEffect(() => overlays.current[0]?.setAnnotations(first.annotations), [first.annotations]);
  useEffect(() => overlays.current[1]?.setAnnotations(second.annotations), [second.annotations]);
  useEffect(() => overlays.current[0]?.setSelected(first.selectedKey), [first.selectedKey]);
  useEffect(() => overlays.current[1]?.setSelected(second.selectedKey), [second.selectedKey]);
  useEffect(follow, [follow, first.annotations, second.annotations]);
  return { overlayHosts: hosts, overlays, follow };
}
