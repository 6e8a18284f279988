/** In which order a worker asks queues for their next job message. */
import { JOB_PRIORITY } from './streams.js';

/** A queue that holds something. */
export interface Waiting {
  kind: string;
  priority: number;
}

/**
 * Every so many job messages one is not the most urgent: it comes from the next priority in turn, the least urgent first.
 * However many urgent ones keep coming, no job message at the head of its queue waits for more than ten times the number of
 * priorities.
 */
const FAIR_EVERY = 10;

/** Remembers what was taken, so that nothing waits forever. One for each lane of a worker. */
export class WorkOrder {
  #taken = 0;
  #lastKind = '';
  /** Priority that had the last fair turn. */
  #lastFair: number = JOB_PRIORITY.max + 1;

  /** The queues in the order in which they are to be asked. */
  order(waiting: readonly Waiting[]): Waiting[] {
    const kinds = [...new Set(waiting.map(({ kind }) => kind))].sort();
    // kinds of one priority take turns: the one after the last comes first
    const first = kinds.findIndex((kind) => kind > this.#lastKind);
    const turn = (kind: string): number => (kinds.indexOf(kind) - Math.max(first, 0) + kinds.length) % kinds.length;
    const urgency = this.#isFairTurn()
      ? (priority: number) => this.#fairRank(priority)
      : (priority: number) => priority;
    return [...waiting].sort((a, b) => urgency(a.priority) - urgency(b.priority) || turn(a.kind) - turn(b.kind));
  }

  /** A job message of this queue was taken. */
  took({ kind, priority }: Waiting): void {
    if (this.#isFairTurn()) this.#lastFair = priority;
    this.#taken++;
    this.#lastKind = kind;
  }

  #isFairTurn(): boolean {
    return this.#taken % FAIR_EVERY === FAIR_EVERY - 1;
  }

  /** From the priority below the last fair one downwards, then from the least urgent on. */
  #fairRank(priority: number): number {
    const span = JOB_PRIORITY.max + 1;
    return (this.#lastFair - 1 - priority + 2 * span) % span;
  }
}
