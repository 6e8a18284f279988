import { useEffect, useRef, type RefObject } from 'react';
import { authorizedFetch } from '../../lib/http/request.js';
import { WINDOW_ID } from '../../lib/live/window-id.js';
import type { Point } from '@symbio/sheet/geometry/geometry';
import type { SheetFrames } from '@symbio/sheet/view/frames';
import { toImage, UNPLACED } from '@symbio/sheet/geometry/transform';
import { operation } from '../../lib/http/operation.js';

/** Milliseconds. */
const SEND_INTERVAL_MS = 100;
/** Gateway's limit. */
const MAX_SELECTED = 50;

interface OwnCursorOptions {
  projectId: string;
  pageId: string;
  /** Exactly over the sheet's viewport. */
  over: RefObject<HTMLElement | null>;
  frames: SheetFrames;
  selectedIds: readonly string[];
  /** Windows on the same page; empty disables reports. */
  audience: string;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Publishes a "left" when the window is hidden. */
export function useOwnCursor(options: OwnCursorOptions): void {
  const { projectId, pageId, over, frames, selectedIds, audience } = options;
  /** reports the current selection */
  const report = useRef<() => void>(() => undefined);
  const selected = useRef(selectedIds);
  const selection = selectedIds.join(' ');
  useEffect(() => {
    selected.current = selectedIds;
    report.current();
    // the ids, not the list that holds them
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selection]);

  /** tracked while alone, too, to inform newcomers immediately */
  const pointer = useRef<Point | null>(null);
  const isAlone = audience === '';
  const alone = useRef(isAlone);
  useEffect(() => {
    alone.current = isAlone;
    // newcomers get the current pointer and selection
    if (!isAlone && (pointer.current || selected.current.length > 0)) report.current();
  }, [audience, isAlone]);

  useEffect(() => {
    const stage = over.current?.parentElement?.parentElement;
    if (!stage || !over.current) return;
    const box = over.current;
    let transform = UNPLACED;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isInProgress = false;
    let isStale = false;
    /** Whether a report was sent that "left" must revoke. */
    let isKnown = false;
    const send = async (left: boolean): Promise<void> => {
      const { url, method, body } = operation('POST', '/api/cursors', {
        body: {
          window_id: WINDOW_ID,
          project_id: projectId,
          document_page_id: pageId,
          x: pointer.current && !left ? round(pointer.current.x) : null,
          y: pointer.current && !left ? round(pointer.current.y) : null,
          selected: left ? [] : selected.current.slice(0, MAX_SELECTED),
          ...(left && { left }),
        },
      });
      isKnown = !left;
      try {
        await authorizedFetch(url, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          // must survive closing the window
          keepalive: left,
        });
      } catch {
        // a lost report only delays the cursor until the next move
      }
    };
    /** One report at a time, throttled, always with the latest state. */
    const publish = (): void => {
      if (alone.current || document.visibilityState === 'hidden') return;
      if (isInProgress) {
        isStale = true;
        return;
      }
      isInProgress = true;
      isStale = false;
      const rested = new Promise((resolve) => (timer = setTimeout(resolve, SEND_INTERVAL_MS)));
      void Promise.all([send(false), rested]).then(() => {
        isInProgress = false;
        if (isStale) publish();
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
      publish();
    };
    const onAway = (): void => {
      pointer.current = null;
      publish();
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
    report.current = publish;
    // both effects start together, when the first one had no audience yet
    if (selected.current.length > 0) publish();
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
