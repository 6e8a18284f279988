import path from 'node:path';
import { cacheDir } from '../dev/paths.js';

/** Reports and logs of the last run. */
export const reportsDir = path.join(cacheDir, 'test');

/** One check of `npm test`: a program, and where its figures come from. */
export interface Job {
  name: string;
  /** Names under which it can be asked for. */
  groups: string[];
  /** Program below node_modules/ and its arguments. */
  command: [program: string, ...args: string[]];
  /** Options of Node itself for the program and its workers. */
  nodeOptions?: readonly string[];
  /** Folder it runs in, relative to the repository. */
  cwd?: string;
  env?: Record<string, string>;
  /** Set for a jest project: where its report is written. */
  report?: string;
  /** Lines of its output that are shown although it is well. */
  tells?: RegExp;
  /** Set where it is well when no test fits. */
  mayBeEmpty?: boolean;
}

/**
 * For jest, whose workers keep both processors busy: V8's own threads compile and collect garbage on a third and a fourth, which
 * there are not, and what libraries were compiled to is kept for the next file of tests (docs/decisions/0030-tests-in-twelve-minutes.md).
 */
const FOR_BUSY_PROCESSORS = [
  '--single-threaded-gc',
  '--no-concurrent-recompilation',
  '--no-flush-bytecode',
  // tools/testing/module-links.mjs says why
  '--no-compilation-cache',
];

/** A jest project, or a part of its files. */
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

/**
 * For programs of Go that end soon: garbage is collected less often, as long as memory allows. Of the processor's time that
 * takes a sixth from the linter and a fifth from the compiler (docs/decisions/0030-tests-in-twelve-minutes.md).
 */
export const FOR_GO: Readonly<Record<string, string>> = { GOGC: '400', GOMEMLIMIT: '3GiB' };

/** The linter, over everything or over some files. */
export const lintJob = (files: readonly string[] = []): Job => ({
  name: 'lint',
  groups: ['static'],
  command: ['oxlint/bin/oxlint', '-c', 'oxlint.config.mjs', '--max-warnings', '0', '--format', 'unix', ...files],
  // one thread of the type checker: each of several would work out the same large types
  env: { GOMAXPROCS: '1', ...FOR_GO },
});

/** The formatter's check, over everything or over some files. */
export const formatJob = (files: readonly string[] = []): Job => ({
  name: 'format',
  groups: ['static'],
  command: ['oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files],
});

export const typesJob: Job = {
  // the journeys run what is compiled here, so that asking for them alone compiles, too
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

/** The chart, as far as Helm and the other programs for it are on the PATH; it says what it left out. */
const chartJob: Job = {
  name: 'chart',
  groups: ['static', 'chart'],
  command: ['tsx/dist/cli.mjs', 'tools/chart/main.ts'],
  tells: /left out/i,
};

/** What is known against the packages, where the registry says so; it says that it was left out where not. */
const advisoriesJob: Job = {
  name: 'advisories',
  groups: ['static'],
  command: ['tsx/dist/cli.mjs', 'tools/testing/advisories-main.ts'],
  tells: /left out/i,
};

/** The checks that use one processor each and need nothing of one another; the longest first. */
export const sideBySide: readonly Job[] = [
  lintJob(),
  typesJob,
  { name: 'web build', groups: ['static', 'e2e'], command: ['tsx/dist/cli.mjs', 'web/build/checked-build.mjs'] },
  protoJob,
  chartJob,
  formatJob(),
  advisoriesJob,
];

/** Each worker of a suite has servers to itself; where one server is named for all, files run one after another. */
const ownServers = (given: string | undefined): string[] => (given === undefined ? [] : ['--runInBand']);

/** The suites, each of which uses all processors. */
export const oneByOne: readonly Job[] = [
  jestJob('unit'),
  jestJob('web'),
  jestJob('integration', ...ownServers(process.env.NATS_URL)),
  jestJob('e2e'),
];
