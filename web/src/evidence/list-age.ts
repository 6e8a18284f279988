import { countText } from '../lib/ui/formats.js';
const DAY_MS = 86_400_000;
/** Days after which a list is shown as ageing, and the age that a report accepts. */
const AGEING_DAYS = 90;
const OLD_DAYS = 180;

export interface ListAge {
  text: string;
  warning?: 'ageing' | 'old';
}

/** @param agencyDate YYYY-MM-DD */
export function ageOf(agencyDate: string, now = new Date()): ListAge {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(agencyDate)) / DAY_MS));
  const text = `${countText(days, 'day')} old`;
  if (days > OLD_DAYS) return { text, warning: 'old' };
  return days > AGEING_DAYS ? { text, warning: 'ageing' } : { text };
}

export const AGE_WORDS = {
  ageing: `Lists older than ${OLD_DAYS} days are too old for a report. Load a newer edition soon.`,
  old: `${OLD_DAYS} days are allowed. Load a newer edition.`,
} as const;
