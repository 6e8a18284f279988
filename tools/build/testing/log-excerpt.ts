import fs from 'node:fs';
import path from 'node:path';

/** Levels that report trouble, as pino and the NATS server write them. */
const TROUBLE = new Set(['warn', 'error', 'fatal']);
const BROKER_LINE = /^\[\d+\] (\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d)\S* \[(WRN|ERR|FTL)\] (.*)$/;
const COMMON = new Set(['level', 'time', 'pid', 'name', 'msg']);
const MAX_LINE = 400;

/**
 * Last lines with level warn or above in a stack's logs, in order of time, one short line each, errors without stack.
 *
 * @param folder folder of `<process>.log` files; a missing folder has no lines
 * @param since only lines written at or after this moment, milliseconds since 1970
 * @param most maximum number of lines; a first line counts those left out
 */
export function troubleIn(folder: string, since: number, most: number): string[] {
  if (!fs.existsSync(folder)) return [];
  const found = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => {
      const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n');
      return lines.flatMap((line) => readLine(line, path.basename(name, '.log')) ?? []);
    })
    .filter(({ time }) => time >= since)
    .sort((a, b) => a.time - b.time)
    .map(({ text }) => (text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}...` : text));
  const left = found.length - most;
  return left > 0 ? [`(${left} more before)`, ...found.slice(-most)] : found;
}

function readLine(line: string, process: string): { time: number; text: string } | undefined {
  const broker = BROKER_LINE.exec(line);
  if (broker) {
    const [, year, month, day, clock, level, text] = broker;
    const time = new Date(`${year}-${month}-${day}T${clock}.999`).getTime();
    return { time, text: `${clock} ${process} ${level}: ${text}` };
  }
  if (!line.startsWith('{')) return undefined;
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (!TROUBLE.has(String(entry['level']))) return undefined;
  const time = new Date(String(entry['time']));
  if (Number.isNaN(time.getTime())) return undefined;
  const fields = Object.fromEntries(Object.entries(entry).filter(([name]) => !COMMON.has(name)));
  const said = JSON.stringify(fields, (name, value: unknown) => (name === 'stack' ? undefined : value));
  const clock = time.toISOString().slice(11, 23);
  return {
    time: time.getTime(),
    text: `${clock} ${process} ${String(entry['level'])}: ${String(entry['msg'])} ${said}`,
  };
}
