/** Removes user names from log lines written before November 2026, which have them in the text without id. */
import { createSweep, type Logger, type Sweep } from '@symbio/runtime';

/** Start and end of old lines; current ones have `{by}`. */
const OLD_LINE = /^(Job cancelled by user \(|To be stopped after this page \(|Started again by )(?!\{by\}).+?(\)?)$/;
/** Replaces the name. */
const SOMEBODY = 'somebody';

/** Interval in milliseconds: restoring an old backup brings lines back. */
const LOOK_MS = 86_400_000;
const BATCH = 500;

/** The line without name; undefined if it has none. */
export function withoutOldName(text: string): string | undefined {
  const [, before, after = ''] = OLD_LINE.exec(text) ?? [];
  if (before === undefined) return undefined;
  const changed = `${before}${SOMEBODY}${before.endsWith('(') ? ')' : after}`;
  return changed === text ? undefined : changed;
}

export interface OldLine {
  _id: string;
  text: string;
}

export interface OldLogLines {
  /** The first lines after an id that match the old patterns and have no user id. */
  find: (beginnings: RegExp, after: string, most: number) => Promise<OldLine[]>;
  write: (line: OldLine) => Promise<void>;
}

const BEGINNINGS = /^(?:Job cancelled by user \(|To be stopped after this page \(|Started again by )/;

/** Removes all names from old lines, as their user is unknown; the audit trail has the actions. */
export async function forgetOldNames({ find, write }: OldLogLines, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    signal.throwIfAborted();
    const lines = await find(BEGINNINGS, after, BATCH);
    for (const { _id, text } of lines) {
      const changed = withoutOldName(text);
      if (changed === undefined) continue;
      await write({ _id, text: changed });
      count++;
    }
    after = lines.at(-1)?._id ?? after;
    if (lines.length < BATCH) return count;
  }
}

export const oldNamesSweep = (lines: OldLogLines, log: Logger): Sweep =>
  createSweep({
    what: 'taking names out of old lines of job logs',
    everyMs: LOOK_MS,
    atOnce: true,
    async run(signal) {
      const count = await forgetOldNames(lines, signal);
      if (count > 0) log.info({ lines: count }, 'removed names from old job log lines');
    },
    log,
  });
