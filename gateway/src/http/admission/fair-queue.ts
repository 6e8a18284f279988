/** Owner of a request; programs yield to people. */
export interface Caller {
  /** Identical for all requests of a caller. */
  id: string;
  isProgram: boolean;
}

/** No slot in time, or too many waiting requests of the caller. */
export type Refusal = 'busy' | 'too_many';

export interface FairQueueOptions {
  slots: number;
  waitMs: number;
  maxWaitingPerCaller: number;
  /**
   * Maximum milliseconds per slot. Longer requests wait for I/O, not for our CPU: they lose the slot but may finish.
   */
  holdMs: number;
  /** Maximum requests without a slot: if all are slow, the CPU is the bottleneck. */
  maxSlow: number;
}

/** While people wait too, a program gets one slot of this many. */
const PROGRAMS_SHARE = 4;

interface Waiting {
  admit: () => void;
  timer: NodeJS.Timeout;
}

/** Waiting requests by caller, next caller first. */
type Queues = Map<string, Set<Waiting>>;

/** Fair semaphore with a wait limit: round robin by caller, people before programs. */
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
   * Calls `admit` with a release function, synchronously if a slot is free, or `refuse`.
   * @returns cancels the wait
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
