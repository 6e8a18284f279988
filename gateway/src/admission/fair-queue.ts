/** For whom something is done: programs give way to people. */
export interface Caller {
  /** The same for all that one caller asks for. */
  id: string;
  isProgram: boolean;
}

/** Why somebody is not let in: nothing became free in time, or too much of theirs waits already. */
export type Refusal = 'busy' | 'too_many';

export interface FairQueueOptions {
  /** How many are let in at once. */
  atOnce: number;
  /** Milliseconds somebody waits at most. */
  waitMs: number;
  /** How many of one caller may wait. */
  waitingEach: number;
  /**
   * Milliseconds a place is held at most. Who takes longer waits for something else than our processors (a service that does
   * not answer, a slow line) and must not keep others out; it is let finish.
   */
  holdMs: number;
  /** How many may go on without a place: when all is slow, it is for want of processors, and more would make it slower. */
  slow: number;
}

/** Of so many turns in which people and programs wait, one is a program's. */
const PROGRAMS_TURN = 4;

interface Waiting {
  admit: () => void;
  timer: NodeJS.Timeout;
}

/** Those who wait, by caller; the caller whose turn is next comes first. */
type Lines = Map<string, Set<Waiting>>;

/**
 * Lets so many in at once and has the others wait, for a little while: callers take turns, so that somebody who asks for much
 * waits for their own and not the others for them, and people come before programs.
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

  /** How many hold a place. */
  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Calls `admit` once, at once where there is room, with what gives the place back; or `refuse`.
   *
   * @returns what is called when the caller has gone: it waits no longer
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

  /** Takes a place. @returns what gives it back; it may be called again */
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
        // whose turn it was comes last from now on
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
