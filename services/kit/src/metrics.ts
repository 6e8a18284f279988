import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type LabelValues } from 'prom-client';

/** Seconds; from a cached read to a slow upload. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Seconds; from one small page to a long document. */
const JOB_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

/** Every metric there is. Labels hold names of methods and outcomes, never ids. */
export interface Metrics {
  registry: Registry;
  /** 1 while the process has everything that it depends on, 0 otherwise; as /readyz says. */
  ready: Gauge;
  /** 1 while the process can answer calls, 0 otherwise; as /servingz says. */
  serving: Gauge;
  /** 1 while something that the process depends on is there, by name; 0 while it is away. */
  dependencyUp: Gauge<'dependency'>;
  /** When the key was made that this process signs its tokens with, in seconds since 1970, by its id. */
  signingKeyMade: Gauge<'kid'>;
  /** Calls served, by method and gRPC code. */
  grpcServed: Histogram<'method' | 'code'>;
  /** Calls made, by method and gRPC code. */
  grpcCalled: Histogram<'method' | 'code'>;
  /** HTTP requests served, by method, route pattern and status. */
  httpServed: Histogram<'method' | 'route' | 'status'>;
  /** Requests that a gateway refused because it had too much to do (busy), or their caller asked for too much (too_many). */
  admissionRefused: Counter<'why'>;
  /** Seconds that requests waited for their turn. */
  admissionWait: Histogram;
  /** Events sent from outboxes. */
  outboxPublished: Counter<'entity'>;
  /** Seconds the oldest event that is still to be sent has waited. */
  outboxLag: Gauge;
  /** Rows whose outbox waits for a person, because the stream refused an entry; anything above 0 is worth an alert. */
  outboxParked: Gauge;
  /** Entries of outboxes that were given up. */
  outboxParkings: Counter<'entity'>;
  /** Events handled, by consumer and outcome: ok, retried, dead. */
  eventsHandled: Counter<'consumer' | 'outcome'>;
  /** Messages given up and kept as dead letters, by consumer. */
  deadLetters: Counter<'consumer'>;
  /** Messages that were not believed, by reason: unsigned, unknown_key, foreign, wrong. */
  messagesDistrusted: Counter<'why'>;
  /** Jobs that are not over, by kind and status: pending, retrying, processing. Read from the database when asked. */
  jobsActive: Gauge<'kind' | 'status'>;
  /** Ended attempts of jobs, by kind and outcome: completed, failed, lost, returned, abandoned, stopped; and how long they took. */
  jobAttempts: Histogram<'kind' | 'outcome'>;
  /** Seconds from the moment an attempt was due until a worker took it. */
  jobWait: Histogram<'kind'>;
  /** Jobs that used up their attempts, or failed in a way that trying again can't help. */
  jobsGivenUp: Counter<'kind'>;
  /** Jobs handled by a worker, by kind and outcome: completed, failed, skipped, lost, returned, stopped. */
  jobsHandled: Counter<'kind' | 'outcome'>;
  /** Bytes that still fit into the blob store, where it is a folder. */
  blobsFreeBytes: Gauge<'store'>;
  /** Pages made, by way: lifted, rendered, failed. */
  pagesMade: Counter<'how'>;
  /** Documents classified, by whom (builtin, endpoint) and outcome: ok, or why an endpoint gave no suggestion. */
  classifications: Counter<'by' | 'outcome'>;
  /** Mails about issues, by outcome: sent, failed (tried again later), given_up. */
  mails: Counter<'outcome'>;
  /** Notices about issues that wait to be mailed. */
  noticesWaiting: Gauge;
  /** Entries of the audit trail that were written, by action. */
  auditEntries: Counter<'action'>;
  /** Seconds from what happened to its entry, while entries wait to be written; else 0. */
  auditLag: Gauge;
  /** 1 while the audit trail is found to be broken. */
  auditBroken: Gauge;
  /** Entries that a gateway could not keep until they were published. */
  auditDropped: Counter;
  /** Attempts to deliver to a webhook, by outcome: delivered, retried, failed (given up), cancelled. */
  webhookAttempts: Counter<'outcome'>;
  /** Seconds the oldest delivery that is due has waited. */
  webhookLag: Gauge;
}

/**
 * Counters and histograms whose increase an alert asks for, by the values of their labels, begin at 0: Prometheus counts no
 * increase up to the first value that it sees of a series, so that the first dead letter of a process would be told to nobody
 * (https://prometheus.io/docs/practices/instrumentation/#avoid-missing-metrics).
 */
export function beginAtZero<L extends string>(
  metric: Counter<L> | Histogram<L>,
  values: readonly LabelValues<L>[],
): void {
  for (const labels of values) {
    if (metric instanceof Counter) metric.inc(labels, 0);
    else metric.zero(labels);
  }
}

/**
 * Milliseconds between two looks at the event loop, and the least delay that is shown. prom-client's own 10 wake each process a
 * hundred times a second, which was half of what a product at rest took of a processor (2 x AMD EPYC, November 2026).
 */
const LOOP_LOOK_MS = 50;

/** A registry of its own per process part, so that several can live in one process. */
export function createMetrics(name: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: name });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
  const registers = [registry];
  return {
    registry,
    ready: new Gauge({
      name: 'symbio_ready',
      help: 'Whether the process has everything it needs (/readyz)',
      registers,
    }),
    serving: new Gauge({ name: 'symbio_serving', help: 'Whether the process can answer calls (/servingz)', registers }),
    dependencyUp: new Gauge({
      name: 'symbio_dependency_up',
      help: 'Whether what the process depends on is there',
      labelNames: ['dependency'],
      registers,
    }),
    // without a label, a key that does not say when it was made would tell 0
    signingKeyMade: new Gauge({
      name: 'symbio_signing_key_made_seconds',
      help: 'When the signing key of the process was made',
      labelNames: ['kid'],
      registers,
    }),
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
    admissionRefused: new Counter({
      name: 'symbio_admission_refused_total',
      help: 'Requests refused because there was too much to do',
      labelNames: ['why'],
      registers,
    }),
    admissionWait: new Histogram({
      name: 'symbio_admission_wait_seconds',
      help: 'Time that requests waited for their turn',
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
    outboxParked: new Gauge({
      name: 'symbio_outbox_parked',
      help: 'Rows whose outbox waits for a person',
      registers,
    }),
    outboxParkings: new Counter({
      name: 'symbio_outbox_parked_total',
      help: 'Entries of outboxes that were given up',
      labelNames: ['entity'],
      registers,
    }),
    eventsHandled: new Counter({
      name: 'symbio_events_handled_total',
      help: 'Events handled',
      labelNames: ['consumer', 'outcome'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'symbio_dead_letters_total',
      help: 'Messages given up and kept as dead letters',
      labelNames: ['consumer'],
      registers,
    }),
    messagesDistrusted: new Counter({
      name: 'symbio_messages_distrusted_total',
      help: 'Messages whose signature was missing, or not that of the process that publishes their subject',
      labelNames: ['why'],
      registers,
    }),
    jobsActive: new Gauge({
      name: 'symbio_jobs_active',
      help: 'Jobs that are not over',
      labelNames: ['kind', 'status'],
      registers,
    }),
    jobAttempts: new Histogram({
      name: 'symbio_job_attempt_seconds',
      help: 'Ended attempts of jobs',
      labelNames: ['kind', 'outcome'],
      buckets: JOB_SECONDS,
      registers,
    }),
    jobWait: new Histogram({
      name: 'symbio_job_wait_seconds',
      help: 'Time from when an attempt was due until a worker took it',
      labelNames: ['kind'],
      buckets: JOB_SECONDS,
      registers,
    }),
    jobsGivenUp: new Counter({
      name: 'symbio_jobs_given_up_total',
      help: 'Jobs that failed for good',
      labelNames: ['kind'],
      registers,
    }),
    jobsHandled: new Counter({
      name: 'symbio_jobs_handled_total',
      help: 'Jobs handled',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    classifications: new Counter({
      name: 'symbio_classifications_total',
      help: 'Documents classified',
      labelNames: ['by', 'outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'symbio_issue_mails_total',
      help: 'Mails about issues',
      labelNames: ['outcome'],
      registers,
    }),
    noticesWaiting: new Gauge({
      name: 'symbio_issue_notices_waiting',
      help: 'Notices about issues that wait to be mailed',
      registers,
    }),
    auditEntries: new Counter({
      name: 'symbio_audit_entries_total',
      help: 'Entries of the audit trail that were written',
      labelNames: ['action'],
      registers,
    }),
    auditLag: new Gauge({
      name: 'symbio_audit_lag_seconds',
      help: 'Time from what happened to its entry in the audit trail, while entries wait',
      registers,
    }),
    auditBroken: new Gauge({
      name: 'symbio_audit_broken',
      help: 'Whether the audit trail is found to be broken',
      registers,
    }),
    auditDropped: new Counter({
      name: 'symbio_audit_dropped_total',
      help: 'Entries of the audit trail that a gateway had to drop',
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'symbio_webhook_attempts_total',
      help: 'Attempts to deliver to a webhook',
      labelNames: ['outcome'],
      registers,
    }),
    webhookLag: new Gauge({
      name: 'symbio_webhook_lag_seconds',
      help: 'Age of the oldest delivery that is due',
      registers,
    }),
    blobsFreeBytes: new Gauge({
      name: 'symbio_blobs_free_bytes',
      help: 'Bytes free on the disk of the blob store, when it is a folder',
      // without a label, processes that have no folder would tell 0
      labelNames: ['store'],
      registers,
    }),
    pagesMade: new Counter({ name: 'symbio_pages_made_total', help: 'Pages made', labelNames: ['how'], registers }),
  };
}
