import type { ApiError } from '../../lib/http/errors.js';
import { countText } from '../../lib/ui/formats.js';

/** The second unit only if not zero: `1 minute 15 seconds`, `2 minutes`. */
const both = (count: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? countText(count, unit) : `${countText(count, unit)} ${countText(rest, restUnit)}`;

/** Rounded up: `45 seconds`, `1 minute 15 seconds`, `1 hour 24 minutes`. */
export function waitingTime(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return countText(whole, 'second');
  if (whole < 3600) return both(Math.floor(whole / 60), 'minute', whole % 60, 'second');
  const minutes = Math.ceil(whole / 60);
  return both(Math.floor(minutes / 60), 'hour', minutes % 60, 'minute');
}

/** Includes the waiting time after too many attempts. */
export function errorSentence({ status, message, retryAfter, isSilent }: ApiError, fallback: string): string {
  if (status === 429 && retryAfter !== undefined)
    return `Too many attempts. Please wait ${waitingTime(retryAfter)} and try again.`;
  return isSilent ? fallback : message;
}
