import { setTimeout as sleep } from 'node:timers/promises';
import type { Gauge } from 'prom-client';
import type { Logger } from './logger.js';
import { sentenceOf } from './reasons.js';
import { AWAIT_PAUSES_MS, CHECK_LIMIT_MS, CHECK_MS, LOST_GRACE_MS } from './timing.js';

export interface Dependency {
  /** Name in /readyz and metrics: `mongodb`. */
  name: string;
  /** Name in sentences: `MongoDB`. */
  label: string;
  /** Address without credentials. */
  where: string;
  /**
   * calls: without it no call can be answered, so calls should go to another replica; start: awaited once at startup,
   * later calls work without it; background: not awaited.
   */
  neededFor: 'calls' | 'start' | 'background';
  /** Rejects when unusable. */
  check: (signal: AbortSignal) => Promise<unknown>;
  /** Explains a failure in a sentence for the operator; defaults to a general one. */
  explain?: (error: unknown) => string;
}

/** Missing dependency. */
export interface Failing {
  name: string;
  reason: string;
}

interface Watched extends Dependency {
  /** When it was first found unavailable; undefined while available. */
  awaySince: number | undefined;
  /** Whether its absence has been logged. */
  isTold: boolean;
  /** Whether it was ever available to this process. */
  wasThere: boolean;
  failures: number;
  reason: string;
}

export interface DependenciesOptions {
  log: Logger;
  /** 1 while available, 0 while not. */
  gauge: Gauge<'dependency'>;
  /** Called when an awaited dependency is unavailable. */
  onMissed?: () => void;
  /** Shortened by tests. */
  checkMs?: number;
  graceMs?: number;
  pausesMs?: readonly number[];
}

/** Consecutive failed checks that count as a loss; a single one may be a load spike. */
const LOST_AFTER = 2;

/** Waits for dependencies at startup, monitors them, and logs each loss and recovery once. */
export class Dependencies {
  readonly #all = new Map<string, Watched>();
  readonly #options: DependenciesOptions & Required<Pick<DependenciesOptions, 'checkMs' | 'graceMs' | 'pausesMs'>>;
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[] = [];

  constructor(options: DependenciesOptions) {
    this.#options = { checkMs: CHECK_MS, graceMs: LOST_GRACE_MS, pausesMs: AWAIT_PAUSES_MS, ...options };
  }

  /** Unavailable until first found. */
  add(dependency: Dependency): void {
    const fresh = {
      awaySince: performance.now(),
      isTold: false,
      wasThere: false,
      failures: 0,
      reason: 'It was not asked yet.',
    };
    this.#all.set(dependency.name, { ...dependency, ...fresh });
    this.#options.gauge.set({ dependency: dependency.name }, 0);
  }

  /**
   * Retries a step with increasing delays until it succeeds.
   *
   * @param isPassing whether the dependency caused the failure; others are rethrown
   */
  async until<T>(
    name: string,
    attempt: () => Promise<T>,
    isPassing: (error: unknown) => boolean = () => true,
  ): Promise<T> {
    const watched = this.#get(name);
    for (let tries = 0; ; tries++) {
      try {
        const value = await attempt();
        // a first success with a known dependency is no news
        if (tries > 0 || !watched.wasThere) this.#found(watched);
        return value;
      } catch (error) {
        if (this.#stop.signal.aborted || !isPassing(error)) throw error;
        this.#missed(watched, error, true);
        const { pausesMs } = this.#options;
        await sleep(pausesMs[Math.min(tries, pausesMs.length - 1)], undefined, { signal: this.#stop.signal });
      }
    }
  }

  /** Waits for everything needed for calls and startup; monitors each from now on. */
  async watch(): Promise<void> {
    const waits: Promise<unknown>[] = [];
    for (const watched of this.#all.values()) {
      const first = watched.wasThere ? undefined : this.until(watched.name, () => this.#ask(watched));
      if (watched.neededFor !== 'background') waits.push(first ?? Promise.resolve());
      this.#loops.push(this.#look(watched, first));
    }
    await Promise.all(waits);
  }

  /** Unavailable dependencies: for calls, those missing since startup or for longer than a brief failure; or all. */
  failing(scope: 'calls' | 'everything'): Failing[] {
    const now = performance.now();
    return [...this.#all.values()]
      .filter(({ neededFor }) => scope === 'everything' || neededFor === 'calls')
      .filter(
        ({ awaySince, wasThere }) => awaySince !== undefined && (!wasThere || now - awaySince >= this.#options.graceMs),
      )
      .map(({ name, reason }) => ({ name, reason }));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#loops);
  }

  async #look(watched: Watched, first: Promise<unknown> | undefined): Promise<void> {
    const { signal } = this.#stop;
    await first?.catch(() => undefined); // reported already; ends only with the process
    while (!signal.aborted) {
      await sleep(this.#options.checkMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#ask(watched).then(
        () => this.#found(watched),
        (error: unknown) => {
          if (!signal.aborted) this.#missed(watched, error, false);
        },
      );
    }
  }

  async #ask(watched: Watched): Promise<void> {
    const limit = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`it did not answer within ${CHECK_LIMIT_MS / 1000} s`));
        limit.abort();
      }, CHECK_LIMIT_MS);
    });
    await Promise.race([watched.check(limit.signal), over]).finally(() => clearTimeout(timer));
  }

  #found(watched: Watched): void {
    const { log, gauge } = this.#options;
    const { awaySince, isTold, wasThere, name, label, where } = watched;
    Object.assign(watched, { awaySince: undefined, isTold: false, wasThere: true, failures: 0, reason: '' });
    gauge.set({ dependency: name }, 1);
    if (!isTold || awaySince === undefined) return;
    const seconds = Math.round((performance.now() - awaySince) / 1000);
    log.info(
      { dependency: name, where, seconds },
      `${label} at ${where} is ${wasThere ? 'back' : 'there'} after ${seconds} s`,
    );
  }

  #missed(watched: Watched, error: unknown, isAwaited: boolean): void {
    const { log, gauge } = this.#options;
    const { name, label, where } = watched;
    watched.failures++;
    watched.reason = (watched.explain ?? sentenceOf)(error);
    watched.awaySince ??= performance.now();
    if (!isAwaited && watched.failures < LOST_AFTER) return;
    gauge.set({ dependency: name }, 0);
    if (watched.isTold) return;
    watched.isTold = true;
    if (isAwaited && watched.neededFor !== 'background') this.#options.onMissed?.();
    const what = watched.wasThere ? 'is away, waiting until it is back' : 'is awaited';
    log.warn({ dependency: name, where }, `${label} at ${where} ${what}: ${watched.reason}`);
  }

  #get(name: string): Watched {
    const watched = this.#all.get(name);
    if (!watched) throw new Error(`${name} is not known as a dependency`);
    return watched;
  }
}
