import { setTimeout as sleep } from 'node:timers/promises';
import { loadHttp, type HttpLoad, type HttpLoadOptions } from '../harness/http-load.js';
import { canMeasure } from '../harness/processes.js';
import { percentile, sumOf } from '../harness/statistics.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';

export interface Target extends Omit<HttpLoadOptions, 'isOver'> {
  /** Processor seconds used so far, by process. */
  cpuSeconds: () => ReadonlyMap<string, number>;
}

const SECONDS = { warmUp: 2, counted: 6 } as const;
const QUICK_SECONDS = { warmUp: 0.5, counted: 1.5 } as const;
/** A server is idle when it took less than this share of a processor for this long. */
const IDLE = { share: 0.1, ms: 500, withinMs: 30_000 } as const;
/** Processes that took less of a request, in milliseconds, are left out of the table. */
const LEAST_CPU_MS = 0.05;

export class LoadFigures {
  readonly #perSecond: number[] = [];
  readonly #p50: number[] = [];
  readonly #p99: number[] = [];
  /** Milliseconds of processor time a request, by process. */
  readonly #cpu = new Map<string, number[]>();

  /** Puts a target under load for some seconds, after a warm-up and once it is idle. */
  async measure(target: Target, { quick }: BenchRun): Promise<void> {
    const seconds = quick ? QUICK_SECONDS : SECONDS;
    await untilIdle(target);
    const during = (limit: number): Promise<HttpLoad> =>
      loadHttp({ ...target, isOver: (state) => state.seconds >= limit });
    await during(seconds.warmUp);
    const before = target.cpuSeconds();
    const load = await during(seconds.counted);
    this.#perSecond.push(load.perSecond);
    this.#p50.push(percentile(load.latencies, 50) ?? NaN);
    this.#p99.push(percentile(load.latencies, 99) ?? NaN);
    for (const [name, used] of canMeasure ? target.cpuSeconds() : []) {
      const spent = ((used - (before.get(name) ?? 0)) / load.answered) * 1000;
      this.#cpu.set(name, [...(this.#cpu.get(name) ?? []), spent]);
    }
  }

  /** Rows of the table. @param unit what one request is called */
  rows(title: string, unit = 'request'): Figure[] {
    const row = (name: string, unitOf: string, values: number[]): Figure => ({
      name: `${title}: ${name}`,
      unit: unitOf,
      values,
    });
    const parts = [...this.#cpu].filter(([, values]) => values.some((value) => value >= LEAST_CPU_MS));
    const total = canMeasure
      ? this.#perSecond.map((_, i) => sumOf([...this.#cpu.values()].map((values) => values[i] ?? 0)))
      : [];
    return [
      row('rate', '1/s', this.#perSecond),
      row('median wait', 'ms', this.#p50),
      row('p99 wait', 'ms', this.#p99),
      row(`CPU a ${unit}`, 'ms', total),
      ...(parts.length > 1 ? parts.map(([name, values]) => row(`CPU of ${name}`, 'ms', values)) : []),
    ];
  }
}

/** Waits until a server is idle: work after an answer is not the next one's cost. */
async function untilIdle({ cpuSeconds, url }: Target): Promise<void> {
  if (!canMeasure) return;
  const total = (): number => sumOf(cpuSeconds().values());
  const end = Date.now() + IDLE.withinMs;
  for (let before = total(); ;) {
    await sleep(IDLE.ms);
    const now = total();
    if (now - before < (IDLE.share * IDLE.ms) / 1000) return;
    if (Date.now() > end) throw new Error(`${url} is not idle after ${IDLE.withinMs / 1000} s`);
    before = now;
  }
}
