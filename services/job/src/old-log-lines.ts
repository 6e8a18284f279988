/** Lines of job logs written before November 2026: whoever cancelled or retried a job stands by name in the text, and no id beside it. */
import { createSweep, type Logger, type Sweep } from '@symbio/kit';

/** What such lines begin with, and how they end; those of today have `{by}` there. */
const OLD_LINE = /^(Job cancelled by user \(|To be stopped after this page \(|Started again by )(?!\{by\}).+?(\)?)$/;
/** Stands where a name was that nobody can look up any more. */
const SOMEBODY = 'somebody';

/** Milliseconds between looks: a restore of an older archive brings lines back. */
const LOOK_MS = 86_400_000;
const BATCH = 500;

/** A line without its name; undefined where there is none in it. */
export function withoutOldName(text: string): string | undefined {
  const [, before, after = ''] = OLD_LINE.exec(text) ?? [];
  if (before === undefined) return undefined;
  const changed = `${before}${SOMEBODY}${before.endsWith('(') ? ')' : after}`;
  return changed === text ? undefined : changed;
}

/** A line as it is stored. */
export interface OldLine {
  _id: string;
  text: string;
}

export interface OldLogLines {
  /** Lines without an id beside them that begin as old ones do and come after an id, the first ones. */
  find: (beginnings: RegExp, after: string, most: number) => Promise<OldLine[]>;
  write: (line: OldLine) => Promise<void>;
}

const BEGINNINGS = /^(?:Job cancelled by user \(|To be stopped after this page \(|Started again by )/;

/** Takes names out of old lines. Whose they are is not known, so that all go; the audit trail says who did it. */
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
      if (count > 0) log.info({ lines: count }, 'names were taken out of old lines of job logs');
    },
    log,
  });
