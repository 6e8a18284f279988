/** When a delivery that failed is sent again. */

/** Milliseconds before the next attempt, by number of attempts so far: some 17 hours in all. */
const DELAYS_MS = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000] as const;
/** Share of a delay by which it may be longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.1;

/** Milliseconds of nothing but failures after which a webhook is switched off. */
export const SWITCH_OFF_MS = 3 * 86_400_000;

/**
 * @param attempts that failed so far
 * @param random from 0 to below 1
 * @returns undefined when it is given up
 */
export function retryDelay(attempts: number, random: number): number | undefined {
  const delay = DELAYS_MS[attempts - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
