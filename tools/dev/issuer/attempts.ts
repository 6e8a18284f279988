/** Wrong passwords for one account that are forgiven within {@link WINDOW_MS}; the next one closes it for a while. */
const ALLOWED = 5;
const WINDOW_MS = 60_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Names are whatever callers send, so the list is bounded. */
const MAX_NAMES = 10_000;

interface Record {
  failures: number[];
  waits: number;
  closedUntil: number;
}

/**
 * Counts wrong passwords by account name, whether or not the account exists. Five within a minute close it for half
 * a minute; each further wrong password doubles that, up to a quarter of an hour. The right password forgets it all.
 */
export class SignInAttempts {
  private readonly records = new Map<string, Record>();

  constructor(private readonly now: () => number) {}

  /** Seconds to wait before this name is listened to again; 0 when it may try now. */
  secondsToWait(name: string): number {
    const record = this.records.get(key(name));
    return record === undefined ? 0 : Math.max(0, Math.ceil((record.closedUntil - this.now()) / 1000));
  }

  /** Notes a wrong password. */
  failed(name: string): void {
    const now = this.now();
    const record = this.records.get(key(name)) ?? { failures: [], waits: 0, closedUntil: 0 };
    record.failures = [...record.failures.filter((at) => at > now - WINDOW_MS), now];
    if (record.failures.length >= ALLOWED || record.waits > 0) {
      record.closedUntil = now + Math.min(FIRST_WAIT_MS * 2 ** record.waits, LONGEST_WAIT_MS);
      record.waits += 1;
      record.failures = [];
    }
    this.records.delete(key(name)); // put last: the oldest name is dropped first
    this.records.set(key(name), record);
    const oldest = this.records.keys().next();
    if (this.records.size > MAX_NAMES && !oldest.done) this.records.delete(oldest.value);
  }

  /** Notes the right password. */
  succeeded(name: string): void {
    this.records.delete(key(name));
  }
}

function key(name: string): string {
  return name.trim().toLowerCase();
}
