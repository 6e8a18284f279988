import type { Panel } from './plot.js';
import type { Sample } from './samples.js';
import { trend, type Point, type TrendOptions } from './slope.js';

export type Series = Map<string, Point[]>;

/** Series of a soak, with the growth that counts: a share of the first value, and a minimum. */
export const SERIES = {
  resident: { title: 'Resident memory, MB', share: 0.1, atLeast: 15 },
  heap: { title: 'Heap in use, MB', share: 0.15, atLeast: 10 },
  handles: { title: 'Open handles', share: 0.1, atLeast: 10 },
  waiting: { title: 'Queue lengths', share: 0.5, atLeast: 20 },
  p99: { title: 'p99 of each minute, ms', share: 0.3, atLeast: 30 },
} as const satisfies Record<string, TrendOptions & { title: string }>;

type SeriesName = keyof typeof SERIES;

export class SoakSeries {
  readonly #series: Record<SeriesName, Series> = {
    resident: new Map(),
    heap: new Map(),
    handles: new Map(),
    waiting: new Map(),
    p99: new Map(),
  };

  /** @param at seconds since the start */
  add(series: SeriesName, name: string, at: number, value: number): void {
    const points = this.#series[series].get(name);
    if (points) points.push({ at, value });
    else this.#series[series].set(name, [{ at, value }]);
  }

  addSample(sample: Sample, at: number): void {
    for (const [series, values] of Object.entries(sample) as [keyof Sample, Sample[keyof Sample]][])
      for (const [name, value] of values) this.add(series, name, at, value);
  }

  panels(): Panel[] {
    return Object.entries(SERIES).map(([name, { title }]) => ({ title, lines: this.#series[name as SeriesName] }));
  }

  /** Row per line: values at both ends of the fitted line after the warm-up, and whether it grows. */
  trends(warmUpSeconds: number): { series: SeriesName; name: string; from: number; to: number; grows: boolean }[] {
    return (Object.keys(SERIES) as SeriesName[]).flatMap((series) =>
      [...this.#series[series]].map(([name, points]) => ({
        series,
        name,
        ...trend(
          points.filter(({ at }) => at >= warmUpSeconds),
          SERIES[series],
        ),
      })),
    );
  }
}
