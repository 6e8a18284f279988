/** Owner of a request; programs yield to people. */
export interface Caller {
  /** Identical for all requests of a caller. */
  id: string;
  isProgram: boolean;
}

/** Rejection reason: no slot became free in time, or the caller queues too many requests. */
export type Refusal = 'busy' | 'too_many';

export interface FairQueueOptions {
  atOnce: number;
  waitMs: number;
  waitingEach: number;
  /**
   * Milliseconds a slot is held at most. Longer requests wait for I/O (an unresponsive service, a slow connection), not
   * for our CPU: they lose the slot but may finish.
   */
  holdMs: number;
  /**
   * Maximum requests running without a slot: if all are slow, the CPU is the bottleneck and more would make it worse.
   */
  slow: number;
}

/** One in this many turns goes to a program while both people and programs wait. */
const PROGRAMS_TURN = 4;

interface Waiting {
  admit: () => void;
  timer: NodeJS.Timeout;
}

/** Waiting requests by caller; the caller to serve next comes first. */
type Lines = Map<string, Set<Waiting>>;

/**
 * Fair semaphore with a short wait: callers take turns, so a heavy caller delays only itself; people precede programs.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #people: Lines = new Map();
  readonly #programs: Lines = new Map();
  #inside = 0;
  #slow = 0;
  #waiting = 0;
  #turn = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Calls `admit` once (synchronously if a slot is free) with a release function, or `refuse`.
   * @returns cancels the wait when the caller disconnects
   */
  enter(caller: Caller, admit: (leave: () => void) => void, refuse: (why: Refusal) => void): () => void {
    if (this.#inside < this.#options.atOnce) {
      admit(this.#place());
      return () => undefined;
    }
    const lines = caller.isProgram ? this.#programs : this.#people;
    const line = lines.get(caller.id) ?? new Set<Waiting>();
    if (line.size >= this.#options.waitingEach) {
      refuse('too_many');
      return () => undefined;
    }
    const gone = (): boolean => {
      if (!line.delete(waiting)) return false;
      clearTimeout(waiting.timer);
      this.#waiting--;
      if (line.size === 0) lines.delete(caller.id);
      return true;
    };
    const waiting: Waiting = {
      admit: () => gone() && admit(this.#place()),
      timer: setTimeout(() => gone() && refuse('busy'), this.#options.waitMs),
    };
    line.add(waiting);
    lines.set(caller.id, line);
    this.#waiting++;
    return gone;
  }

  /** Takes a slot. @returns an idempotent release function */
  #place(): () => void {
    this.#inside++;
    let state: 'inside' | 'slow' | 'gone' = 'inside';
    const giveUp = (): void => {
      if (this.#slow >= this.#options.slow) {
        timer = setTimeout(giveUp, this.#options.holdMs);
        return;
      }
      state = 'slow';
      this.#slow++;
      this.#inside--;
      this.#next();
    };
    let timer = setTimeout(giveUp, this.#options.holdMs);
    return () => {
      clearTimeout(timer);
      const before = state;
      state = 'gone';
      if (before === 'slow') this.#slow--;
      if (before !== 'inside') return;
      this.#inside--;
      this.#next();
    };
  }

  #next(): void {
    while (this.#waiting > 0 && this.#inside < this.#options.atOnce) {
      const ofPrograms = this.#people.size === 0 || (this.#programs.size > 0 && ++this.#turn % PROGRAMS_TURN === 0);
      const lines = ofPrograms ? this.#programs : this.#people;
      for (const [id, line] of lines) {
        // round robin: the served caller moves to the end
        lines.delete(id);
        lines.set(id, line);
        for (const waiting of line) {
          waiting.admit();
          break;
        }
        break;
      }
    }
  }
}
