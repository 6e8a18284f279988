import { execFileSync } from 'node:child_process';
import { repoRoot } from '../../dev/paths.js';
import { jestJob, lintJob, formatJob, protoJob, typesJob, type Job } from './suites.js';

/** Files that imports do not lead to: changing one affects every test. */
const EVERYWHERE =
  /^(proto\/.*\.proto|proto\/[^/]*|package(-lock)?\.json|jest\.config\.mjs|tsconfig\.base\.json|(tools\/build|web\/src)\/testing\/[^/]*\.mjs)$/;
const SOURCE = /\.(tsx?|mjs)$/;
/** Files that the linter checks; it fails when it gets only ignored files. */
const LINTED = /\.tsx?$/;
const GENERATED = /(^|\/)(gen|dist)\//;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function commit(name: string): string | undefined {
  try {
    return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  } catch {
    return undefined;
  }
}

/**
 * Files that differ from a commit, uncommitted ones included, relative to the repository.
 * @param since a commit; by default the merge base with the trunk, or on the trunk itself the previous commit
 */
function changedFiles(since?: string): string[] {
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
  const differing = (base: string): string[] => lines(git('diff', '--name-only', '--diff-filter=d', base));
  const unknown = lines(git('ls-files', '--others', '--exclude-standard'));
  if (since !== undefined) {
    if (commit(since) === undefined) throw new Error(`There is no commit "${since}" to compare with.`);
    return [...differing(since), ...unknown].sort();
  }
  const trunk = commit('origin/main') ?? commit('main');
  const left = trunk === undefined ? undefined : git('merge-base', 'HEAD', trunk);
  const own = [...(left === undefined ? [] : differing(left)), ...unknown];
  const before = commit('HEAD~1');
  return (own.length > 0 || before === undefined ? own : differing(before)).sort();
}

/** Never the journeys. */
export function jobsFor(files: readonly string[]): { checks: readonly Job[]; suites: readonly Job[] } {
  const everywhere = files.some((file) => EVERYWHERE.test(file));
  const sources = files.filter((file) => SOURCE.test(file) && !GENERATED.test(file));
  const linted = sources.filter((file) => LINTED.test(file));
  const checks = [
    ...(linted.length > 0 ? [lintJob(linted)] : []),
    typesJob,
    ...(files.length > 0 ? [formatJob(files)] : []),
    ...(files.some((file) => file.startsWith('proto/')) ? [protoJob] : []),
  ];
  const related = ['--passWithNoTests', '--findRelatedTests', ...sources];
  const suites = ['unit', 'web', 'integration'].map((project) =>
    everywhere ? jestJob(project) : { ...jestJob(project, ...related), mayBeEmpty: true },
  );
  return { checks, suites: everywhere || sources.length > 0 ? suites : [] };
}

export const jobsForChanges = (since?: string): ReturnType<typeof jobsFor> => jobsFor(changedFiles(since));
