/** Milliseconds before the next attempt, by attempts so far: about 17 hours in total. */
const DELAYS_MS = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000] as const;
/** Random share of a delay, to spread retries. */
const JITTER = 0.1;

/** Milliseconds of continuous failure before a webhook is disabled. */
export const SWITCH_OFF_MS = 3 * 86_400_000;

/**
 * @param attempts failed attempts so far
 * @param random in [0, 1)
 * @returns undefined to give up
 */
export function retryDelay(attempts: number, random: number): number | undefined {
  const delay = DELAYS_MS[attempts - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
