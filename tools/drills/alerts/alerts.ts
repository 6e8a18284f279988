import path from 'node:path';
import { chartFile, chartText } from '../../chart/chart-files.js';
import { pause, running, since, type Drill, type Ground } from '../drill.js';
import { ALERT_FAULTS, failed, type AlertFault } from './faults.js';
import { Prometheus, type Target } from './prometheus.js';
import { quickRules } from './rules.js';
import { SERIES_CASES, triedBySeries } from './series.js';
import { verdict } from './verdict.js';

/** GiB below which the disk of the files counts as full: that of a drill has three. */
const BLOBS_GIB = 1;
/** Seconds between two looks at what fires, and after all that must has for what follows from it. */
const LOOK = 2;
const FOLLOWS = 20;
/** Seconds in which nothing may fire or be about to before all is quiet: several scrapes; and how long that may take. */
const CALM = 10;
const QUIET = 300;

interface Values {
  monitoring: { rules: { thresholds: Record<string, number> } };
}

/** The processes that the chart's monitors have scraped. */
const targetsOf = (ground: Ground): Target[] =>
  running(ground, 'service', 'worker', 'gateway').map((name) => ({
    name,
    address: new URL(ground.stack.adminUrl(name)).host,
  }));

/**
 * Looks once, after a pause.
 *
 * @param seen gets what fires
 * @returns what fires or is about to
 */
async function look(prometheus: Prometheus, seen: Set<string>): Promise<string[]> {
  await pause(LOOK);
  const { firing, pending } = await prometheus.alerts();
  for (const name of firing) seen.add(name);
  return [...firing, ...pending];
}

/**
 * Waits until nothing fires or is about to: what was broken is felt after its end, by work that waited meanwhile.
 *
 * @param seen gets what fires until then
 * @returns what is not over
 */
async function quiet(prometheus: Prometheus, seen: Set<string>): Promise<string[]> {
  let left: string[] = [];
  for (let [waited, calm] = [0, 0]; waited < QUIET && calm < CALM; waited += LOOK) {
    left = await look(prometheus, seen);
    calm = left.length === 0 ? calm + LOOK : 0;
  }
  return [...new Set(left)];
}

/** Breaks one thing until what must fire does, and mends it. @returns what fired until all was quiet, and what is not over */
async function fired(
  fault: AlertFault,
  ground: Ground,
  prometheus: Prometheus,
  targets: Target[],
): Promise<{ seen: Set<string>; left: string[] }> {
  const seen = new Set<string>();
  const mend = await fault.act(ground, prometheus, targets);
  try {
    for (let waited = 0; waited < fault.seconds && !fault.must.every((name) => seen.has(name)); waited += LOOK)
      await look(prometheus, seen);
    for (let waited = 0; waited < FOLLOWS; waited += LOOK) await look(prometheus, seen);
  } finally {
    await mend();
  }
  return { seen, left: await quiet(prometheus, seen) };
}

const listed = (names: Iterable<string>): string => [...names].sort().join(', ') || 'none';

const stillThere = (when: string, left: readonly string[]): string[] =>
  left.length === 0 ? [] : [`${when} still fires or is about to: ${listed(left)}`];

/** Breaks one thing after the other, and looks which of the chart's alerts fire for it. */
export const alertsFire: Drill = {
  name: 'alerts',
  title: 'one thing broken after the other: its alerts fire, and no others (needs prometheus)',
  needsRoot: true,
  isApart: true,
  async act(ground) {
    const { thresholds } = chartFile<Values>('values.yaml').monitoring.rules;
    const values = { ...thresholds, blobsFreeGiB: BLOBS_GIB, namespace: 'symbio', prefix: 'symbio' };
    const targets = targetsOf(ground);
    const folder = path.join(ground.stack.dataDir, 'prometheus');
    const prometheus = await Prometheus.start(folder, targets, quickRules(chartText('files', 'alerts.yaml'), values));
    const problems = await triedBySeries(path.join(folder, 'series'), chartText('files', 'alerts.yaml'), values);
    const { say } = ground.work;
    try {
      problems.push(...stillThere('before anything is broken', await quiet(prometheus, new Set())));
      say('  | Broken | Fired | Seconds | |');
      say('  | --- | --- | ---: | --- |');
      for (const fault of ALERT_FAULTS) {
        const began = Date.now();
        const { what, wrong } = await fired(fault, ground, prometheus, targets).then(
          ({ seen, left }) => ({
            what: listed(seen),
            wrong: [...verdict(fault, seen), ...stillThere('afterwards', left)],
          }),
          (error: unknown) => ({ what: '', wrong: [failed(error)] }),
        );
        say(`  | ${fault.what} | ${what} | ${since(began)} | ${wrong.length === 0 ? 'passed' : wrong.join('; ')} |`);
        problems.push(...wrong.map((problem) => `${fault.what}: ${problem}`));
      }
    } finally {
      await prometheus.stop();
    }
    return { note: `${ALERT_FAULTS.length} faults, ${SERIES_CASES.length} cases of promtool`, problems };
  },
};
