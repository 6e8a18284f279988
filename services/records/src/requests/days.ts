/** Days of a request to an agency, YYYY-MM-DD. */
import { addDays } from '@symbio/assessment';

/** Until a request is followed up. */
const FOLLOW_UP_WORKING_DAYS = 10;

/** Monday to Friday; public holidays are counted. */
export function addWorkingDays(day: string, count: number): string {
  let next = day;
  for (let left = count; left > 0;) {
    next = addDays(next, 1);
    if (![0, 6].includes(new Date(next).getUTCDay())) left -= 1;
  }
  return next;
}

interface Dates {
  sentOn: string;
  followUpOn: string;
  outcome?: string | undefined;
}

/** As given, else ten working days after it was sent or last followed up; empty once answered. */
export function nextFollowUp({ sentOn, followUpOn, outcome }: Dates, followUps: readonly { day: string }[]): string {
  if (sentOn === '' || outcome !== undefined) return '';
  const last = [sentOn, ...followUps.map(({ day }) => day)].sort().at(-1) ?? sentOn;
  return followUpOn > last ? followUpOn : addWorkingDays(last, FOLLOW_UP_WORKING_DAYS);
}
