/** Place in the queue and estimate, in the same words on every screen. */
import type { QueuePlace } from '@symbio/client/app';
import type { WAITING_FOR } from '@symbio/proto/job/vocabulary';
import { countText } from '../lib/ui/formats.js';

export type { QueuePlace };

/** While nothing more exact is known (VIEW-17). */
export const PROCESSING_TEXT = 'Processing...';

type WaitingFor = (typeof WAITING_FOR)[number];
const waitsFor = ({ waiting_for }: QueuePlace, wanted: WaitingFor): boolean => waiting_for === wanted;

export const isWaiting = (queue: QueuePlace | null | undefined): queue is QueuePlace =>
  queue !== null && queue !== undefined && queue.waiting_for !== null;

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
  const { position, starts_in_seconds: seconds } = queue;
  if (waitsFor(queue, 'later_attempt'))
    return seconds === null ? 'Waiting for another try' : `Waiting, tried again in ${roughly(seconds)}`;
  if (position > 1) return withTime(`Waiting, ${ordinal(position)} in the queue`, seconds);
  return withTime('Waiting, next in the queue', seconds);
}

/** `2 documents are before this one`. */
export function waitingReason(queue: QueuePlace): string {
  const before = queue.position - 1;
  if (waitsFor(queue, 'later_attempt')) return 'The last try did not succeed.';
  if (waitsFor(queue, 'pictures_before')) return 'Pages of other documents are made first.';
  if (before === 0) return 'It waits for a free worker.';
  return `${countText(before, 'document is', 'documents are')} before this one.`;
}

/** `about 6 min left`; null if unknown. */
export const remainingText = (queue: QueuePlace | null | undefined): string | null =>
  queue?.waiting_for === null && queue.ends_in_seconds !== null && queue.ends_in_seconds >= 60
    ? `${roughly(queue.ends_in_seconds)} left`
    : null;
