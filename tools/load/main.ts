// Program: `npm run load`. Measures how many people, agents and pages an hour this machine supports, and the behaviour
// beyond: level by level, on its own local stack, with an ordinary HTTP client. `-- --help` lists the options.
import { setTimeout as sleep } from 'node:timers/promises';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { withReport } from '../drills/page.js';
import { failuresOf, lossesOf } from '../drills/work/table.js';
import type { RunningStack } from '../dev/stack.js';
import { messageOf, StartError } from '../dev/start-error.js';
import { markdownTable } from '../lab/markdown-table.js';
import { keepCapacity } from './capacity.js';
import type { Crowd } from './crowd.js';
import { held, nextLevel, RAMP, type Level } from './ramp.js';
import { circumstances, withCrowd } from './stack.js';
import { HEAD, inWords, P99_MS, row, shortcomings, step, type Step } from './steps.js';

const USAGE = `npm run load -- [options]

  --first N      people of the first level; ${RAMP.first} when left out
  --seconds N    length of a level; 60 when left out
  --at N         this one level only, and what is beyond it
  --write FILE   put the report into this page between its marks
`;

/** Factor over the supported number of people for the overload level. */
const BEYOND = 2;
/** Requests a second of an agent without restraint. */
const HASTY_PER_SECOND = 200;

interface Options {
  first: number;
  seconds: number;
  at: number | undefined;
  write: string | undefined;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      first: { type: 'string', default: String(RAMP.first) },
      seconds: { type: 'string', default: '60' },
      at: { type: 'string' },
      write: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const count = (name: string, text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= 1 && value <= 100_000) return value;
    throw new StartError(`--${name} is "${text}"; it must be a whole number from 1.`);
  };
  return {
    first: count('first', values.first),
    seconds: count('seconds', values.seconds),
    at: values.at === undefined ? undefined : count('at', values.at),
    write: values.write,
  };
}

/** The levels of the ramp, and one beyond it. */
async function ramp(crowd: Crowd, stack: RunningStack, options: Options): Promise<Step[]> {
  const steps: Step[] = [];
  const take = async (people: number): Promise<Step> => {
    console.log(`${inWords(people)} ...`);
    const seen = await step(crowd, stack, people, options.seconds);
    console.log(markdownTable([HEAD, row(seen)]));
    const slow = Object.entries(seen.stretches.people.p99Of).sort(([, a], [, b]) => b - a);
    console.log(`  p99 of ${slow.map(([name, ms]) => `"${name}" ${Math.round(ms)}`).join(', ')} ms`);
    for (const part of Object.values(seen.stretches)) for (const line of failuresOf(part)) console.log(`  ${line}`);
    steps.push(seen);
    await rest(crowd);
    return seen;
  };
  const levels = (): Level[] => steps.map((one) => ({ people: one.people, held: shortcomings(one).length === 0 }));
  if (options.at !== undefined) await take(options.at);
  else
    for (;;) {
      const people = nextLevel(levels(), { ...RAMP, first: options.first });
      if (people === undefined) break;
      await take(people);
    }
  await take(BEYOND * Math.max(1, options.at ?? held(levels())));
  return steps;
}

/** Waits until all uploads are read, so that each level starts idle. */
async function rest(crowd: Crowd): Promise<void> {
  const end = Date.now() + 300_000;
  while ((await crowd.jobsWaiting()) > 0 && Date.now() < end) await sleep(500);
}

/** Effect of an unrestrained agent on people, at half the machine's capacity. */
async function beside(crowd: Crowd, stack: RunningStack, people: number, seconds: number): Promise<string> {
  console.log(`an agent that asks ${HASTY_PER_SECOND} times a second, beside ${inWords(people)} ...`);
  const alone = await step(crowd, stack, people, seconds);
  await rest(crowd);
  const hasty = await crowd.hasty(HASTY_PER_SECOND);
  hasty.start();
  let both: Step | undefined;
  const agent = await hasty.during(async () => {
    both = await step(crowd, stack, people, seconds);
  });
  await hasty.stop();
  const refused = agent.failures.filter(({ kind }) => kind === 'refused').length;
  const p99 = (one: Step | undefined): string => `${Math.round(one?.stretches.people.p99 ?? NaN)} ms`;
  return `${inWords(people)}: p99 of people ${p99(alone)}; beside an agent that asks ${HASTY_PER_SECOND} times a second, ${refused} of whose ${agent.requests} requests were refused, ${p99(both)}.`;
}

async function main(): Promise<number> {
  const options = readOptions();
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  const where = await circumstances();
  console.log(where);
  return withCrowd(async (stack, crowd) => {
    const steps = await ramp(crowd, stack, options);
    const most = held(steps.slice(0, -1).map((one) => ({ people: one.people, held: shortcomings(one).length === 0 })));
    if (options.at === undefined && most > 0) keepCapacity(most);
    const haste = await beside(crowd, stack, Math.max(1, Math.round((options.at ?? most) / 2)), options.seconds);
    console.log('Comparing what was acknowledged with what is there ...');
    const tallies = await crowd.tallies();
    const losses = lossesOf(tallies);
    const acknowledged = tallies.reduce((sum, tally) => sum + tally.acknowledged, 0);
    const report = [
      where,
      '',
      markdownTable([HEAD, ...steps.map(row)]),
      '',
      `Held with p99 of people under ${P99_MS} ms: ${inWords(most)}.`,
      '',
      haste,
      '',
      `${acknowledged} writes were acknowledged on all levels together; ${losses.length === 0 ? 'all are there, once and as they were sent' : losses.join('; ')}.`,
    ].join('\n');
    console.log(`\n${report}`);
    if (options.write !== undefined)
      fs.writeFileSync(options.write, withReport(fs.readFileSync(options.write, 'utf8'), report, 'npm run load'));
    const wrong = steps.flatMap(({ stretches }) =>
      Object.values(stretches).flatMap(({ failures }) => failures.filter(({ kind }) => kind === 'wrong')),
    );
    return losses.length === 0 && wrong.length === 0 && most > 0 ? 0 : 1;
  });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof StartError ? messageOf(error) : error);
    process.exit(1);
  },
);
