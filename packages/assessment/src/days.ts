/** Calendar dates as YYYY-MM-DD; arithmetic in UTC, where every day has 24 hours. */
const DAY_MS = 86_400_000;

const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => dateOf(timeOf(date) + days * DAY_MS);

/** Days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** The same day of a later year; February 28 for a February 29 that the year does not have. */
export function addYears(date: string, years: number): string {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, '0');
  const moved = `${year}${date.slice(4)}`;
  return dateOf(timeOf(moved)) === moved ? moved : `${year}-02-28`;
}

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `May 1, 2026` */
export const dayText = (date: string): string => longFormat.format(timeOf(date));
