/** Days of a request to an agency, YYYY-MM-DD. */

/** Until a request is followed up. */
const FOLLOW_UP_WORKING_DAYS = 10;
const MS_A_DAY = 86_400_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Monday to Friday; public holidays are counted. */
export function addWorkingDays(day: string, count: number): string {
  let time = Date.parse(day);
  for (let left = count; left > 0; ) {
    time += MS_A_DAY;
    if (![0, 6].includes(new Date(time).getUTCDay())) left -= 1;
  }
  return dayOf(time);
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / MS_A_DAY);

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
