import type { Logger } from './logger.js';
import { STAGE_LIMIT_MS } from './timing.js';

/** Order of shutdown: inputs first, resources last. */
export const STAGES = [
  'unready',
  'stop-intake',
  'drain-work',
  'drain-grpc',
  'flush-outbox',
  'close-nats',
  'close-mongo',
  'flush-telemetry',
] as const;
export type Stage = (typeof STAGES)[number];

interface Step {
  name: string;
  run: () => Promise<void> | void;
  limitMs: number;
}

/** Runs shutdown steps by stage, once. */
export class Lifecycle {
  readonly #steps = new Map<Stage, Step[]>();
  readonly #log: Logger;
  #stopping: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  get stopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Adds a step; steps of a stage run concurrently. The next stage starts at the latest after the limit. */
  onStop(stage: Stage, name: string, run: () => Promise<void> | void, limitMs = STAGE_LIMIT_MS): void {
    this.#steps.set(stage, [...(this.#steps.get(stage) ?? []), { name, run, limitMs }]);
  }

  /** Stops everything; later calls wait for the first. Failures are logged and do not block other steps. */
  stop(): Promise<void> {
    this.#stopping ??= this.#run();
    return this.#stopping;
  }

  async #run(): Promise<void> {
    for (const stage of STAGES) {
      const steps = this.#steps.get(stage) ?? [];
      await Promise.all(steps.map((step) => this.#step(stage, step)));
    }
  }

  async #step(stage: Stage, { name, run, limitMs }: Step): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`took longer than ${limitMs} ms`)), limitMs);
      });
      await Promise.race([Promise.resolve(run()), limit]);
    } catch (error) {
      this.#log.error({ err: error, stage, step: name }, 'a shutdown step failed');
    } finally {
      clearTimeout(timer);
    }
  }
}
