import type { AnnotationCoordinates } from '../../evidence/annotation-records.js';

/** A row of nudges is saved as one move once the keys have rested this long, in milliseconds. */
const NUDGE_REST_MS = 500;

/** An annotation that is moved or changed, and where it lies by now. */
export interface Nudged {
  key: string;
  shape: AnnotationCoordinates;
}

/** Gathers what arrow keys move, so that a row of presses is saved as one move. */
export class Nudging {
  private waiting: { nudged: readonly Nudged[]; timer: ReturnType<typeof setTimeout> } | null = null;

  /** @param save called with each finished move */
  constructor(private readonly save: (nudged: readonly Nudged[]) => void) {}

  /** What was moved and is not saved yet. */
  get current(): readonly Nudged[] {
    return this.waiting?.nudged ?? [];
  }

  /** An arrow key moved annotations; what waits of others is saved first. */
  moveTo(nudged: readonly Nudged[]): void {
    if (this.waiting && keysOf(this.waiting.nudged) !== keysOf(nudged)) this.flush();
    clearTimeout(this.waiting?.timer);
    this.waiting = { nudged, timer: setTimeout(() => this.flush(), NUDGE_REST_MS) };
  }

  /** Saves what waits, if anything does. */
  flush(): void {
    if (!this.waiting) return;
    const { nudged, timer } = this.waiting;
    clearTimeout(timer);
    this.waiting = null;
    this.save(nudged);
  }
}

const keysOf = (nudged: readonly Nudged[]): string => nudged.map(({ key }) => key).join(' ');
