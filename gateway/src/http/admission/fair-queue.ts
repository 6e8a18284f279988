/** Owner of a request; programs yield to people. */
export interface Caller {
  /** Identical for all requests of a caller. */
  id: string;
  isProgram: boolean;
}

/** Rejection reason: no slot became free in time, or the caller queues too many requests. */
export type Refusal = 'busy' | 'too_many';

export interface FairQueueOptions {
  slots: number;
  waitMs: number;
  maxWaitingPerCaller: number;
  /**
   * Milliseconds a slot is held at most. Longer requests wait for I/O (an unresponsive service, a slow connection), not
   * for our CPU: they lose the slot but may finish.
   */
  holdMs: number;
  /**
   * Maximum requests running without a slot: if all are slow, the CPU is the bottleneck and more would make it worse.
   */
  maxSlow: number;
}

/** One in this many turns goes to a program while both people and programs wait. */
const PROGRAMS_SHARE = 4;

interface Waiting {
  admit: () => void;
  timer: NodeJS.Timeout;
}

/** Waiting requests by caller; the caller to serve next comes first. */
type Queues = Map<string, Set<Waiting>>;

/**
 * Fair semaphore with a short wait: callers take turns, so a heavy caller delays only itself; people precede programs.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #people: Queues = new Map();
  readonly #programs: Queues = new Map();
  #running = 0;
  #slow = 0;
  #waiting = 0;
  #grants = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Calls `admit` once (synchronously if a slot is free) with a release function, or `refuse`.
   * @returns cancels the wait when the caller disconnects
   */
  enter(caller: Caller, admit: (leave: () => void) => void, refuse: (reason: Refusal) => void): () => void {
    if (this.#running < this.#options.slots) {
      admit(this.#takeSlot());
      return () => undefined;
    }
    const queues = caller.isProgram ? this.#programs : this.#people;
    const queue = queues.get(caller.id) ?? new Set<Waiting>();
    if (queue.size >= this.#options.maxWaitingPerCaller) {
      refuse('too_many');
      return () => undefined;
    }
    const cancel = (): boolean => {
      if (!queue.delete(waiting)) return false;
      clearTimeout(waiting.timer);
      this.#waiting--;
      if (queue.size === 0) queues.delete(caller.id);
      return true;
    };
    const waiting: Waiting = {
      admit: () => cancel() && admit(this.#takeSlot()),
      timer: setTimeout(() => cancel() && refuse('busy'), this.#options.waitMs),
    };
    queue.add(waiting);
    queues.set(caller.id, queue);
    this.#waiting++;
    return cancel;
  }

  /** Takes a slot. @returns an idempotent release function */
  #takeSlot(): () => void {
    this.#running++;
    let state: 'inside' | 'slow' | 'gone' = 'inside';
    const loseSlot = (): void => {
      if (this.#slow >= this.#options.maxSlow) {
        timer = setTimeout(loseSlot, this.#options.holdMs);
        return;
      }
      state = 'slow';
      this.#slow++;
      this.#running--;
      this.#next();
    };
    let timer = setTimeout(loseSlot, this.#options.holdMs);
    return () => {
      clearTimeout(timer);
      const before = state;
      state = 'gone';
      if (before === 'slow') this.#slow--;
      if (before !== 'inside') return;
      this.#running--;
      this.#next();
    };
  }

  #next(): void {
    while (this.#waiting > 0 && this.#running < this.#options.slots) {
      const isProgramsTurn =
        this.#people.size === 0 || (this.#programs.size > 0 && ++this.#grants % PROGRAMS_SHARE === 0);
      const queues = isProgramsTurn ? this.#programs : this.#people;
      for (const [id, queue] of queues) {
        // round robin: the served caller moves to the end
        queues.delete(id);
        queues.set(id, queue);
        for (const waiting of queue) {
          waiting.admit();
          break;
        }
        break;
      }
    }
  }
}
