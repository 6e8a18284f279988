import type { AnnotationCoordinates } from '../../evidence/annotation-records.js';

/** A row of nudges is saved as one move once the keys have rested this long, in milliseconds. */
const NUDGE_REST_MS = 500;

/** An annotation that arrow keys move, and where it lies by now. */
export interface Nudged {
  key: string;
  shape: AnnotationCoordinates;
}

/** Gathers what arrow keys move, so that a row of presses is saved as one move. */
export class Nudging {
  private waiting: (Nudged & { timer: ReturnType<typeof setTimeout> }) | null = null;

  /** @param save called with each finished move */
  constructor(private readonly save: (nudged: Nudged) => void) {}

  /** What was moved and is not saved yet. */
  get current(): Nudged | null {
    return this.waiting;
  }

  /** An arrow key moved an annotation; what waits of another one is saved first. */
  moveTo(nudged: Nudged): void {
    if (this.waiting && this.waiting.key !== nudged.key) this.flush();
    clearTimeout(this.waiting?.timer);
    this.waiting = { ...nudged, timer: setTimeout(() => this.flush(), NUDGE_REST_MS) };
  }

  /** Saves what waits, if anything does. */
  flush(): void {
    if (!this.waiting) return;
    const { key, shape, timer } = this.waiting;
    clearTimeout(timer);
    this.waiting = null;
    this.save({ key, shape });
  }
}
