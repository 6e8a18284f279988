/** The order in which a worker polls its queues. */
import { JOB_PRIORITY } from './streams.js';

/** A non-empty queue. */
export interface Waiting {
  kind: string;
  priority: number;
}

/**
 * One in this many job messages is a fair turn: it comes from the next priority in rotation, the least urgent first. So
 * the head of every queue is taken within ten times the number of priorities.
 */
const FAIR_EVERY = 10;

/** Records what has been taken, to prevent starvation. One per lane. */
export class WorkOrder {
  #taken = 0;
  #lastKind = '';
  /** Priority of the last fair turn. */
  #lastFair: number = JOB_PRIORITY.max + 1;

  /** The queues in polling order. */
  order(waiting: readonly Waiting[]): Waiting[] {
    const kinds = [...new Set(waiting.map(({ kind }) => kind))].sort();
    // round robin among kinds of one priority
    const first = kinds.findIndex((kind) => kind > this.#lastKind);
    const turn = (kind: string): number => (kinds.indexOf(kind) - Math.max(first, 0) + kinds.length) % kinds.length;
    const urgency = this.#isFairTurn()
      ? (priority: number) => this.#fairRank(priority)
      : (priority: number) => priority;
    return [...waiting].sort((a, b) => urgency(a.priority) - urgency(b.priority) || turn(a.kind) - turn(b.kind));
  }

  /** Records that a job message of this queue was taken. */
  took({ kind, priority }: Waiting): void {
    if (this.#isFairTurn()) this.#lastFair = priority;
    this.#taken++;
    this.#lastKind = kind;
  }

  #isFairTurn(): boolean {
    return this.#taken % FAIR_EVERY === FAIR_EVERY - 1;
  }

  /** From the priority below the last fair one downwards, then from the least urgent. */
  #fairRank(priority: number): number {
    const span = JOB_PRIORITY.max + 1;
    return (this.#lastFair - 1 - priority + 2 * span) % span;
  }
}
