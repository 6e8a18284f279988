import { setTimeout as sleep } from 'node:timers/promises';
import type { Stretch } from '../harness/load.js';
import { cpuSecondsOf } from '../harness/processes.js';
import { markdownTable } from '../markdown-table.js';
import type { RunningStack } from '../../dev/stack.js';
import { pidsOf } from '../harness/stack.js';
import { unfinishedJobs } from '../harness/world.js';
import type { Crowd, Stretches } from './crowd.js';
import { WITH_ONE_PERSON } from './mix.js';

/** Goal for the 99th percentile of people's requests, in milliseconds. */
export const P99_MS = 300;
/** Share of requests that may be refused at a successful level. */
const MOST_REFUSED = 0.001;
/** Seconds before a level is measured: caches fill, connections open. */
const WARM_UP_SECONDS = 10;
/**
 * Backlog of uploads at the end of a level, in seconds of uploads: more means that they arrive faster than they are
 * read.
 */
const MOST_WAITING_SECONDS = 30;

export interface Step {
  people: number;
  seconds: number;
  stretches: Stretches;
  waiting: number;
  processors: { product: number; client: number };
}

const agentsOf = (people: number): number => Math.max(1, Math.round(people * WITH_ONE_PERSON.agents));
const pagesOf = (people: number): number => people * WITH_ONE_PERSON.pagesAnHour;

export const inWords = (people: number): string =>
  `${people} people, ${agentsOf(people)} agents, ${pagesOf(people)} pages an hour`;

const failed = ({ failures }: Stretch, ...kinds: string[]): number =>
  failures.filter(({ kind }) => kinds.includes(kind)).length;

const all = ({ people, agents, uploads }: Stretches): Stretch[] => [people, agents, uploads];
const total = (step: Step, of: (stretch: Stretch) => number): number =>
  all(step.stretches).reduce((sum, stretch) => sum + of(stretch), 0);

export function shortcomings(step: Step): string[] {
  const { people } = step.stretches;
  const refused = total(step, (one) => failed(one, 'refused') + one.skipped);
  const bad = total(step, (one) => failed(one, 'unanswered', 'wrong'));
  const mayWait = Math.max(2, (pagesOf(step.people) / 3600) * MOST_WAITING_SECONDS);
  return [
    ...(people.p99 > P99_MS ? [`p99 of people is ${Math.round(people.p99)} ms`] : []),
    ...(refused > MOST_REFUSED * total(step, (one) => one.requests) ? [`${refused} requests were refused`] : []),
    ...(bad > 0 ? [`${bad} requests were not answered, or wrongly`] : []),
    ...(step.waiting > mayWait ? [`${step.waiting} jobs wait`] : []),
  ];
}

export async function step(crowd: Crowd, stack: RunningStack, people: number, seconds: number): Promise<Step> {
  await crowd.gather(people);
  const working = crowd.working(people);
  try {
    await working.during(() => sleep(WARM_UP_SECONDS * 1000));
    const before = { product: used(stack), client: process.cpuUsage() };
    const stretches = await working.during(() => sleep(seconds * 1000));
    const spent = Math.max(...all(stretches).map((stretch) => stretch.seconds));
    const client = process.cpuUsage(before.client);
    const processors = {
      product: (used(stack) - before.product) / spent,
      client: (client.user + client.system) / 1e6 / spent,
    };
    return { people, seconds: spent, stretches, processors, waiting: await unfinishedJobs(crowd.administrator) };
  } finally {
    await working.stop();
  }
}

/** CPU seconds so far of all processes of a stack and their children. */
const used = (stack: RunningStack): number =>
  pidsOf(stack).reduce((sum, [, pid]) => sum + cpuSecondsOf(pid, { withChildren: true }), 0);

const HEAD = [
  ...['people', 'agents', 'pages/h', 'requests/s', 'people p50', 'p99 ms', 'agents p99', 'uploads p99'],
  ...['refused', 'unanswered', 'wrong', 'jobs waiting', 'processors', 'of the client', ''],
];

export const row = (one: Step): string[] => {
  const { people, agents, uploads } = one.stretches;
  return [
    String(one.people),
    String(agentsOf(one.people)),
    String(pagesOf(one.people)),
    (total(one, ({ requests }) => requests) / one.seconds).toFixed(0),
    people.p50.toFixed(0),
    people.p99.toFixed(0),
    agents.p99.toFixed(0),
    uploads.p99.toFixed(0),
    String(total(one, (stretch) => failed(stretch, 'refused') + stretch.skipped)),
    String(total(one, (stretch) => failed(stretch, 'unanswered'))),
    String(total(one, (stretch) => failed(stretch, 'wrong'))),
    String(one.waiting),
    one.processors.product.toFixed(2),
    one.processors.client.toFixed(2),
    shortcomings(one).length === 0 ? 'held' : shortcomings(one).join('; '),
  ];
};

export const stepTable = (steps: readonly Step[]): string => markdownTable([HEAD, ...steps.map(row)]);
