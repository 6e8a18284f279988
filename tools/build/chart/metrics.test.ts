/** Alerts and dashboards query declared metrics, in valid PromQL. */
import { createMetrics } from '@symbio/runtime';
import { alerts, chartFile, chartText, dashboardQueries } from './chart-files.js';
import { readQuery } from './promql.js';

/** Labels that Prometheus adds to every pod metric, and the process's own label. */
const ADDED = ['namespace', 'pod', 'service'];
/** Metrics of others: name, and its labels. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  kube_cronjob_created: ['cronjob'],
  kube_cronjob_status_last_successful_time: ['cronjob'],
};

/**
 * Counters that start at zero for every label value (`beginAtZero`), or have no labels; tests of their services verify
 * it.
 */
const BEGIN_AT_ZERO = [
  'symbio_audit_dropped_total',
  'symbio_dead_letters_total',
  'symbio_issue_mails_total',
  'symbio_jobs_given_up_total',
  'symbio_jobs_handled_total',
  'symbio_messages_distrusted_total',
];

interface Declared {
  name: string;
  type: string;
  labelNames: string[];
}

/** Labels of every metric, by query name. */
function declared(): Map<string, readonly string[]> {
  const metrics = createMetrics('test').registry.getMetricsAsArray() as unknown as Declared[];
  return new Map([
    ...Object.entries(OTHERS),
    ...metrics.flatMap(({ name, type, labelNames }): [string, readonly string[]][] =>
      type === 'histogram'
        ? [
            [`${name}_bucket`, [...labelNames, 'le']],
            [`${name}_sum`, labelNames],
            [`${name}_count`, labelNames],
          ]
        : [[name, labelNames]],
    ),
  ]);
}

const known = declared();
const queries = [
  ...alerts().map(({ alert, expr }) => [alert, expr] as const),
  ...dashboardQueries().map(({ panel, expr }) => [panel, expr] as const),
];

describe('queries', () => {
  it.each(queries)('of %s use metrics and labels declared in the code', (_name, expr) => {
    const { selectors, grouping } = readQuery(expr);
    expect(selectors.length).toBeGreaterThan(0);
    for (const { metric, labels } of selectors) {
      expect([...known.keys()]).toContain(metric);
      expect([...ADDED, ...(known.get(metric) ?? [])]).toEqual(expect.arrayContaining(labels));
      // every installation of a cluster alerts for itself
      expect(labels).toContain('namespace');
    }
    const all = selectors.flatMap(({ metric }) => known.get(metric) ?? []);
    expect([...ADDED, ...all]).toEqual(expect.arrayContaining(grouping));
  });

  it('with unknown names are refused', () => {
    expect(() => readQuery('sum by (le) (rate(symbio_http_seconds_bucket[5m])')).toThrow('not a query');
    expect(readQuery('sum by (kind) (symbio_jobs_active{status="pending"}) > 0')).toEqual({
      selectors: [{ metric: 'symbio_jobs_active', labels: ['status'] }],
      grouping: ['kind'],
    });
  });
});

describe('metrics', () => {
  it('of Symbio are all on a dashboard', () => {
    const shown = new Set(
      dashboardQueries().flatMap(({ expr }) => readQuery(expr).selectors.map(({ metric }) => metric)),
    );
    const ours = [...known.keys()].filter((name) => name.startsWith('symbio_'));
    const names = new Set(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    expect([...names].filter((name) => ![...shown].some((metric) => metric.startsWith(name)))).toEqual([]);
  });
});

describe('alerts', () => {
  it('have a configurable threshold for each figure, and use every one', () => {
    const used = new Set([...chartText('files', 'alerts.yaml').matchAll(/\[\[ (\w+) \]\]/g)].map(([, name]) => name));
    const { monitoring } = chartFile<{ monitoring: { rules: { thresholds: Record<string, number> } } }>('values.yaml');
    for (const name of ['namespace', 'prefix', 'runbooks']) used.delete(name);
    expect([...used].sort()).toEqual(Object.keys(monitoring.rules.thresholds).sort());
  });

  it('use the increase only of metrics that exist from the start', () => {
    const asked = alerts().flatMap(({ expr }) => [...expr.matchAll(/\bincrease\((\w+)/g)].map(([, name = '']) => name));
    expect([...new Set(asked)].sort()).toEqual(BEGIN_AT_ZERO);
  });

  it('name the problem, its severity and the documentation', () => {
    for (const { alert, labels, annotations } of alerts()) {
      expect(alert).toMatch(/^Symbio[A-Z]/);
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
      expect(annotations.runbook_url).toBe(`1#${alert.toLowerCase()}`);
    }
  });
});
