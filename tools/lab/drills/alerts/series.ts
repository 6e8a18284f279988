/** Alerts that no fault of a local stack triggers: tested by promtool on synthetic series. */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { repoRoot } from '../../../dev/paths.js';
import { messageOf } from '../../../dev/start-error.js';
import { run } from '../../harness/command.js';
import { programOf } from './prometheus.js';
import { filled } from './rules.js';

const CASES = path.join(repoRoot, 'tools', 'lab', 'drills', 'alerts', 'series.yaml');
const seriesCases = z.array(
  z.object({
    what: z.string(),
    at: z.number(),
    fires: z.array(z.string()),
    series: z.record(z.string(), z.string()).default({}),
  }),
);
/** Without a healthy gateway the alerts about scraping fire as well. */
const HEALTHY = ['symbio_ready', 'symbio_serving'].map((metric) => ({
  series: `${metric}{namespace="symbio", pod="gateway-1", service="gateway"}`,
  values: '1x2000',
}));

/** Promtool test: for each case every alert, expected to fire or not. */
const testsOf = (cases: z.infer<typeof seriesCases>, alerts: readonly string[]): object => ({
  rule_files: ['rules.yaml'],
  evaluation_interval: '1m',
  tests: cases.map(({ what, series, at, fires }) => ({
    name: what,
    interval: '1m',
    input_series: [...HEALTHY, ...Object.entries(series).map(([name, values]) => ({ series: name, values }))],
    promql_expr_test: alerts.map((alert) => ({
      expr: `count by (alertname) (ALERTS{alertname="${alert}", alertstate="firing"} > 0) > bool 0`,
      eval_time: `${at}m`,
      exp_samples: fires.includes(alert) ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
    })),
  })),
});

/** @returns number of cases, and sentences about those with unexpected or missing alerts */
export async function trySeries(
  folder: string,
  text: string,
  values: Readonly<Record<string, string | number>>,
): Promise<{ cases: number; problems: string[] }> {
  const cases = seriesCases.parse(parse(fs.readFileSync(CASES, 'utf8')));
  const rules = filled(text, values);
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].flatMap(([, name]) => name ?? []);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'rules.yaml'), rules);
  const file = path.join(folder, 'tests.json');
  fs.writeFileSync(file, JSON.stringify(testsOf(cases, alerts)));
  const problems = await run(programOf('promtool'), ['test', 'rules', file]).then(
    () => [],
    (error: unknown) => [`promtool: ${messageOf(error)}`],
  );
  return { cases: cases.length, problems };
}
