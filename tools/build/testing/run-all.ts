// Program: `npm test [-- static unit web integration e2e]` or `npm test -- changed [since]`. Runs every check and counts
// them all; its last line is "N passed, N failed", and it succeeds only when nothing failed and every suite ran.
// `-- e2e --replicas 2` runs the journeys on two of every service and gateway.
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { pMapIterable } from 'p-map';
import { messageOf } from '../../dev/start-error.js';
import { hasS3Server, NO_S3_SERVER, versitygw } from '../../dev/versitygw.js';
import { jobsForChanges } from './changed.js';
import { runJob, type Finished } from './run-job.js';
import { oneByOne, reportsDir, sideBySide as checks, type Job } from './suites.js';
import { slowest, table, verdict } from './tally.js';

const MOST_SLOW_FILES = 10;

/** Resolves arguments to checks, which run side by side, and suites, which run one after another. */
function asked(names: readonly string[]): { checks: readonly Job[]; suites: readonly Job[] } {
  if (names[0] === 'changed') return jobsForChanges(names[1]);
  const groups = [...new Set([...checks, ...oneByOne].flatMap((job) => job.groups))];
  const unknown = names.find((name) => !groups.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no suite "${unknown}"; there are changed, ${groups.join(', ')}.`);
  const isAsked = (job: Job): boolean => names.length === 0 || job.groups.some((group) => names.includes(group));
  return { checks: checks.filter(isAsked), suites: oneByOne.filter(isAsked) };
}

/** Builds the S3 server of the integration tests, if needed, while the checks run. */
function makeS3Server(suites: readonly Job[]): Promise<void> | undefined {
  if (!suites.some(needsS3) || !hasS3Server()) return undefined;
  // the tests that need it report a failed build
  return versitygw('tests', true).then(
    () => undefined,
    () => undefined,
  );
}

const needsS3 = (job: Job): boolean => job.groups.includes('integration');

const withReplicas = (job: Job, replicas: string): Job =>
  job.groups.includes('e2e') ? { ...job, env: { ...job.env, REPLICAS: replicas } } : job;

async function main(): Promise<boolean> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { replicas: { type: 'string' } } });
  const jobs = asked(positionals);
  const { replicas } = values;
  if (replicas !== undefined) jobs.suites = jobs.suites.map((job) => withReplicas(job, replicas));
  const s3 = makeS3Server(jobs.suites);
  fs.mkdirSync(reportsDir, { recursive: true });
  const finished: Finished[] = [];
  const start = async (job: Job): Promise<Finished> => {
    if (needsS3(job)) await s3;
    return runJob(job);
  };
  for (const [group, concurrency] of [
    [jobs.checks, os.availableParallelism()],
    [jobs.suites, 1],
  ] as const)
    for await (const one of pMapIterable(group, start, { concurrency, backpressure: concurrency + group.length })) {
      console.log(one.text);
      finished.push(one);
    }
  const outcomes = finished.map(({ outcome }) => outcome);
  const slow = slowest(
    finished.flatMap(({ report }) => report ?? []),
    MOST_SLOW_FILES,
  );
  console.log(`\n${table(outcomes)}\n`);
  if (slow.length > 0) console.log(`The slowest test files:\n${slow.join('\n')}\n`);
  if (jobs.suites.some(needsS3) && !hasS3Server()) console.log(`${NO_S3_SERVER}\n`);
  console.log(verdict(outcomes));
  return outcomes.every((outcome) => outcome.failed === 0);
}

main().then(
  (good) => {
    process.exitCode = good ? 0 : 1;
  },
  (error: unknown) => {
    console.log(`${messageOf(error)}\n0 passed, 1 failed`);
    process.exitCode = 1;
  },
);
