/** Place in the queue and estimate, in the same words on every screen. */
import type { QUEUE_REASONS } from '@symbio/proto/job/vocabulary';

export interface QueuePlace {
  /** From 1; 0: runs, or is tried again later. */
  place: number;
  /** One of {@link QUEUE_REASONS}, or of a newer server. */
  reason: string;
  /** Null if nothing was measured. */
  starts_in_seconds: number | null;
  ends_in_seconds: number | null;
}

type Reason = (typeof QUEUE_REASONS)[number];
const is = ({ reason }: QueuePlace, wanted: Reason): boolean => reason === wanted;

export const isWaiting = (queue: QueuePlace | null | undefined): queue is QueuePlace =>
  queue !== null && queue !== undefined && !is(queue, 'running');

const ENDINGS = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
const rules = new Intl.PluralRules('en', { type: 'ordinal' });
export const ordinal = (number: number): string => `${number}${ENDINGS.get(rules.select(number)) ?? 'th'}`;

/** `about 4 min`: an estimate is not more exact. */
export function roughly(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}

const withTime = (text: string, seconds: number | null): string =>
  seconds === null ? text : `${text}, ${roughly(seconds)}`;

/** `Waiting, 3rd in the queue, about 4 min`: until it begins. */
export function waitingText(queue: QueuePlace): string {
  const { place, starts_in_seconds: seconds } = queue;
  if (is(queue, 'later_attempt'))
    return seconds === null ? 'Waiting for another try' : `Waiting, tried again in ${roughly(seconds)}`;
  if (place > 1) return withTime(`Waiting, ${ordinal(place)} in the queue`, seconds);
  return withTime('Waiting, next in the queue', seconds);
}

/** `2 documents are before this one`. */
export function waitingReason(queue: QueuePlace): string {
  const before = queue.place - 1;
  if (is(queue, 'later_attempt')) return 'The last try did not succeed.';
  if (before === 0) return 'It waits for a free reader.';
  return before === 1 ? '1 document is before this one.' : `${before} documents are before this one.`;
}

/** `about 6 min left`; null if unknown. */
export const remainingText = (queue: QueuePlace | null | undefined): string | null =>
  queue && is(queue, 'running') && queue.ends_in_seconds !== null && queue.ends_in_seconds >= 60
    ? `${roughly(queue.ends_in_seconds)} left`
    : null;
