/** Wrong passwords permitted per account within {@link WINDOW_MS}; the next one locks it temporarily. */
const ALLOWED = 5;
const WINDOW_MS = 60_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Bounded, because names are arbitrary input. */
const MAX_NAMES = 10_000;

interface Record {
  failures: number[];
  waits: number;
  closedUntil: number;
}

/**
 * Counts wrong passwords by account name, existing or not. Five within a minute lock it for half a minute; each further
 * one doubles that, up to a quarter of an hour. The right password resets it.
 */
export class SignInAttempts {
  private readonly records = new Map<string, Record>();

  constructor(private readonly now: () => number) {}

  /** Seconds until the name may try again; 0: now. */
  secondsToWait(name: string): number {
    const record = this.records.get(key(name));
    return record === undefined ? 0 : Math.max(0, Math.ceil((record.closedUntil - this.now()) / 1000));
  }

  /** Records a wrong password. */
  failed(name: string): void {
    const now = this.now();
    const record = this.records.get(key(name)) ?? { failures: [], waits: 0, closedUntil: 0 };
    record.failures = [...record.failures.filter((at) => at > now - WINDOW_MS), now];
    if (record.failures.length >= ALLOWED || record.waits > 0) {
      record.closedUntil = now + Math.min(FIRST_WAIT_MS * 2 ** record.waits, LONGEST_WAIT_MS);
      record.waits += 1;
      record.failures = [];
    }
    this.records.delete(key(name)); // move to the end: the oldest name is evicted first
    this.records.set(key(name), record);
    const oldest = this.records.keys().next();
    if (this.records.size > MAX_NAMES && !oldest.done) this.records.delete(oldest.value);
  }

  /** Records the right password. */
  succeeded(name: string): void {
    this.records.delete(key(name));
  }
}

function key(name: string): string {
  return name.trim().toLowerCase();
}
