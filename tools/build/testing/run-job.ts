import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repoRoot } from '../../dev/paths.js';
import { reportsDir, type Job } from './suites.js';
import { failedFiles, problemsOf, tallyCheck, tallyJest, withRerun, type JestReport, type Outcome } from './tally.js';

const LIMIT_MS = 30 * 60_000;
const SIGN_OF_LIFE_MS = 30_000;
const MAX_LINES = 120;

/** More failed files than this are no accident of a busy machine: they are not run again. */
const MOST_RERUN_FILES = 5;

export interface Finished {
  outcome: Outcome;
  text: string;
  report: JestReport | undefined;
}

/** Runs one job to its end and prints a sign of life from time to time. */
export async function runJob(job: Job): Promise<Finished> {
  const began = Date.now();
  const seconds = (): number => (Date.now() - began) / 1000;
  if (job.report !== undefined) fs.rmSync(job.report, { force: true });
  console.log(`${job.name} ...`);
  const sign = setInterval(() => console.log(`${job.name} ... ${seconds().toFixed(0)} s`), SIGN_OF_LIFE_MS);
  const { code, output, report, unstable } = await runWithRerun(job);
  clearInterval(sign);
  const logFile = path.join(reportsDir, `${job.name.replaceAll(' ', '-')}.log`);
  fs.writeFileSync(logFile, output);
  const counted = job.report === undefined ? tallyCheck(code, output) : tallyJest(report, code, job.mayBeEmpty);
  const outcome = { name: job.name, seconds: seconds(), ...counted };
  // when jest itself failed there is only its output
  const problems = [...outcome.problems, ...(job.report === undefined || report ? [] : [output])];
  const text = [
    `${job.name}: ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.seconds.toFixed(1)} s`,
    ...output
      .split('\n')
      .filter((line) => outcome.failed === 0 && job.tells?.test(line))
      .map((line) => `  ${line}`),
    ...unstable.map((problem) => `\nPassed only when it ran again:\n${excerpt(problem, logFile)}\n`),
    ...problems.map((problem) => `\n${excerpt(problem, logFile)}\n`),
  ].join('\n');
  return { outcome, text, report };
}

interface Ended {
  code: number;
  output: string;
  report: JestReport | undefined;
  /** First failures of files that passed when they ran again. */
  unstable: string[];
}

/** Runs a job, then its failed test files again, alone, if they are few; names those that pass the second time. */
async function runWithRerun(job: Job): Promise<Ended> {
  const { code, output } = await run(job);
  if (job.report === undefined) return { code, output, report: undefined, unstable: [] };
  const report = readReport(job.report);
  const files = report === undefined ? [] : failedFiles(report);
  if (report === undefined || files.length === 0 || files.length > MOST_RERUN_FILES)
    return { code, output, report, unstable: [] };
  console.log(`${job.name}: ${files.length} of its files failed and run again ...`);
  fs.rmSync(job.report);
  const again = await run({ ...job, command: [...job.command, '--runInBand', '--runTestsByPath', ...files] });
  const second = readReport(job.report);
  const log = `${output}\n\nThe failed files again:\n${again.output}`;
  if (second === undefined) return { code, output: log, report, unstable: [] };
  const stillFailed = new Set(failedFiles(second));
  const unstable = report.testResults.filter(({ name }) => !stillFailed.has(name)).flatMap(problemsOf);
  return { code: again.code, output: log, report: withRerun(report, second), unstable };
}

function run(job: Job): Promise<{ code: number; output: string }> {
  const [program, ...args] = job.command;
  return new Promise((resolve) => {
    const file = path.join(repoRoot, 'node_modules', program);
    const child = spawn(process.execPath, [...(job.nodeOptions ?? []), file, ...args], {
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
      if (job.report === undefined) output += chunk.toString(); // with --json, jest writes its report to stdout
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

/** Disables colours: the log is kept and may be read anywhere. */
function withoutColours(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const copy: NodeJS.ProcessEnv = { ...env, NO_COLOR: '1' };
  delete copy.FORCE_COLOR;
  return copy;
}

/** Indents a failure; shortens a very long one and names the file with the rest. */
function excerpt(text: string, file: string): string {
  const lines = stripVTControlCharacters(text).trim().split('\n');
  const shown = lines.slice(0, MAX_LINES);
  if (lines.length > MAX_LINES) shown.push(`... and ${lines.length - MAX_LINES} more lines in ${file}`);
  return shown.map((line) => `  ${line}`).join('\n');
}
