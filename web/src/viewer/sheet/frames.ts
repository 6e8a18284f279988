import { UNPLACED, type SheetTransform } from './transform.js';

/** Where the sheet lies, frame by frame, for what is drawn over it. */
export interface SheetFrames {
  /**
   * Calls back at once and then in each frame in which the sheet moved.
   *
   * @returns ends it
   */
  follow(listener: (transform: SheetTransform) => void): () => void;
}

/** The source of {@link SheetFrames}; whoever moves the sheet tells it. */
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
