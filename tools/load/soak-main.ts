// Program: `npm run soak`. Puts hours of load on its own local stack, at a share of the capacity that `npm run load`
// found, and checks whether memory, handles, queues or latencies grow. `-- --help` lists the options.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withReport } from '../drills/page.js';
import { failuresOf, lossesOf } from '../drills/work/table.js';
import { repoRoot } from '../dev/paths.js';
import type { RunningStack } from '../dev/stack.js';
import { messageOf, StartError } from '../dev/start-error.js';
import { markdownTable } from '../lab/markdown-table.js';
import { openStores } from '@symbio/operations/backup/stores';
import { capacity } from './capacity.js';
import type { Crowd } from './crowd.js';
import { plotSvg } from './plot.js';
import { sample } from './samples.js';
import { Seen, SERIES } from './soak.js';
import { circumstances, withCrowd } from './stack.js';
import { inWords } from './steps.js';

const USAGE = `npm run soak -- [options]

  --hours N      length; 2 when left out
  --at SHARE     of the people that the last run of npm run load found; 0.5 when left out
  --people N     so many people instead
  --plot FILE    the picture; docs/operations/soak.svg when left out
  --write FILE   put the report into this page between its marks
`;

/** Milliseconds between two looks. */
const LOOK_MS = 10_000;
/** Warm-up as a share of the duration, and its maximum in seconds. */
const WARM_UP = { share: 0.25, mostSeconds: 900 } as const;

interface Options {
  seconds: number;
  people: number;
  plot: string;
  write: string | undefined;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      hours: { type: 'string', default: '2' },
      at: { type: 'string', default: '0.5' },
      people: { type: 'string' },
      plot: { type: 'string', default: path.join(repoRoot, 'docs', 'operations', 'soak.svg') },
      write: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const number = (name: 'hours' | 'at' | 'people', text: string): number => {
    const value = Number(text);
    if (value > 0 && value < 10_000) return value;
    throw new StartError(`--${name} is "${text}"; it must be a number above 0.`);
  };
  const people = values.people ? number('people', values.people) : capacity() * number('at', values.at);
  return {
    seconds: number('hours', values.hours) * 3600,
    people: Math.max(1, Math.round(people)),
    plot: values.plot,
    write: values.write,
  };
}

/** Works and samples until the time is over. @returns observed failures by their text */
async function soak(crowd: Crowd, stack: RunningStack, seen: Seen, options: Options): Promise<string[]> {
  const stores = await openStores({
    mongoUri: stack.mongoUri,
    natsUrl: stack.natsUrl,
    blobUrl: undefined,
    accountsDir: undefined,
    natsReplicas: 1,
  });
  await crowd.gather(options.people);
  const began = Date.now();
  const since = (): number => (Date.now() - began) / 1000;
  const working = crowd.working(options.people);
  const failures: string[] = [];
  const look = async (): Promise<void> => {
    for (let next = Date.now(); since() < options.seconds; next += LOOK_MS) {
      seen.note(await sample(stack, stores), since());
      await sleep(Math.max(0, next + LOOK_MS - Date.now()));
    }
  };
  const minutes = async (): Promise<void> => {
    while (since() < options.seconds) {
      const left = options.seconds - since();
      const stretches = await working.during(() => sleep(Math.min(60, left) * 1000));
      for (const [part, stretch] of Object.entries(stretches)) {
        if (stretch.requests > 0) seen.add('p99', part, since(), stretch.p99);
        failures.push(...failuresOf(stretch).map((line) => `after ${Math.round(since())} s, ${part}: ${line}`));
      }
      const { people } = stretches;
      console.log(`${Math.round(since())} s: ${people.requests} requests of people, p99 ${Math.round(people.p99)} ms`);
    }
  };
  try {
    await Promise.all([look(), minutes()]);
  } finally {
    await working.stop();
    await stores.close();
  }
  return failures;
}

async function main(): Promise<number> {
  const options = readOptions();
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  const where = await circumstances();
  console.log(`${where}\n${inWords(options.people)}`);
  return withCrowd(async (stack, crowd) => {
    const seen = new Seen();
    const failures = await soak(crowd, stack, seen, options);
    const title = `${inWords(options.people)}, ${(options.seconds / 3600).toFixed(1)} h. ${where}`;
    fs.writeFileSync(options.plot, plotSvg(seen.panels(), title));
    const warmUp = Math.min(WARM_UP.mostSeconds, WARM_UP.share * options.seconds);
    const trends = seen.trends(warmUp);
    const growing = trends.filter(({ grows }) => grows);
    const losses = lossesOf(await crowd.tallies());
    const rows = trends.map(({ series, name, from, to, grows }) => [
      SERIES[series].title,
      name,
      from.toFixed(0),
      to.toFixed(0),
      grows ? 'GROWS' : 'level',
    ]);
    const report = [
      title,
      '',
      markdownTable([['What', 'Of', `after ${Math.round(warmUp)} s`, 'at the end', ''], ...rows]),
      '',
      ...failures.map((line) => `- ${line}`),
      `${growing.length} of ${trends.length} lines grow; ${failures.length} kinds of failures; ${losses.length === 0 ? 'everything that was acknowledged is there, once' : losses.join('; ')}.`,
    ].join('\n');
    console.log(`\n${report}`);
    if (options.write !== undefined)
      fs.writeFileSync(options.write, withReport(fs.readFileSync(options.write, 'utf8'), report, 'npm run soak'));
    return growing.length + failures.length + losses.length === 0 ? 0 : 1;
  });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof StartError ? messageOf(error) : error);
    process.exit(1);
  },
);
