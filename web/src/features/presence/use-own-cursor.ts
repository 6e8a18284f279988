import { useEffect, useRef, type RefObject } from 'react';
import { authorizedFetch } from '../../lib/http.js';
import { WINDOW_ID } from '../../lib/window-id.js';
import type { Point } from '../../viewer/sheet/geometry.js';
import type { SheetFrames } from '../../viewer/sheet/frames.js';
import { toImage, UNPLACED } from '../../viewer/sheet/transform.js';

/** Moves are told of this often at most, in milliseconds. */
const EVERY_MS = 100;
/** Selected annotations that are told of; the gateway takes no more. */
const MOST_SELECTED = 50;

interface OwnCursorOptions {
  projectId: string;
  pageId: string;
  /** An element that lies exactly over the sheet's window. */
  over: RefObject<HTMLElement | null>;
  frames: SheetFrames;
  selectedIds: readonly string[];
  /** Names of the windows that look at the same page, however written; empty: nobody is told of anything. */
  audience: string;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Tells others on the page where the pointer of this window is and what is selected; as soon as the window hides, that it left. */
export function useOwnCursor(options: OwnCursorOptions): void {
  const { projectId, pageId, over, frames, selectedIds, audience } = options;
  /** tells of the selection as it is */
  const report = useRef<() => void>(() => undefined);
  const selected = useRef(selectedIds);
  const selection = selectedIds.join(' ');
  useEffect(() => {
    selected.current = selectedIds;
    report.current();
    // the ids, not the list that holds them
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selection]);

  /** known also while nobody is there: who comes is told at once */
  const pointer = useRef<Point | null>(null);
  const isAlone = audience === '';
  const alone = useRef(isAlone);
  useEffect(() => {
    alone.current = isAlone;
    // who has just come is told where the pointer is and what is selected
    if (!isAlone && (pointer.current || selected.current.length > 0)) report.current();
  }, [audience, isAlone]);

  useEffect(() => {
    const stage = over.current?.parentElement?.parentElement;
    if (!stage || !over.current) return;
    const box = over.current;
    let transform = UNPLACED;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnderWay = false;
    let isStale = false;
    /** Others have been told of something that a "left" takes back. */
    let isKnown = false;
    const send = async (left: boolean): Promise<void> => {
      const body = {
        window_id: WINDOW_ID,
        project_id: projectId,
        document_page_id: pageId,
        x: pointer.current && !left ? round(pointer.current.x) : null,
        y: pointer.current && !left ? round(pointer.current.y) : null,
        selected: left ? [] : selected.current.slice(0, MOST_SELECTED),
        ...(left && { left }),
      };
      isKnown = !left;
      try {
        await authorizedFetch('/api/cursors', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          // the last word of a window that hides must outlive it
          keepalive: left,
        });
      } catch {
        // a cursor that stands still for others for a moment: the next move is told of
      }
    };
    /** One at a time and not too often: what moved meanwhile is told of after that, as it is by then. */
    const tell = (): void => {
      if (alone.current || document.visibilityState === 'hidden') return;
      if (isUnderWay) {
        isStale = true;
        return;
      }
      isUnderWay = true;
      isStale = false;
      const rested = new Promise((resolve) => (timer = setTimeout(resolve, EVERY_MS)));
      void Promise.all([send(false), rested]).then(() => {
        isUnderWay = false;
        if (isStale) tell();
      });
    };
    const leave = (): void => {
      isStale = false;
      if (isKnown) void send(true);
    };
    const unfollow = frames.follow((next) => (transform = next));
    const onMove = (event: PointerEvent): void => {
      const { left, top } = box.getBoundingClientRect();
      pointer.current = toImage({ x: event.clientX - left, y: event.clientY - top }, transform);
      tell();
    };
    const onAway = (): void => {
      pointer.current = null;
      tell();
    };
    const onHidden = (): void => {
      if (document.visibilityState !== 'hidden') return;
      pointer.current = null;
      leave();
    };
    stage.addEventListener('pointermove', onMove, { passive: true, capture: true });
    stage.addEventListener('pointerleave', onAway);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', leave);
    report.current = tell;
    // both effects begin together: the first one had nobody to tell yet
    if (selected.current.length > 0) tell();
    return () => {
      clearTimeout(timer);
      report.current = () => undefined;
      stage.removeEventListener('pointermove', onMove, { capture: true });
      stage.removeEventListener('pointerleave', onAway);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', leave);
      unfollow();
      leave();
    };
  }, [frames, over, pageId, projectId]);
}
