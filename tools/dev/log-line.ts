import path from 'node:path';

/** Name of the running program. */
const name = path.basename(process.argv[1] ?? 'symbio').replace(/(-main)?\.(js|ts)$/, '');

/** Writes a line in the format of the services' logger, so that all files in .data/logs look alike. */
export function logLine(
  level: 'debug' | 'info' | 'warn' | 'error' | 'fatal',
  msg: string,
  fields: Record<string, unknown> = {},
): void {
  const time = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ level, time, pid: process.pid, name, ...fields, msg })}\n`);
}
