import type { ApiError } from '../../lib/errors.js';

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A waiting time in words: `45 seconds`, `2 minutes`, `1 hour`; never less than there is to wait. */
export function waitingTime(seconds: number): string {
  if (seconds < 60) return plural(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 3600) return plural(Math.ceil(seconds / 60), 'minute');
  return plural(Math.ceil(seconds / 3600), 'hour');
}

/** The sentence for a refused sign-in or registration; after too many attempts it says how long to wait. */
export function refusalSentence({ status, message, retryAfter }: ApiError): string {
  if (status !== 429 || retryAfter === undefined) return message;
  return `Too many attempts. Please wait ${waitingTime(retryAfter)} and try again.`;
}
