/**
 * Alerts that no fault of a local stack triggers within minutes, or that need Kubernetes metrics: tested by promtool on
 * synthetic series with the chart's own times.
 */
import fs from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../dev/start-error.js';
import { run } from '../../harness/command.js';
import { programOf } from './prometheus.js';
import { filled } from './rules.js';

/**
 * A series with one value per minute (https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/).
 */
interface Series {
  series: string;
  values: string;
}

/** Input series, evaluation time, and the exact set of alerts expected to fire. */
export interface SeriesCase {
  what: string;
  series: readonly Series[];
  /** Minutes from the start. */
  at: number;
  fires: readonly string[];
}

const DAY = 86_400;

/** A healthy gateway: without one the alerts about scraping fire as well. */
const WELL: readonly Series[] = ['symbio_ready', 'symbio_serving'].map((metric) => ({
  series: `${metric}{namespace="symbio", pod="gateway-1", service="gateway"}`,
  values: '1x2000',
}));
const one = (series: string, values: string): Series[] => [...WELL, { series, values }];
const named = (metric: string, labels = ''): string => `${metric}{namespace="symbio", pod="p", service="s"${labels}}`;

export const SERIES_CASES: readonly SeriesCase[] = [
  { what: 'nothing is wrong', series: WELL, at: 60, fires: [] },
  {
    what: 'the only copy of a process cannot answer for four minutes',
    series: one(named('symbio_serving'), '1x9 0x3 1x20'),
    at: 13,
    fires: ['SymbioProcessDown'],
  },
  {
    what: 'the only copy of a process that was there is gone',
    series: one(named('symbio_serving'), '1x9 _x30'),
    at: 20,
    fires: ['SymbioProcessDown'],
  },
  {
    what: 'a process lacks something and answers what does not need it',
    series: [...one(named('symbio_ready'), '1x9 0x20'), { series: named('symbio_serving'), values: '1x30' }],
    at: 20,
    fires: ['SymbioNotReady'],
  },
  {
    what: 'workers have been scaled to none',
    series: one('symbio_serving{namespace="symbio", pod="w", service="document-worker"}', '1x9 _x30'),
    at: 20,
    fires: [],
  },
  {
    what: 'a row is parked',
    series: one(named('symbio_outbox_parked'), '0x9 1x9'),
    at: 12,
    fires: ['SymbioOutboxParked'],
  },
  {
    what: 'a consumer gives a message up',
    series: one(named('symbio_dead_letters_total', ', consumer="c"'), '0x9 1x9'),
    at: 12,
    fires: ['SymbioDeadLetters'],
  },
  {
    what: 'a delivery to a webhook has waited for a quarter of an hour',
    series: one(named('symbio_webhook_lag_seconds'), '0x4 60+60x15'),
    at: 20,
    fires: ['SymbioWebhooksLate'],
  },
  {
    what: 'the audit trail is half an hour behind',
    series: one(named('symbio_audit_lag_seconds'), '1800x20'),
    at: 15,
    fires: ['SymbioAuditLate'],
  },
  {
    what: 'a gateway drops entries of the audit trail',
    series: one(named('symbio_audit_dropped_total'), '0x9 5x9'),
    at: 12,
    fires: ['SymbioAuditDropped'],
  },
  {
    what: 'mails are given up',
    series: one(named('symbio_issue_mails_total', ', outcome="given_up"'), '0x9 2x9'),
    at: 12,
    fires: ['SymbioMailFails'],
  },
  {
    what: 'mails are tried again',
    series: one(named('symbio_issue_mails_total', ', outcome="failed"'), '0x9 2x9'),
    at: 12,
    fires: [],
  },
  {
    what: 'nine jobs of ten begin after 20 minutes',
    series: [
      ...WELL,
      { series: named('symbio_job_wait_seconds_bucket', ', kind="k", le="600"'), values: '0+1x60' },
      { series: named('symbio_job_wait_seconds_bucket', ', kind="k", le="3600"'), values: '0+10x60' },
      { series: named('symbio_job_wait_seconds_bucket', ', kind="k", le="+Inf"'), values: '0+10x60' },
    ],
    at: 40,
    fires: ['SymbioJobsWait'],
  },
  {
    what: 'reading in the background begins after an hour, and is done',
    series: [
      ...WELL,
      {
        series: named('symbio_job_wait_seconds_bucket', ', kind="background-analyze-pages", le="600"'),
        values: '0x60',
      },
      {
        series: named('symbio_job_wait_seconds_bucket', ', kind="background-analyze-pages", le="+Inf"'),
        values: '0+10x60',
      },
    ],
    at: 40,
    fires: [],
  },
  {
    what: 'jobs wait and no worker was ever there',
    series: one(named('symbio_jobs_active', ', kind="k", status="pending"'), '3x60'),
    at: 40,
    fires: ['SymbioNoWork'],
  },
  {
    what: 'jobs are handed back again and again, for want of room',
    series: [
      ...one(named('symbio_jobs_active', ', kind="k", status="retrying"'), '3x60'),
      { series: named('symbio_jobs_handled_total', ', kind="k", outcome="returned"'), values: '0+2x60' },
    ],
    at: 40,
    fires: ['SymbioNoWork'],
  },
  {
    what: 'jobs wait while others are completed',
    series: [
      ...one(named('symbio_jobs_active', ', kind="k", status="pending"'), '3x60'),
      { series: named('symbio_jobs_handled_total', ', kind="k", outcome="completed"'), values: '0+1x60' },
    ],
    at: 40,
    fires: [],
  },
  {
    // time starts in 1970 here
    what: 'a signing key is older than a year',
    series: one(named('symbio_signing_key_made_seconds', ', kid="k"'), `${-366 * DAY}x90`),
    at: 80,
    fires: ['SymbioSigningKeyOld'],
  },
  {
    what: 'the last backup is two days old',
    series: one(
      'kube_cronjob_status_last_successful_time{namespace="symbio", cronjob="symbio-backup"}',
      `${-2 * DAY}x90`,
    ),
    at: 80,
    fires: ['SymbioBackupOld'],
  },
  {
    what: 'no backup has ever succeeded since backups were switched on two days ago',
    series: one('kube_cronjob_created{namespace="symbio", cronjob="symbio-backup"}', `${-2 * DAY}x90`),
    at: 80,
    fires: ['SymbioBackupOld'],
  },
  {
    what: 'backups were switched on today, and none was due yet',
    series: one('kube_cronjob_created{namespace="symbio", cronjob="symbio-backup"}', '0x90'),
    at: 80,
    fires: [],
  },
  {
    what: 'backups were switched on long ago and succeed',
    series: [
      ...one('kube_cronjob_created{namespace="symbio", cronjob="symbio-backup"}', `${-90 * DAY}x90`),
      {
        series: 'kube_cronjob_status_last_successful_time{namespace="symbio", cronjob="symbio-backup"}',
        values: '0x90',
      },
    ],
    at: 80,
    fires: [],
  },
  {
    what: 'another installation has no backup',
    series: one(
      'kube_cronjob_status_last_successful_time{namespace="other", cronjob="symbio-backup"}',
      `${-2 * DAY}x90`,
    ),
    at: 80,
    fires: [],
  },
];

/** A promtool test file: for each case every alert, expected to fire or not. */
const ruleTests = (cases: readonly SeriesCase[], alerts: readonly string[]): object => ({
  rule_files: ['rules.yaml'],
  evaluation_interval: '1m',
  tests: cases.map(({ what, series, at, fires }) => ({
    name: what,
    interval: '1m',
    input_series: series,
    promql_expr_test: alerts.map((alert) => ({
      expr: `count by (alertname) (ALERTS{alertname="${alert}", alertstate="firing"} > 0) > bool 0`,
      eval_time: `${at}m`,
      exp_samples: fires.includes(alert) ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
    })),
  })),
});

/** @returns sentences about cases with unexpected or missing alerts */
export async function seriesProblems(
  folder: string,
  text: string,
  values: Readonly<Record<string, string | number>>,
): Promise<string[]> {
  fs.mkdirSync(folder, { recursive: true });
  const rules = filled(text, values);
  const names = [...rules.matchAll(/- alert: (\w+)/g)].flatMap(([, name]) => name ?? []);
  fs.writeFileSync(path.join(folder, 'rules.yaml'), rules);
  const file = path.join(folder, 'tests.json');
  fs.writeFileSync(file, JSON.stringify(ruleTests(SERIES_CASES, names)));
  return run(programOf('promtool'), ['test', 'rules', file]).then(
    () => [],
    (error: unknown) => [`promtool: ${messageOf(error)}`],
  );
}
