import { setTimeout as sleep } from 'node:timers/promises';
import type { Gauge } from 'prom-client';
import type { Logger } from './logger.js';
import { sentenceOf } from './reasons.js';
import { AWAIT_PAUSES_MS, CHECK_LIMIT_MS, CHECK_MS, LOST_GRACE_MS } from './timing.js';

/** Something outside a process that it needs. */
export interface Dependency {
  /** As /readyz and the metrics name it: `mongodb`. */
  name: string;
  /** As a sentence names it: `MongoDB`. */
  label: string;
  /** Where it is, without credentials. */
  where: string;
  /**
   * calls: without it nothing can be answered, so that calls better go to another replica; start: the process waits for it
   * once, and answers without it afterwards, while what needs it waits; background: not even the start needs it.
   */
  neededFor: 'calls' | 'start' | 'background';
  /** Rejects when it is not usable. */
  check: (signal: AbortSignal) => Promise<unknown>;
  /** Why it is not usable, as a sentence for the person on call; a general one when left out. */
  explain?: (error: unknown) => string;
}

/** One thing that a process lacks. */
export interface Failing {
  name: string;
  reason: string;
}

interface Watched extends Dependency {
  /** When it was first found away; undefined while it is there. */
  awaySince: number | undefined;
  /** Whether a person was told that it is away. */
  isTold: boolean;
  /** Whether this process ever had it. */
  wasThere: boolean;
  failures: number;
  reason: string;
}

export interface DependenciesOptions {
  log: Logger;
  /** 1 while something is there, 0 while it is away. */
  gauge: Gauge<'dependency'>;
  /** Called when something that is awaited turns out to be away. */
  onMissed?: () => void;
  /** Tests shorten these. */
  checkMs?: number;
  graceMs?: number;
  pausesMs?: readonly number[];
}

/** Failed checks in a row that make a loss: one alone may be a busy moment. */
const LOST_AFTER = 2;

/**
 * What a process depends on: waits for it at the start, keeps looking at it afterwards, and says once when it goes and once
 * when it is back.
 */
export class Dependencies {
  readonly #all = new Map<string, Watched>();
  readonly #options: DependenciesOptions & Required<Pick<DependenciesOptions, 'checkMs' | 'graceMs' | 'pausesMs'>>;
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[] = [];

  constructor(options: DependenciesOptions) {
    this.#options = { checkMs: CHECK_MS, graceMs: LOST_GRACE_MS, pausesMs: AWAIT_PAUSES_MS, ...options };
  }

  /** Adds one; it counts as away until it was found. */
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
   * Does something that needs a dependency, again with growing pauses until it succeeds.
   *
   * @param isPassing whether a failure is the dependency's; others are thrown
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
        // a step that failed never, of something known to be there, says nothing new
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

  /** Waits until all that calls and the start need are there; looks at each from now on. */
  async watch(): Promise<void> {
    const waits: Promise<unknown>[] = [];
    for (const watched of this.#all.values()) {
      const first = watched.wasThere ? undefined : this.until(watched.name, () => this.#ask(watched));
      if (watched.neededFor !== 'background') waits.push(first ?? Promise.resolve());
      this.#loops.push(this.#look(watched, first));
    }
    await Promise.all(waits);
  }

  /** What is away: of what calls need for longer than a short failure, or since the start; or of everything. */
  failing(scope: 'calls' | 'everything'): Failing[] {
    const now = performance.now();
    return [...this.#all.values()]
      .filter(({ neededFor }) => scope === 'everything' || neededFor === 'calls')
      .filter(
        ({ awaySince, wasThere }) => awaySince !== undefined && (!wasThere || now - awaySince >= this.#options.graceMs),
      )
      .map(({ name, reason }) => ({ name, reason }));
  }

  /** Looks no more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#loops);
  }

  async #look(watched: Watched, first: Promise<unknown> | undefined): Promise<void> {
    const { signal } = this.#stop;
    await first?.catch(() => undefined); // told already; ends only with the process
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
