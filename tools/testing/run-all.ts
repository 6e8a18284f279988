// Program: `npm test [-- static unit web integration e2e]`. Runs every check one after another and counts them all;
// its last line is "N passed, N failed", and it succeeds only when nothing failed and every suite ran.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { cacheDir, repoRoot } from '../dev/paths.js';
import { messageOf } from '../dev/start-error.js';
import { table, tallyCheck, tallyJest, verdict, type JestReport, type Outcome } from './tally.js';

/** A suite that takes longer hangs. */
const LIMIT_MS = 30 * 60_000;
const SIGN_OF_LIFE_MS = 30_000;
/** Lines shown of one failure. */
const MAX_LINES = 120;
const reports = path.join(cacheDir, 'test');

interface Job {
  name: string;
  /** Names under which it can be asked for. */
  groups: string[];
  /** Program below node_modules/ and its arguments. */
  command: [program: string, ...args: string[]];
  /** Folder it runs in, relative to the repository. */
  cwd?: string;
  env?: Record<string, string>;
  /** Set for a jest project. */
  report?: string;
}

const jest = (project: string, ...more: string[]): Job => {
  const report = path.join(reports, `${project}.json`);
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
  return { name: project, groups: [project], command, report, env: { NODE_OPTIONS: '--experimental-vm-modules' } };
};

const jobs: readonly Job[] = [
  { name: 'proto lint', groups: ['static'], command: ['@bufbuild/buf/bin/buf', 'lint'], cwd: 'proto' },
  // the journeys run what is compiled here, so that asking for them alone compiles, too
  { name: 'types', groups: ['static', 'e2e'], command: ['@typescript/native/bin/tsc', '-b', '--checkers', '1'] },
  { name: 'web build', groups: ['static', 'e2e'], command: ['vite/bin/vite.js', 'build'], cwd: 'web' },
  {
    name: 'eslint',
    groups: ['static'],
    command: ['eslint/bin/eslint.js', '--cache', '--cache-location', '.cache/eslint/', '--max-warnings', '0', '.'],
  },
  {
    name: 'prettier',
    groups: ['static'],
    command: [
      'prettier/bin/prettier.cjs',
      '--check',
      '--cache',
      '--cache-location',
      '.cache/prettier',
      '--log-level',
      'warn',
      '.',
    ],
  },
  jest('unit'),
  jest('web'),
  // one after another: services under test keep their places in the one message stream by name
  jest('integration', '--runInBand'),
  jest('e2e', '--runInBand'),
];

async function runJob(job: Job): Promise<Outcome> {
  const began = Date.now();
  const seconds = (): number => (Date.now() - began) / 1000;
  if (job.report !== undefined) fs.rmSync(job.report, { force: true }); // an old report must not speak for this run
  console.log(`${job.name} ...`);
  const sign = setInterval(() => console.log(`${job.name} ... ${seconds().toFixed(0)} s`), SIGN_OF_LIFE_MS);
  const { code, output } = await run(job);
  clearInterval(sign);
  const logFile = path.join(reports, `${job.name.replaceAll(' ', '-')}.log`);
  fs.writeFileSync(logFile, output);
  const counted = job.report === undefined ? tallyCheck(code, output) : tallyJest(readReport(job.report), code);
  const outcome = { name: job.name, seconds: seconds(), ...counted };
  const again = outcome.secondTry > 0 ? `, ${outcome.secondTry} at the second try` : '';
  console.log(
    `${job.name}: ${outcome.passed} passed, ${outcome.failed} failed${again}, ${outcome.seconds.toFixed(1)} s`,
  );
  // when jest itself failed there is no report, and its last words are all there is
  const problems = [...outcome.problems, ...(job.report === undefined || readReport(job.report) ? [] : [output])];
  for (const problem of problems) console.log(`\n${excerpt(problem, logFile)}\n`);
  return outcome;
}

function run(job: Job): Promise<{ code: number; output: string }> {
  const [program, ...args] = job.command;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(repoRoot, 'node_modules', program), ...args], {
      cwd: path.join(repoRoot, job.cwd ?? ''),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...withoutColours(process.env), ...job.env },
    });
    let output = '';
    const limit = setTimeout(() => {
      output += `\nended after ${LIMIT_MS / 60_000} minutes`;
      child.kill('SIGKILL');
    }, LIMIT_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      if (job.report === undefined) output += chunk.toString(); // with --json, jest's report itself comes this way
    });
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code: code ?? 1, output });
    });
  });
}

function readReport(file: string): JestReport | undefined {
  if (!fs.existsSync(file)) return undefined;
  return JSON.parse(fs.readFileSync(file, 'utf8')) as JestReport;
}

/** The log is kept and may be read anywhere: no colours, whatever the programs would guess. */
function withoutColours(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const copy: NodeJS.ProcessEnv = { ...env, NO_COLOR: '1' };
  delete copy.FORCE_COLOR;
  return copy;
}

/** A failure, indented; a very long one is cut and its place named. */
function excerpt(text: string, file: string): string {
  const lines = stripVTControlCharacters(text).trim().split('\n');
  const shown = lines.slice(0, MAX_LINES);
  if (lines.length > MAX_LINES) shown.push(`... and ${lines.length - MAX_LINES} more lines in ${file}`);
  return shown.map((line) => `  ${line}`).join('\n');
}

async function main(): Promise<boolean> {
  const groups = [...new Set(jobs.flatMap((job) => job.groups))];
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !groups.includes(name));
  if (unknown !== undefined) throw new Error(`There is no suite "${unknown}"; there are ${groups.join(', ')}.`);
  fs.mkdirSync(reports, { recursive: true });
  const outcomes: Outcome[] = [];
  for (const job of jobs.filter(
    (candidate) => asked.length === 0 || candidate.groups.some((group) => asked.includes(group)),
  )) {
    outcomes.push(await runJob(job));
  }
  console.log(`\n${table(outcomes)}\n\n${verdict(outcomes)}`);
  return outcomes.every((outcome) => outcome.failed === 0 && outcome.passed > 0);
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
