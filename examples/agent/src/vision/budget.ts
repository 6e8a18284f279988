export interface Limits {
  requests: number;
  tokens: number;
  minutes: number;
  /** In the currency of the prices. */
  cost?: number | undefined;
}

/** Prices of a million tokens. */
export interface Prices {
  input: number;
  output: number;
}

export interface Usage {
  input: number;
  output: number;
  ms: number;
}

const MILLION = 1_000_000;
const MINUTE_MS = 60_000;

/** What a run may spend, over all its resumptions. */
export class Budget {
  readonly spent = { requests: 0, input: 0, output: 0, ms: 0 };
  readonly #limits: Limits;
  readonly #prices: Prices;
  /** Largest known request; an open one counts as much. */
  readonly #expected: { input: number; output: number };
  #isOpen = false;

  /** @param first assumed tokens of a request until one was answered */
  constructor(limits: Limits, prices: Prices, first: { input: number; output: number }) {
    this.#limits = limits;
    this.#prices = prices;
    this.#expected = { ...first };
  }

  get tokens(): number {
    return this.spent.input + this.spent.output;
  }

  get cost(): number {
    return this.#costOf(this.spent);
  }

  /** Milliseconds until the time is over. */
  get remainingMs(): number {
    return Math.max(0, this.#limits.minutes * MINUTE_MS - this.spent.ms);
  }

  /** Why no further request fits; undefined if one does. */
  exceeded(): string | undefined {
    const { requests, tokens, minutes, cost } = this.#limits;
    if (this.spent.requests >= requests) return `${requests} requests`;
    if (this.tokens + this.#expected.input + this.#expected.output > tokens) return `${tokens} tokens`;
    if (this.remainingMs === 0) return `${minutes} minutes`;
    if (cost !== undefined && this.cost + this.#costOf(this.#expected) > cost) return `a cost of ${cost}`;
    return undefined;
  }

  /** A request is sent: it counts as the largest so far until its answer gives the usage. */
  asked(): void {
    this.spent.requests++;
    this.#add(this.#expected, 1);
    this.#isOpen = true;
  }

  /** @param usage undefined if the endpoint does not report it: the estimate stays */
  answered({ ms, ...usage }: Usage | { ms: number }): void {
    this.spent.ms += ms;
    if (this.#isOpen && 'input' in usage) {
      this.#add(this.#expected, -1);
      this.#add(usage, 1);
      this.#expected.input = Math.max(this.#expected.input, usage.input);
      this.#expected.output = Math.max(this.#expected.output, usage.output);
    }
    this.#isOpen = false;
  }

  #add({ input, output }: { input: number; output: number }, sign: 1 | -1): void {
    this.spent.input += sign * input;
    this.spent.output += sign * output;
  }

  #costOf({ input, output }: { input: number; output: number }): number {
    return (input * this.#prices.input + output * this.#prices.output) / MILLION;
  }
}
