// Program: `npm run load`. Measures how many people, agents and pages an hour this machine supports, and the behaviour
// beyond: level by level, on its own local stack, with an ordinary HTTP client. `-- --help` lists the options.
import type { RunningStack } from '../../dev/stack.js';
import { lossesOf } from '../harness/ledger.js';
import { numberOf, parsedArgs, program } from '../../dev/program.js';
import { circumstances, failuresOf, publish } from '../harness/report.js';
import { noJobs } from '../harness/world.js';
import { storeCapacity } from './capacity.js';
import { withCrowd, type Crowd } from './crowd.js';
import { held, nextLevel, RAMP, type Level } from './ramp.js';
import { inWords, P99_MS, shortcomings, step, stepTable, type Step } from './steps.js';

const USAGE = `npm run load -- [options]

  --first N      people of the first level; ${RAMP.first} by default
  --seconds N    length of a level; 60 by default
  --at N         this one level only, and what is beyond it
  --write FILE   puts the report into this page between its marks
`;

/** Factor over the supported number of people for the overload level. */
const BEYOND = 2;
/** Requests a second of an agent without restraint. */
const HASTY_PER_SECOND = 200;

function readOptions(args: readonly string[]) {
  const { values } = parsedArgs(args, {
    first: { type: 'string', default: String(RAMP.first) },
    seconds: { type: 'string', default: '60' },
    at: { type: 'string' },
    write: { type: 'string' },
  });
  return {
    first: numberOf('first', values.first),
    seconds: numberOf('seconds', values.seconds),
    at: values.at === undefined ? undefined : numberOf('at', values.at),
    write: values.write,
  };
}
type Options = ReturnType<typeof readOptions>;

const levelsOf = (steps: readonly Step[]): Level[] =>
  steps.map((one) => ({ people: one.people, held: shortcomings(one).length === 0 }));

async function ramp(crowd: Crowd, stack: RunningStack, { at, first, seconds }: Options): Promise<Step[]> {
  const steps: Step[] = [];
  const take = async (people: number): Promise<void> => {
    console.log(`${inWords(people)} ...`);
    const taken = await step(crowd, stack, people, seconds);
    console.log(stepTable([taken]));
    const slow = Object.entries(taken.stretches.people.p99Of).sort(([, a], [, b]) => b - a);
    console.log(`  p99 of ${slow.map(([name, ms]) => `"${name}" ${Math.round(ms)}`).join(', ')} ms`);
    for (const part of Object.values(taken.stretches)) for (const line of failuresOf(part)) console.log(`  ${line}`);
    steps.push(taken);
    await idle(crowd);
  };
  if (at !== undefined) await take(at);
  else
    for (;;) {
      const people = nextLevel(levelsOf(steps), { ...RAMP, first });
      if (people === undefined) break;
      await take(people);
    }
  await take(BEYOND * Math.max(1, at ?? held(levelsOf(steps))));
  return steps;
}

/** Waits until all uploads are read, so each level starts idle; a backlog that stays is part of the result. */
const idle = (crowd: Crowd): Promise<void> => noJobs(crowd.administrator).catch(() => undefined);

/** At half the machine's capacity. */
async function besideHastyAgent(crowd: Crowd, stack: RunningStack, people: number, seconds: number): Promise<string> {
  console.log(`an agent that sends ${HASTY_PER_SECOND} requests a second, beside ${inWords(people)} ...`);
  const alone = await step(crowd, stack, people, seconds);
  await idle(crowd);
  const hasty = await crowd.hastyAgent(HASTY_PER_SECOND);
  hasty.start();
  let both: Step | undefined;
  const agent = await hasty.during(async () => {
    both = await step(crowd, stack, people, seconds);
  });
  await hasty.stop();
  const refused = agent.failures.filter(({ kind }) => kind === 'refused').length;
  const p99 = (one: Step | undefined): string => `${Math.round(one?.stretches.people.p99 ?? NaN)} ms`;
  return `${inWords(people)}: p99 of people ${p99(alone)}; beside an agent that sends ${HASTY_PER_SECOND} requests a second, ${refused} of whose ${agent.requests} requests were refused, ${p99(both)}.`;
}

async function main(options: Options): Promise<number> {
  const { at, seconds, write } = options;
  const where = await circumstances();
  console.log(where);
  return withCrowd(async (stack, crowd) => {
    const steps = await ramp(crowd, stack, options);
    const most = held(levelsOf(steps.slice(0, -1)));
    if (at === undefined && most > 0) storeCapacity(most);
    const haste = await besideHastyAgent(crowd, stack, Math.max(1, Math.round((at ?? most) / 2)), seconds);
    console.log('Comparing acknowledged writes with stored rows ...');
    const tallies = await crowd.tallies();
    const losses = lossesOf(tallies);
    const acknowledged = tallies.reduce((sum, tally) => sum + tally.acknowledged, 0);
    const kept = losses.length === 0 ? 'all are stored, once and as they were sent' : losses.join('; ');
    const paragraphs = [
      where,
      stepTable(steps),
      `Held with p99 of people under ${P99_MS} ms: ${inWords(most)}.`,
      haste,
      `${acknowledged} writes were acknowledged on all levels together; ${kept}.`,
    ];
    publish(paragraphs.join('\n\n'), 'npm run load', write);
    const wrong = steps
      .flatMap(({ stretches }) => Object.values(stretches))
      .flatMap(({ failures }) => failures.filter(({ kind }) => kind === 'wrong'));
    return losses.length === 0 && wrong.length === 0 && most > 0 ? 0 : 1;
  });
}

program(USAGE, readOptions, main);
