import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type LabelValues } from 'prom-client';

/** Seconds; from a cached read to a slow upload. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Seconds; from one small page to a long document. */
const JOB_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

/** All metrics. Labels hold method names and outcomes, never ids. */
export interface Metrics {
  registry: Registry;
  /** 1 while all dependencies are available, as in /readyz. */
  ready: Gauge;
  /** 1 while the process can answer calls, as in /servingz. */
  serving: Gauge;
  /** 1 while a dependency is available, by name. */
  dependencyUp: Gauge<'dependency'>;
  /** Creation time of the token signing key in seconds since 1970, by key id. */
  signingKeyMade: Gauge<'kid'>;
  grpcServed: Histogram<'method' | 'code'>;
  grpcCalled: Histogram<'method' | 'code'>;
  httpServed: Histogram<'method' | 'route' | 'status'>;
  /** Requests refused by a gateway: overload (busy) or rate limit (too_many). */
  admissionRefused: Counter<'why'>;
  /** Queueing time of requests in seconds. */
  admissionWait: Histogram;
  outboxPublished: Counter<'entity'>;
  /** Age in seconds of the oldest unsent event. */
  outboxLag: Gauge;
  /** Rows with a parked entry, refused by the stream; alert above 0. */
  outboxParked: Gauge;
  /** Outbox entries given up. */
  outboxParkings: Counter<'entity'>;
  eventsHandled: Counter<'consumer' | 'outcome'>;
  deadLetters: Counter<'consumer'>;
  /** Untrusted messages by reason: unsigned, unknown_key, foreign, wrong. */
  messagesDistrusted: Counter<'why'>;
  /** Unfinished jobs by kind and status: pending, retrying, processing. Queried on scrape. */
  jobsActive: Gauge<'kind' | 'status'>;
  /** Duration of ended job attempts by kind and outcome: completed, failed, lost, returned, abandoned, stopped. */
  jobAttempts: Histogram<'kind' | 'outcome'>;
  /** Seconds between due time and start of an attempt. */
  jobWait: Histogram<'kind'>;
  /** Jobs that used up their attempts or failed permanently. */
  jobsGivenUp: Counter<'kind'>;
  /** Jobs handled by a worker, by kind and outcome: completed, failed, lost, returned, stopped. */
  jobsHandled: Counter<'kind' | 'outcome'>;
  blobsFreeBytes: Gauge<'store'>;
  /** Pages made, by way: lifted, rendered, failed. */
  pagesMade: Counter<'how'>;
  /** Classified documents, by classifier (builtin, endpoint) and outcome: ok, or why an endpoint gave none. */
  classifications: Counter<'by' | 'outcome'>;
  /** Mails about issues, by outcome: sent, failed (retried), given_up. */
  mails: Counter<'outcome'>;
  noticesWaiting: Gauge;
  auditEntries: Counter<'action'>;
  /** Age in seconds of the oldest unwritten audit entry; else 0. */
  auditLag: Gauge;
  /** 1 while the audit trail is broken. */
  auditBroken: Gauge;
  /** Audit entries lost by a gateway before publication. */
  auditDropped: Counter;
  /** Attempts to deliver to a webhook, by outcome: delivered, retried, failed (given up), cancelled. */
  webhookAttempts: Counter<'outcome'>;
  /** Age in seconds of the oldest due delivery. */
  webhookLag: Gauge;
}

/**
 * Initializes series used in `increase` alerts with 0: Prometheus ignores the increase up to the first sample, so a
 * first dead letter would raise no alert
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

/** Event loop sampling interval in milliseconds, also the minimum delay shown. */
const LOOP_LOOK_MS = 50;

/** A separate registry per process part, so several can run in one process. */
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
    // without a label, keys without creation time would report 0
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
      help: 'Jobs that failed permanently',
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
      // without a label, processes without a folder would report 0
      labelNames: ['store'],
      registers,
    }),
    pagesMade: new Counter({ name: 'symbio_pages_made_total', help: 'Pages made', labelNames: ['how'], registers }),
  };
}
