/** Milliseconds; the last one repeats. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

const waiting = new Set<RetrySchedule>();

/** Repeats a failed request after growing pauses, and at once when the connection returns. */
export class RetrySchedule {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;

  /** @param maxTries retries by time; afterwards only a returning connection causes one */
  constructor(
    private readonly retry: () => void,
    private readonly maxTries = Infinity,
  ) {}

  /** Retries since the last success. */
  get attempts(): number {
    return this.tries;
  }

  /** Unless a retry is scheduled. */
  fail(): void {
    if (waiting.has(this)) return;
    waiting.add(this);
    if (this.tries >= this.maxTries) return;
    const pause = PAUSES_MS[Math.min(this.tries, PAUSES_MS.length - 1)] ?? 0;
    // spreads the requests of many windows after a restart of the server
    this.timer = setTimeout(() => this.now(), pause * (0.75 + Math.random() / 2));
  }

  now(): void {
    this.cancel();
    this.tries += 1;
    this.retry();
  }

  /** Retries now, and starts again with short pauses. */
  restart(): void {
    this.tries = 0;
    this.now();
  }

  /** Ends after a success, or when the result is no longer wanted. */
  end(): void {
    this.cancel();
    this.tries = 0;
  }

  private cancel(): void {
    clearTimeout(this.timer);
    waiting.delete(this);
  }
}

/** The browser is online again, or the server responds again. */
export function retryAfterReconnect(): void {
  for (const schedule of [...waiting]) schedule.restart();
}

window.addEventListener('online', retryAfterReconnect);
