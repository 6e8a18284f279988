import { invalidFields } from '@symbio/runtime';
import { DateTime } from 'luxon';

/** [from, to): undefined is unbounded. */
export interface DateRange {
  from?: Date;
  to?: Date;
}

const day = (today: DateTime, days: number): DateRange => ({ from: today.minus({ days: days - 1 }).toJSDate() });

const RANGES: Record<string, (today: DateTime) => DateRange> = {
  all: () => ({}),
  last7days: (today) => day(today, 7),
  last30days: (today) => day(today, 30),
  thisMonth: (today) => ({ from: today.startOf('month').toJSDate() }),
  lastMonth: (today) => ({
    from: today.startOf('month').minus({ months: 1 }).toJSDate(),
    to: today.startOf('month').toJSDate(),
  }),
};

/**
 * Range of a date filter (PROJ-08) in a timezone (OP-03).
 * @throws AppError INVALID_ARGUMENT for another value or zone
 */
export function createdRange(value: string, timezone: string, now: Date): DateRange {
  const range = Object.hasOwn(RANGES, value) ? RANGES[value] : undefined;
  if (!range) throw invalidFields({ created: `created must be one of ${Object.keys(RANGES).join(', ')}` });
  const today = DateTime.fromJSDate(now, { zone: timezone }).startOf('day');
  if (!today.isValid) throw invalidFields({ tz: `"${timezone}" is not a timezone` });
  return range(today);
}
