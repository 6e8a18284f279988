// Program: `npm run soak`. Puts hours of load on its own local stack, at a share of the capacity that `npm run load`
// found, and checks whether memory, handles, queues or latencies grow. `-- --help` lists the options.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repoRoot } from '../../dev/paths.js';
import type { RunningStack } from '../../dev/stack.js';
import { withCleanup } from '../harness/cleanup.js';
import { lossesOf } from '../harness/ledger.js';
import { numberOf, parsedArgs, program } from '../../dev/program.js';
import { circumstances, failuresOf, publish } from '../harness/report.js';
import { storesOf } from '../harness/stack.js';
import { markdownTable } from '../markdown-table.js';
import { storedCapacity } from './capacity.js';
import { withCrowd, type Crowd } from './crowd.js';
import { plotSvg } from './plot.js';
import { sample } from './samples.js';
import { SERIES, SoakSeries } from './soak.js';
import { inWords } from './steps.js';

const USAGE = `npm run soak -- [options]

  --hours N      length; 2 by default
  --at SHARE     of the people that the last run of npm run load found; 0.5 by default
  --people N     so many people instead
  --plot FILE    the picture; docs/operations/soak.svg by default
  --write FILE   puts the report into this page between its marks
`;

const SAMPLE_MS = 10_000;
/** Warm-up as a share of the duration, and its maximum in seconds. */
const WARM_UP = { share: 0.25, mostSeconds: 900 } as const;
const FRACTION = { least: 0.001, most: 10_000, isFraction: true } as const;

function readOptions(args: readonly string[]) {
  const { values } = parsedArgs(args, {
    hours: { type: 'string', default: '2' },
    at: { type: 'string', default: '0.5' },
    people: { type: 'string' },
    plot: { type: 'string', default: path.join(repoRoot, 'docs', 'operations', 'soak.svg') },
    write: { type: 'string' },
  });
  const people = values.people
    ? numberOf('people', values.people, FRACTION)
    : storedCapacity() * numberOf('at', values.at, FRACTION);
  return {
    seconds: numberOf('hours', values.hours, FRACTION) * 3600,
    people: Math.max(1, Math.round(people)),
    plot: values.plot,
    write: values.write,
  };
}
type Options = ReturnType<typeof readOptions>;

/** Works and samples until the time is over. @returns failures of each minute */
const soak = (crowd: Crowd, stack: RunningStack, series: SoakSeries, { people, seconds }: Options): Promise<string[]> =>
  withCleanup(async (cleanup) => {
    const stores = await storesOf(stack, cleanup);
    await crowd.gather(people);
    const began = Date.now();
    const since = (): number => (Date.now() - began) / 1000;
    const working = crowd.working(people);
    cleanup.push(() => working.stop());
    const failures: string[] = [];
    const takeSamples = async (): Promise<void> => {
      for (let next = Date.now(); since() < seconds; next += SAMPLE_MS) {
        series.addSample(await sample(stack, stores), since());
        await sleep(Math.max(0, next + SAMPLE_MS - Date.now()));
      }
    };
    const work = async (): Promise<void> => {
      while (since() < seconds) {
        const stretches = await working.during(() => sleep(Math.min(60, seconds - since()) * 1000));
        for (const [part, stretch] of Object.entries(stretches)) {
          if (stretch.requests > 0) series.add('p99', part, since(), stretch.p99);
          failures.push(...failuresOf(stretch).map((line) => `after ${Math.round(since())} s, ${part}: ${line}`));
        }
        const { requests, p99 } = stretches.people;
        console.log(`${Math.round(since())} s: ${requests} requests of people, p99 ${Math.round(p99)} ms`);
      }
    };
    await Promise.all([takeSamples(), work()]);
    return failures;
  });

async function main(options: Options): Promise<number> {
  const { people, plot, seconds, write } = options;
  const where = await circumstances();
  console.log(`${where}\n${inWords(people)}`);
  return withCrowd(async (stack, crowd) => {
    const series = new SoakSeries();
    const failures = await soak(crowd, stack, series, options);
    const title = `${inWords(people)}, ${(seconds / 3600).toFixed(1)} h. ${where}`;
    fs.writeFileSync(plot, plotSvg(series.panels(), title));
    const warmUp = Math.min(WARM_UP.mostSeconds, WARM_UP.share * seconds);
    const trends = series.trends(warmUp);
    const growing = trends.filter(({ grows }) => grows);
    const losses = lossesOf(await crowd.tallies());
    const rows = trends.map(({ series: of, name, from, to, grows }) => [
      ...[SERIES[of].title, name, from.toFixed(0), to.toFixed(0), grows ? 'GROWS' : 'level'],
    ]);
    const kept = losses.length === 0 ? 'all acknowledged writes are stored, once' : losses.join('; ');
    const report = [
      `${title}\n`,
      `${markdownTable([['What', 'Of', `after ${Math.round(warmUp)} s`, 'at the end', ''], ...rows])}\n`,
      ...failures.map((line) => `- ${line}`),
      `${growing.length} of ${trends.length} lines grow; ${failures.length} kinds of failures; ${kept}.`,
    ].join('\n');
    publish(report, 'npm run soak', write);
    return growing.length + failures.length + losses.length === 0 ? 0 : 1;
  });
}

program(USAGE, readOptions, main);
