import { UNPLACED, type SheetTransform } from '../geometry/transform.js';

/** Per-frame sheet transforms for overlays. */
export interface SheetFrames {
  /**
   * Calls the listener immediately and in each frame in which the sheet moves.
   *
   * @returns unsubscribe
   */
  follow(listener: (transform: SheetTransform) => void): () => void;
}

export interface SheetFramesSource extends SheetFrames {
  moved: (transform: SheetTransform) => void;
}

export function createSheetFrames(): SheetFramesSource {
  const listeners = new Set<(transform: SheetTransform) => void>();
  let last = UNPLACED;
  return {
    follow(listener) {
      listeners.add(listener);
      listener(last);
      return () => listeners.delete(listener);
    },
    moved(transform) {
      last = transform;
      for (const listener of listeners) listener(transform);
    },
  };
}
