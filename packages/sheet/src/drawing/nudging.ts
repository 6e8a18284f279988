import type { Shape } from '../geometry/shapes.js';

/** Milliseconds without a key press after which nudges are saved as one move. */
const NUDGE_REST_MS = 500;

export interface Nudged {
  key: string;
  shape: Shape;
}

/** Debounces arrow-key moves into one save. */
export class Nudging {
  private waiting: { nudged: readonly Nudged[]; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(private readonly save: (nudged: readonly Nudged[]) => void) {}

  get current(): readonly Nudged[] {
    return this.waiting?.nudged ?? [];
  }

  /** Moves marks; first saves pending moves of others. */
  moveTo(nudged: readonly Nudged[]): void {
    if (this.waiting && keysOf(this.waiting.nudged) !== keysOf(nudged)) this.flush();
    clearTimeout(this.waiting?.timer);
    this.waiting = { nudged, timer: setTimeout(() => this.flush(), NUDGE_REST_MS) };
  }

  flush(): void {
    if (!this.waiting) return;
    const { nudged, timer } = this.waiting;
    clearTimeout(timer);
    this.waiting = null;
    this.save(nudged);
  }
}

const keysOf = (nudged: readonly Nudged[]): string => nudged.map(({ key }) => key).join(' ');
