/** What hostile clients did to processes and to other people. */

/** A process by its id, and megabytes that it holds. */
export interface Held {
  pid: number;
  mb: number;
}

/** How many times slower they may become (p99). */
const SLOWER = 3;
/** Below so many milliseconds nobody calls anything slow: a ratio of small numbers says nothing. */
const SWIFT_MS = 300;
/** Megabytes by which a process may have grown when all is over, and at most meanwhile. */
const GROWN_MB = 300;
const PEAK_MB = 1_024;

/** Sentences about processes that are others now, or hold much more. */
export function processFaults(
  before: ReadonlyMap<string, Held>,
  after: ReadonlyMap<string, Held>,
  peaks: ReadonlyMap<string, number>,
): string[] {
  return [...before].flatMap(([name, { pid, mb }]) => {
    const now = after.get(name);
    if (now?.pid !== pid) return [`${name} ended and was started again`];
    const peak = peaks.get(name) ?? 0;
    return [
      ...(now.mb - mb > GROWN_MB ? [`${name} grew from ${mb.toFixed(0)} to ${now.mb.toFixed(0)} MB`] : []),
      ...(peak > PEAK_MB ? [`${name} held ${peak.toFixed(0)} MB`] : []),
    ];
  });
}

/** Whether others had to wait for too long: milliseconds of 99 percent before and meanwhile. */
export const isSlower = (before: number, during: number): boolean => during > SWIFT_MS && during > before * SLOWER;
