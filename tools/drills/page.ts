import os from 'node:os';
import { run } from '../cluster/run.js';
import { repoRoot } from '../dev/paths.js';

/** Marks the end of the generated report. */
const END = '<!-- end of what is written -->';

/**
 * Replaces the report between its marks.
 *
 * @param command that generates it, named by the first mark
 * @throws Error for a page without marks
 */
export function withReport(page: string, report: string, command = 'npm run drill'): string {
  const begin = `<!-- written by ${command} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(END, from);
  if (from === -1 || to === -1) throw new Error(`the page lacks the lines ${begin} and ${END}`);
  return `${page.slice(0, from + begin.length)}\n\n${report}\n\n${page.slice(to)}`;
}

async function commitOf(): Promise<string> {
  return (await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: repoRoot })).trim();
}

/** A table preceded by date, commit and machine. */
export async function reportOf(table: string): Promise<string> {
  const machine = `${os.availableParallelism()} processors, load average ${os.loadavg()[0]?.toFixed(1)}`;
  const commit = await commitOf().catch(() => 'unknown');
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}\n\n${table}`;
}
