import path from 'node:path';

/** Name of the program that runs, as the list of processes has it. */
const name = path.basename(process.argv[1] ?? 'symbio').replace(/(-main)?\.(js|ts)$/, '');

/** Writes one line in the form the services' logger writes, so that every file under .data/logs reads alike. */
export function logLine(
  level: 'debug' | 'info' | 'warn' | 'error' | 'fatal',
  msg: string,
  fields: Record<string, unknown> = {},
): void {
  const time = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ level, time, pid: process.pid, name, ...fields, msg })}\n`);
}
