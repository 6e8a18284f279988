import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { loadHttp, requestBytes, type HttpLoad, type RequestParts } from './http-load.js';
import { canMeasure } from './measured-process.js';
import { percentile } from './percentile.js';

/** An operation of an API. */
export interface Operation {
  /** The nth request of a run; a creation has another body each time. */
  request: (n: number) => RequestParts;
  /** Of every answer. */
  status: number;
}

/** An API under load. */
export interface ApiServer {
  name: string;
  url: string;
  operations: Readonly<Record<string, Operation>>;
  /** A bearer token that is good for a minute at least. */
  token: () => Promise<string>;
  /** Processor seconds used so far, by process. */
  cpuSeconds: () => ReadonlyMap<string, number>;
}

/** Measurements of one operation of one server, one value per run. */
export interface ApiFigures {
  perSecond: number[];
  p50: number[];
  p99: number[];
  /** Milliseconds of processor time a request, by process. */
  cpu: Map<string, number[]>;
}

/** Open tabs of an office. */
export const CONNECTIONS = 20;
const SECONDS = { warmUp: 2, counted: 6 } as const;
const QUICK_SECONDS = { warmUp: 0.5, counted: 1.5 } as const;
/** Processes that took less than this of a request, in milliseconds, are left out of the table. */
const LEAST_CPU_MS = 0.05;
/** A server is at rest when it took less than this share of a processor for so many milliseconds. */
const REST = { share: 0.1, ms: 500, withinMs: 30_000 } as const;

/**
 * Puts a server under the load of an operation for some seconds, after a warm-up that does not count and once nothing
 * is left to do of what came before.
 */
export async function measureApi(server: ApiServer, operation: string, into: ApiFigures, run: BenchRun): Promise<void> {
  const seconds = run.quick ? QUICK_SECONDS : SECONDS;
  await atRest(server);
  const during = (limit: number) => loadApi(server, operation, (state) => state.seconds >= limit);
  await during(seconds.warmUp);
  const before = server.cpuSeconds();
  const load = await during(seconds.counted);
  into.perSecond.push(load.perSecond);
  into.p50.push(percentile(load.latencies, 50) ?? NaN);
  into.p99.push(percentile(load.latencies, 99) ?? NaN);
  if (!canMeasure) return;
  for (const [name, used] of server.cpuSeconds()) {
    const values = into.cpu.get(name) ?? [];
    values.push(((used - (before.get(name) ?? 0)) / load.answered) * 1000);
    into.cpu.set(name, values);
  }
}

/** Repeats an operation until `isOver` says so. */
export async function loadApi(
  server: ApiServer,
  name: string,
  isOver: (state: { answered: number; seconds: number }) => boolean,
): Promise<HttpLoad> {
  const operation = server.operations[name];
  if (!operation) throw new Error(`${server.name} has no operation "${name}"`);
  const headers = { Authorization: `Bearer ${await server.token()}` };
  let sent = 0;
  return loadHttp({
    url: server.url,
    request: () => {
      const { headers: more, ...parts } = operation.request(sent++);
      return requestBytes(server.url, { ...parts, headers: { ...headers, ...more } });
    },
    connections: CONNECTIONS,
    status: operation.status,
    isOver,
  });
}

/** Waits until a server has nothing left to do: what it publishes after an answer is not the next one's cost. */
async function atRest(server: ApiServer): Promise<void> {
  if (!canMeasure) return;
  const total = (): number => [...server.cpuSeconds().values()].reduce((sum, used) => sum + used, 0);
  const end = Date.now() + REST.withinMs;
  for (let before = total(); ;) {
    await sleep(REST.ms);
    const now = total();
    if (now - before < (REST.share * REST.ms) / 1000) return;
    if (Date.now() > end) throw new Error(`${server.name} has not come to rest after ${REST.withinMs / 1000} s`);
    before = now;
  }
}

export const noFigures = (): ApiFigures => ({ perSecond: [], p50: [], p99: [], cpu: new Map() });

/** Rows of the table for one operation of one server. */
export function figuresOf(operation: string, server: string, { perSecond, p50, p99, cpu }: ApiFigures): Figure[] {
  const row = (what: string, unit: string, values: number[]): Figure => ({
    name: `${operation}, ${server}: ${what}`,
    unit,
    values,
  });
  const runs = perSecond.map((_, i) => i);
  const parts = [...cpu].filter(([, values]) => values.some((value) => value >= LEAST_CPU_MS));
  const total = canMeasure ? runs.map((i) => [...cpu.values()].reduce((sum, values) => sum + (values[i] ?? 0), 0)) : [];
  return [
    row('rate', '1/s', perSecond),
    row('median wait', 'ms', p50),
    row('p99 wait', 'ms', p99),
    row('CPU a request', 'ms', total),
    ...(parts.length > 1 ? parts.map(([name, values]) => row(`CPU of ${name}`, 'ms', values)) : []),
  ];
}

/** Each run's value of one server over that of another. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  theirs.map((value, i) => (ours[i] ?? NaN) / value);
