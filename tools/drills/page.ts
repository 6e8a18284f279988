import os from 'node:os';
import { run } from '../cluster/run.js';
import { repoRoot } from '../dev/paths.js';

/** Line after which what was written ends. */
const END = '<!-- end of what is written -->';

/**
 * A page with another report between its marks.
 *
 * @param command the one that writes it, which the first mark names
 * @throws Error for a page without them
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

/** A table below a line that says when, of which commit and on what machine it was found. */
export async function reportOf(table: string): Promise<string> {
  const machine = `${os.availableParallelism()} processors, load average ${os.loadavg()[0]?.toFixed(1)}`;
  const commit = await commitOf().catch(() => 'unknown');
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}\n\n${table}`;
}
