import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Seconds; from a cached read to a slow upload. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Every metric there is. Labels hold names of methods and outcomes, never ids. */
export interface Metrics {
  registry: Registry;
  /** Calls served, by method and gRPC code. */
  grpcServed: Histogram<'method' | 'code'>;
  /** Calls made, by method and gRPC code. */
  grpcCalled: Histogram<'method' | 'code'>;
  /** HTTP requests served, by method, route pattern and status. */
  httpServed: Histogram<'method' | 'route' | 'status'>;
  /** Events sent from outboxes. */
  outboxPublished: Counter<'entity'>;
  /** Seconds the oldest unsent event has waited. */
  outboxLag: Gauge;
  /** Events handled, by consumer and outcome: ok, retried, dead. */
  eventsHandled: Counter<'consumer' | 'outcome'>;
  /** Jobs handled by a worker, by kind and outcome: completed, failed, skipped, lost, returned. */
  jobsHandled: Counter<'kind' | 'outcome'>;
  /** Pages made, by way: lifted, rendered, failed. */
  pagesMade: Counter<'how'>;
}

/** A registry of its own per process part, so that several can live in one process. */
export function createMetrics(name: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: name });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    grpcServed: new Histogram({
      name: 'symbio_grpc_server_seconds',
      help: 'Calls served',
      labelNames: ['method', 'code'],
      buckets: SECONDS,
      registers,
    }),
    grpcCalled: new Histogram({
      name: 'symbio_grpc_client_seconds',
      help: 'Calls made',
      labelNames: ['method', 'code'],
      buckets: SECONDS,
      registers,
    }),
    httpServed: new Histogram({
      name: 'symbio_http_seconds',
      help: 'HTTP requests served',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    outboxPublished: new Counter({
      name: 'symbio_outbox_published_total',
      help: 'Events sent from outboxes',
      labelNames: ['entity'],
      registers,
    }),
    outboxLag: new Gauge({ name: 'symbio_outbox_lag_seconds', help: 'Age of the oldest unsent event', registers }),
    eventsHandled: new Counter({
      name: 'symbio_events_handled_total',
      help: 'Events handled',
      labelNames: ['consumer', 'outcome'],
      registers,
    }),
    jobsHandled: new Counter({
      name: 'symbio_jobs_handled_total',
      help: 'Jobs handled',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    pagesMade: new Counter({ name: 'symbio_pages_made_total', help: 'Pages made', labelNames: ['how'], registers }),
  };
}
