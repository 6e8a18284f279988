/** Process id and its memory in megabytes. */
export interface ProcessState {
  pid: number;
  mb: number;
}

/** How many times slower they may become (p99). */
const SLOWER = 3;
/** Latencies below this are never slow: a ratio of small numbers means nothing. */
const SWIFT_MS = 300;
/** Memory growth allowed at the end, and at the peak, in megabytes. */
const GROWN_MB = 300;
const PEAK_MB = 1_074;

export function processFaults(
  before: ReadonlyMap<string, ProcessState>,
  after: ReadonlyMap<string, ProcessState>,
  peaks: ReadonlyMap<string, number>,
): string[] {
  return [...before].flatMap(([name, { pid, mb }]) => {
    const now = after.get(name);
    if (now?.pid !== pid) return [`${name} was restarted`];
    const peak = peaks.get(name) ?? 0;
    return [
      ...(now.mb - mb > GROWN_MB ? [`${name} grew from ${mb.toFixed(0)} to ${now.mb.toFixed(0)} MB`] : []),
      ...(peak > PEAK_MB ? [`${name} held ${peak.toFixed(0)} MB`] : []),
    ];
  });
}

/** Whether others waited too long: 99th percentiles before and during, in milliseconds. */
export const isSlower = (before: number, during: number): boolean => during > SWIFT_MS && during > before * SLOWER;
