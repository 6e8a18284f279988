/** The chart's dashboards: charts/symbio/files/dashboards/*.json is generated from these tables. */

type Unit = 'short' | 's' | 'percent' | 'bytes' | 'reqps' | 'ops' | 'cores';

/** Queries by their legends; drawn as lines. */
interface Panel {
  title: string;
  /** What to make of it. */
  says: string;
  unit: Unit;
  queries: Readonly<Record<string, string>>;
}

interface Dashboard {
  title: string;
  rows: Readonly<Record<string, readonly Panel[]>>;
}

/** Metrics of the installation that is looked at. */
const [HERE, RANGE] = ['namespace="$namespace"', '$__rate_interval'];

const rate = (metric: string, labels = '', by = ''): string =>
  `sum${by && ` by (${by})`} (rate(${metric}{${HERE}${labels && `, ${labels}`}}[${RANGE}]))`;
const quantile = (q: number, metric: string, labels = '', by = ''): string =>
  `histogram_quantile(${q}, ${rate(`${metric}_bucket`, labels, by ? `le, ${by}` : 'le')})`;
const FAILED_CALLS = 'code=~"INTERNAL|UNKNOWN|UNAVAILABLE|DEADLINE_EXCEEDED|DATA_LOSS"';

const DASHBOARDS: Readonly<Record<string, Dashboard>> = {
  overview: {
    title: 'Symbio',
    rows: {
      'How it is for people': [
        {
          title: 'Requests',
          says: 'Of the gateways, live connections and files included.',
          unit: 'reqps',
          queries: { '{{status}}': rate('symbio_http_seconds_count', '', 'status') },
        },
        {
          title: 'Requests that fail',
          says: 'Answers 500 to 599. The alert is SymbioHttpErrors.',
          unit: 'percent',
          queries: {
            failed: `100 * ${rate('symbio_http_seconds_count', 'status=~"5.."')} / ${rate('symbio_http_seconds_count')}`,
          },
        },
        {
          title: 'Time of reading requests',
          says: 'Half, 95 % and 99 % of GET requests take less.',
          unit: 's',
          queries: Object.fromEntries(
            [0.5, 0.95, 0.99].map((q) => [`p${q * 100}`, quantile(q, 'symbio_http_seconds', 'method="GET"')]),
          ),
        },
        {
          title: 'Slowest routes',
          says: '99 % take less. Uploads and live connections are as long as they are.',
          unit: 's',
          queries: { '{{method}} {{route}}': `topk(8, ${quantile(0.99, 'symbio_http_seconds', '', 'method, route')})` },
        },
        {
          title: 'Requests that are refused',
          says: 'By gateways that have too much to do (busy), or of callers who wait for too much (too_many).',
          unit: 'reqps',
          queries: { '{{why}}': rate('symbio_admission_refused_total', '', 'why') },
        },
        {
          title: 'Time until it is their turn',
          says: 'Half and 99 % of requests wait less before a gateway works on them.',
          unit: 's',
          queries: Object.fromEntries(
            [0.5, 0.99].map((q) => [`p${q * 100}`, quantile(q, 'symbio_admission_wait_seconds')]),
          ),
        },
      ],
      'What is there': [
        {
          title: 'Copies that can answer',
          says: 'As /servingz says. None of one process is SymbioProcessDown.',
          unit: 'short',
          queries: { '{{service}}': `sum by (service) (symbio_serving{${HERE}})` },
        },
        {
          title: 'Copies that lack something',
          says: 'As /readyz says: alive, and without something that they depend on. One of them for five minutes is SymbioNotReady.',
          unit: 'short',
          queries: { '{{service}}': `count by (service) (symbio_ready{${HERE}} == 0)` },
        },
        {
          title: 'Servers that are reached',
          says: 'The share of the processes that reach each; 0 is SymbioDependencyAway.',
          unit: 'percent',
          queries: { '{{dependency}}': `100 * avg by (dependency) (symbio_dependency_up{${HERE}})` },
        },
        {
          title: 'Space for files',
          says: 'Free bytes of a folder; a bucket is counted by its provider. The alert is SymbioBlobsFull.',
          unit: 'bytes',
          queries: { free: `min(symbio_blobs_free_bytes{${HERE}})` },
        },
        {
          title: 'Age of signing keys',
          says: 'Days since each was made; docs/operations/secrets.md says how to replace them.',
          unit: 'short',
          queries: { '{{service}}': `(time() - max by (service) (symbio_signing_key_made_seconds{${HERE}})) / 86400` },
        },
      ],
    },
  },
  work: {
    title: 'Symbio: work',
    rows: {
      Jobs: [
        {
          title: 'Jobs that are not over',
          says: 'What waits, and what is worked on.',
          unit: 'short',
          queries: { '{{kind}} {{status}}': `sum by (kind, status) (symbio_jobs_active{${HERE}})` },
        },
        {
          title: 'Wait for a worker',
          says: '90 % wait less. The alert is SymbioJobsWait.',
          unit: 's',
          queries: { '{{kind}}': quantile(0.9, 'symbio_job_wait_seconds', '', 'kind') },
        },
        {
          title: 'Time of attempts',
          says: '90 % take less.',
          unit: 's',
          queries: { '{{kind}}': quantile(0.9, 'symbio_job_attempt_seconds', '', 'kind') },
        },
        {
          title: 'Ends of attempts',
          says: 'lost: a worker went away with it; returned: it was told to stop. Both are tried again.',
          unit: 'ops',
          queries: { '{{outcome}}': rate('symbio_job_attempt_seconds_count', '', 'outcome') },
        },
        {
          title: 'Jobs that failed for good',
          says: 'In each hour. The alert is SymbioJobsFail.',
          unit: 'short',
          queries: { '{{kind}}': `sum by (kind) (increase(symbio_jobs_given_up_total{${HERE}}[1h]))` },
        },
        {
          title: 'Jobs of workers',
          says: 'What became of the messages that workers took.',
          unit: 'ops',
          queries: { '{{outcome}}': rate('symbio_jobs_handled_total', '', 'outcome') },
        },
      ],
      Pages: [
        {
          title: 'Pages an hour',
          says: 'lifted: its picture was taken over; rendered: it was drawn.',
          unit: 'short',
          queries: { '{{how}}': `3600 * ${rate('symbio_pages_made_total', '', 'how')}` },
        },
        {
          title: 'Documents classified',
          says: 'By the built-in rules, or by the endpoint of ai.baseUrl.',
          unit: 'ops',
          queries: { '{{by}} {{outcome}}': rate('symbio_classifications_total', '', 'by, outcome') },
        },
      ],
    },
  },
  events: {
    title: 'Symbio: events',
    rows: {
      Outboxes: [
        {
          title: 'Age of the oldest event',
          says: 'Seconds that it has waited. The alert is SymbioOutboxOld.',
          unit: 's',
          queries: { '{{service}}': `max by (service) (symbio_outbox_lag_seconds{${HERE}})` },
        },
        {
          title: 'Events sent',
          says: 'By what they are about.',
          unit: 'ops',
          queries: { '{{entity}}': rate('symbio_outbox_published_total', '', 'entity') },
        },
        {
          title: 'Rows that wait for a person',
          says: 'The stream refused an event of theirs. The alert is SymbioOutboxParked.',
          unit: 'short',
          queries: { '{{service}}': `max by (service) (symbio_outbox_parked{${HERE}})` },
        },
        {
          title: 'Events given up',
          says: 'In each hour, by what they are about.',
          unit: 'short',
          queries: { '{{entity}}': `sum by (entity) (increase(symbio_outbox_parked_total{${HERE}}[1h]))` },
        },
      ],
      Consumers: [
        {
          title: 'Events handled',
          says: 'retried: offered again, because something else was away.',
          unit: 'ops',
          queries: { '{{consumer}} {{outcome}}': rate('symbio_events_handled_total', '', 'consumer, outcome') },
        },
        {
          title: 'Dead letters',
          says: 'In each hour. npm run dead-letters shows them and sends them again.',
          unit: 'short',
          queries: {
            '{{consumer}}': `sum by (consumer) (increase(symbio_dead_letters_total{${HERE}}[1h]))`,
            'not believed: {{why}}': `sum by (why) (increase(symbio_messages_distrusted_total{${HERE}}[1h]))`,
          },
        },
      ],
      'To others': [
        {
          title: 'Attempts to deliver to webhooks',
          says: 'failed: given up.',
          unit: 'ops',
          queries: { '{{outcome}}': rate('symbio_webhook_attempts_total', '', 'outcome') },
        },
        {
          title: 'Age of the oldest delivery that is due',
          says: 'The alert is SymbioWebhooksLate.',
          unit: 's',
          queries: { oldest: `max(symbio_webhook_lag_seconds{${HERE}})` },
        },
        {
          title: 'Entries of the audit trail',
          says: 'By what was done. The alerts are SymbioAuditLate, SymbioAuditBroken and SymbioAuditDropped.',
          unit: 'ops',
          queries: { '{{action}}': rate('symbio_audit_entries_total', '', 'action') },
        },
        {
          title: 'Audit trail: how far behind',
          says: 'The alert is SymbioAuditLate.',
          unit: 's',
          queries: { behind: `max(symbio_audit_lag_seconds{${HERE}})` },
        },
        {
          title: 'Audit trail: broken or dropped',
          says: 'Anything above 0 is for a person: SymbioAuditBroken, SymbioAuditDropped.',
          unit: 'short',
          queries: {
            broken: `max(symbio_audit_broken{${HERE}})`,
            dropped: `sum(increase(symbio_audit_dropped_total{${HERE}}[1h]))`,
          },
        },
        {
          title: 'Mails about issues',
          says: 'failed: tried again later.',
          unit: 'ops',
          queries: { '{{outcome}}': rate('symbio_issue_mails_total', '', 'outcome') },
        },
        {
          title: 'Notices that wait to be mailed',
          says: 'Some wait for two minutes on purpose, so that one mail holds several.',
          unit: 'short',
          queries: { waiting: `max(symbio_issue_notices_waiting{${HERE}})` },
        },
      ],
    },
  },
  processes: {
    title: 'Symbio: processes',
    rows: {
      Calls: [
        {
          title: 'Calls served',
          says: 'Of each service, all copies together.',
          unit: 'reqps',
          queries: { '{{service}}': rate('symbio_grpc_server_seconds_count', '', 'service') },
        },
        {
          title: 'Calls that fail',
          says: 'By service and code; those that callers are to blame for are left out. The alert is SymbioCallErrors.',
          unit: 'reqps',
          queries: { '{{service}} {{code}}': rate('symbio_grpc_server_seconds_count', FAILED_CALLS, 'service, code') },
        },
        {
          title: 'Slowest calls',
          says: '99 % take less.',
          unit: 's',
          queries: { '{{method}}': `topk(10, ${quantile(0.99, 'symbio_grpc_server_seconds', '', 'method')})` },
        },
        {
          title: 'Slowest calls, as callers see them',
          says: 'The way there and repetitions included.',
          unit: 's',
          queries: {
            '{{service}}: {{method}}': `topk(10, ${quantile(0.99, 'symbio_grpc_client_seconds', '', 'service, method')})`,
          },
        },
      ],
      'What they take': [
        {
          title: 'Processor',
          says: 'Cores in use, all copies together.',
          unit: 'cores',
          queries: { '{{service}}': rate('process_cpu_seconds_total', '', 'service') },
        },
        {
          title: 'Memory',
          says: 'Of the largest copy. The children of the document worker are counted by the cluster, not here.',
          unit: 'bytes',
          queries: { '{{service}}': `max by (service) (process_resident_memory_bytes{${HERE}})` },
        },
        {
          title: 'Delay of the event loop',
          says: '99 % of the delays are shorter. 0.05 s, the time between two looks, is the least; above 0.1 s a process has more to do than it can.',
          unit: 's',
          queries: { '{{service}}': `max by (service) (nodejs_eventloop_lag_p99_seconds{${HERE}})` },
        },
        {
          title: 'Heap',
          says: 'In use, of the largest copy.',
          unit: 'bytes',
          queries: { '{{service}}': `max by (service) (nodejs_heap_size_used_bytes{${HERE}})` },
        },
      ],
    },
  },
};

/** Grafana's own names of the units. */
const UNITS: Readonly<Record<Unit, string>> = {
  short: 'short',
  s: 's',
  percent: 'percent',
  bytes: 'bytes',
  reqps: 'reqps',
  ops: 'ops',
  cores: 'none',
};
const SOURCE = { type: 'prometheus', uid: '${source}' };
/** Grafana counts in 24 columns. */
const SIZE = { w: 12, h: 8 };

function panel({ title, says, unit, queries }: Panel, id: number, x: number, y: number): object {
  return {
    id,
    type: 'timeseries',
    title,
    description: says,
    datasource: SOURCE,
    gridPos: { ...SIZE, x, y },
    fieldConfig: {
      defaults: { unit: UNITS[unit], min: 0, custom: { lineWidth: 1, fillOpacity: 8, showPoints: 'never' } },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: SOURCE,
      expr,
      legendFormat,
    })),
  };
}

function panels(rows: Dashboard['rows']): object[] {
  const all: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(rows)) {
    all.push({
      id: all.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
      panels: [],
    });
    y += 1;
    row.forEach((each, index) =>
      all.push(panel(each, all.length + 1, (index % 2) * SIZE.w, y + Math.floor(index / 2) * SIZE.h)),
    );
    y += Math.ceil(row.length / 2) * SIZE.h;
  }
  return all;
}

const variable = (more: object): object => ({ hide: 0, skipUrlSync: false, ...more });

/** A dashboard as Grafana imports it. */
function dashboardFile(name: string, { title, rows }: Dashboard): string {
  const dashboard = {
    uid: `symbio-${name}`,
    title,
    tags: ['symbio'],
    editable: true,
    schemaVersion: 39,
    version: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    graphTooltip: 1,
    links: [
      { type: 'dashboards', title: 'Symbio', tags: ['symbio'], asDropdown: true, keepTime: true, includeVars: true },
    ],
    templating: {
      list: [
        variable({ name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' }),
        variable({
          name: 'namespace',
          label: 'Namespace',
          type: 'query',
          datasource: SOURCE,
          query: { query: 'label_values(symbio_ready, namespace)', refId: 'namespace' },
          refresh: 2,
          sort: 1,
        }),
      ],
    },
    panels: panels(rows),
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

/** Every dashboard: name and text of its file. */
export const dashboardFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(DASHBOARDS).map(([name, dashboard]) => [name, () => dashboardFile(name, dashboard)]),
);
