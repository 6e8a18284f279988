import type { Clock } from '../clock.js';

/** Manually advanced clock. */
export class TestClock implements Clock {
  #now: Date;
  constructor(start = new Date('2026-01-15T12:00:00.000Z')) {
    this.#now = start;
  }
  now(): Date {
    return new Date(this.#now);
  }
  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }
}
