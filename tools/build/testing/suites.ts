import path from 'node:path';
import { cacheDir } from '../../dev/paths.js';

/** Reports and logs of the last run. */
export const reportsDir = path.join(cacheDir, 'test');

export interface Job {
  name: string;
  /** Names that select it on the command line. */
  groups: string[];
  command: [program: string, ...args: string[]];
  nodeOptions?: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
  report?: string;
  /** Output lines to show even on success. */
  tells?: RegExp;
  /** Whether success needs no test. */
  mayBeEmpty?: boolean;
}

/** Whether V8 can limit heap and buffers together. */
function hasOneLimit(): boolean {
  return Number.parseInt(process.versions.node) >= 24;
}

/**
 * For jest, whose workers keep both processors busy: no extra V8 threads for compilation and garbage collection, and a
 * cache of compiled libraries (decision 0030). Marking in steps would keep the modules of ended test files alive: it
 * takes 13 % more processor time and twice the memory. Node 24 can count buffers as part of the heap: else each 64 MB of
 * them mark all modules, a seventh of the processor time of the unit tests.
 */
const FOR_BUSY_PROCESSORS = [
  ...(hasOneLimit() ? ['--external-memory-accounted-in-global-limit', '--initial-old-space-size=800'] : []),
  '--min-semi-space-size=128',
  '--max-semi-space-size=128',
  '--single-threaded-gc',
  '--no-incremental-marking',
  '--no-concurrent-recompilation',
  '--no-flush-bytecode',
  // tools/build/testing/module-links.mjs has the reason
  '--no-compilation-cache',
];

export function jestJob(project: string, ...more: string[]): Job {
  const report = path.join(reportsDir, `${project}.json`);
  const command: Job['command'] = [
    'jest/bin/jest.js',
    '--selectProjects',
    project,
    '--ci',
    '--json',
    '--outputFile',
    report,
    ...more,
  ];
  return {
    name: project,
    groups: [project],
    command,
    report,
    nodeOptions: FOR_BUSY_PROCESSORS,
    env: { NODE_OPTIONS: '--experimental-vm-modules' },
  };
}

/** For short Go programs: collect garbage less often while memory allows. */
export const FOR_GO: Readonly<Record<string, string>> = { GOGC: '400', GOMEMLIMIT: '3GiB' };

export const lintJob = (files: readonly string[] = []): Job => ({
  name: 'lint',
  groups: ['static'],
  command: ['oxlint/bin/oxlint', '-c', 'oxlint.config.mjs', '--max-warnings', '0', '--format', 'unix', ...files],
  // several type checker threads would repeat the same large types
  env: { GOMAXPROCS: '1', ...FOR_GO },
});

export const formatJob = (files: readonly string[] = []): Job => ({
  name: 'format',
  groups: ['static'],
  command: ['oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files],
});

export const typesJob: Job = {
  // the journeys run the compiled programs, so they need this job, too
  name: 'types',
  groups: ['static', 'e2e'],
  command: ['@typescript/native/bin/tsc', '-b', '--checkers', '1'],
  env: FOR_GO,
};

export const protoJob: Job = {
  name: 'proto lint',
  groups: ['static'],
  command: ['@bufbuild/buf/bin/buf', 'lint'],
  cwd: 'proto',
};

/** Checks the chart as far as Helm and the other programs are on the PATH; reports omissions. */
const chartJob: Job = {
  name: 'chart',
  groups: ['static', 'chart'],
  command: ['tsx/dist/cli.mjs', 'tools/build/chart/main.ts'],
  tells: /left out/i,
};

const advisoriesJob: Job = {
  name: 'advisories',
  groups: ['static'],
  command: ['tsx/dist/cli.mjs', 'tools/build/testing/advisories-main.ts'],
  tells: /left out/i,
};

/** Single-threaded, independent checks; the longest first. */
export const sideBySide: readonly Job[] = [
  lintJob(),
  typesJob,
  { name: 'web build', groups: ['static', 'e2e'], command: ['tsx/dist/cli.mjs', 'web/build/checked-build.mjs'] },
  protoJob,
  chartJob,
  formatJob(),
  advisoriesJob,
];

/** Each worker of a suite has its own servers; with one given server, files run one after another. */
const ownServers = (given: string | undefined): string[] => (given === undefined ? [] : ['--runInBand']);

/** Suites; each uses all processors. */
export const oneByOne: readonly Job[] = [
  jestJob('unit'),
  jestJob('web'),
  jestJob('integration', ...ownServers(process.env.NATS_URL)),
  jestJob('e2e'),
];
