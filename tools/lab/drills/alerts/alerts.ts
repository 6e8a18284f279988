import path from 'node:path';
import { chartFile, chartText } from '../../../build/chart/chart-files.js';
import { pause, running, since, type Drill, type DrillContext } from '../drill.js';
import { ALERT_FAULTS, failed, verdict, type AlertFault } from './faults.js';
import { Prometheus, type Target } from './prometheus.js';
import { quickRules } from './rules.js';
import { trySeries } from './series.js';

/** GiB below which the blob disk counts as full; a drill's disk has three. */
const BLOBS_GIB = 1;
/** Seconds between checks of firing alerts, and for consequences after the last required one. */
const POLL = 2;
const FOLLOWS = 20;
/** Seconds without firing or pending alerts that count as quiet (several scrapes), and the maximum wait. */
const QUIET_FOR = 10;
const QUIET = 300;

interface Values {
  monitoring: { rules: { thresholds: Record<string, number> } };
}

const targetsOf = (context: DrillContext): Target[] =>
  running(context, 'service', 'worker', 'gateway').map((name) => ({
    name,
    address: new URL(context.stack.adminUrl(name)).host,
  }));

/**
 * Checks once, after a pause.
 *
 * @param seen collects firing alerts
 * @returns firing or pending alerts
 */
async function poll(prometheus: Prometheus, seen: Set<string>): Promise<string[]> {
  await pause(POLL);
  const { firing, pending } = await prometheus.alerts();
  for (const name of firing) seen.add(name);
  return [...firing, ...pending];
}

/** Waits until no alert fires or is pending: delayed work has effects after a fault ends. */
async function quiet(prometheus: Prometheus, seen: Set<string>): Promise<string[]> {
  let left: string[] = [];
  for (let [waited, quietFor] = [0, 0]; waited < QUIET && quietFor < QUIET_FOR; waited += POLL) {
    left = await poll(prometheus, seen);
    quietFor = left.length === 0 ? quietFor + POLL : 0;
  }
  return [...new Set(left)];
}

/** Injects a fault until the required alerts fire, then repairs it. @returns fired and remaining alerts */
async function inject(
  fault: AlertFault,
  context: DrillContext,
  prometheus: Prometheus,
  targets: Target[],
): Promise<{ seen: Set<string>; left: string[] }> {
  const seen = new Set<string>();
  const repair = await fault.act(context, prometheus, targets);
  try {
    for (let waited = 0; waited < fault.seconds && !fault.must.every((name) => seen.has(name)); waited += POLL)
      await poll(prometheus, seen);
    for (let waited = 0; waited < FOLLOWS; waited += POLL) await poll(prometheus, seen);
  } finally {
    await repair();
  }
  return { seen, left: await quiet(prometheus, seen) };
}

const listed = (names: Iterable<string>): string => [...names].sort().join(', ') || 'none';

const stillFiring = (when: string, left: readonly string[]): string[] =>
  left.length === 0 ? [] : [`${when} still fires or is about to: ${listed(left)}`];

export const alertsFire: Drill = {
  name: 'alerts',
  title: 'one thing broken after the other: its alerts fire, and no others (needs prometheus)',
  needsRoot: true,
  isApart: true,
  async act(context) {
    const { thresholds } = chartFile<Values>('values.yaml').monitoring.rules;
    const values = { ...thresholds, blobsFreeGiB: BLOBS_GIB, namespace: 'symbio', prefix: 'symbio', runbooks: '' };
    const targets = targetsOf(context);
    const folder = path.join(context.stack.dataDir, 'prometheus');
    const prometheus = await Prometheus.start(folder, targets, quickRules(chartText('files', 'alerts.yaml'), values));
    const { cases, problems } = await trySeries(path.join(folder, 'series'), chartText('files', 'alerts.yaml'), values);
    const { say } = context.work;
    try {
      problems.push(...stillFiring('before anything is broken', await quiet(prometheus, new Set())));
      say('  | Broken | Fired | Seconds | |');
      say('  | --- | --- | ---: | --- |');
      for (const fault of ALERT_FAULTS) {
        const began = Date.now();
        const { what, wrong } = await inject(fault, context, prometheus, targets).then(
          ({ seen, left }) => ({
            what: listed(seen),
            wrong: [...verdict(fault, seen), ...stillFiring('afterwards', left)],
          }),
          (error: unknown) => ({ what: '', wrong: [failed(error)] }),
        );
        say(`  | ${fault.what} | ${what} | ${since(began)} | ${wrong.length === 0 ? 'passed' : wrong.join('; ')} |`);
        problems.push(...wrong.map((problem) => `${fault.what}: ${problem}`));
      }
    } finally {
      await prometheus.stop();
    }
    return { note: `${ALERT_FAULTS.length} faults, ${cases} cases of promtool`, problems };
  },
};
