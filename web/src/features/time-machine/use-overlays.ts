import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import type { Side } from './alignment.js';
import type { LinkedSheets } from './linked-sheets.js';
import { SheetOverlay } from './sheet-overlay.js';

export interface DrawnOverlay {
  annotations: readonly ShownAnnotation[];
  selectedKeys: readonly string[];
}

/** They follow the sheets per frame. */
export function useOverlays(
  drawn: readonly [DrawnOverlay, DrawnOverlay],
  linkedSheets: RefObject<LinkedSheets | null>,
) {
  const hosts = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)] as const;
  const overlays = useRef<readonly SheetOverlay[]>([]);
  const follow = useCallback(() => {
    for (const [side, overlay] of overlays.current.entries()) {
      const place = linkedSheets.current?.placeInView(side as Side);
      if (place) overlay.follow(place);
    }
  }, [linkedSheets]);
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
  const selection = JSON.stringify([first.selectedKeys, second.selectedKeys]);
  useEffect(() => {
    const keys = JSON.parse(selection) as [string[], string[]];
    for (const [side, overlay] of overlays.current.entries()) overlay.setSelected(keys[side as Side]);
  }, [selection]);
  useEffect(follow, [follow, first.annotations, second.annotations]);
  return { overlayHosts: hosts, overlays, follow };
}
