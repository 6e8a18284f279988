import { ordinal, remainingText, roughly, waitingReason, waitingText, type QueuePlace } from './queue-text.js';

const place = (changes: Partial<QueuePlace>): QueuePlace => ({
  ...{ position: 3, waiting_for: 'documents_before', starts_in_seconds: 240, ends_in_seconds: 300 },
  ...changes,
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [22, '22nd'],
  [113, '113th'],
])('%i is %s', (number, text) => expect(ordinal(number)).toBe(text));

it.each([
  [0, 'less than a minute'],
  [61, 'about 1 min'],
  [240, 'about 4 min'],
  [7_300, 'about 2 h'],
])('%i s are %s', (seconds, text) => expect(roughly(seconds)).toBe(text));

it('says the place of a waiting job, how long it waits, and why', () => {
  expect(waitingText(place({}))).toBe('Waiting, 3rd in the queue, about 4 min');
  expect(waitingReason(place({}))).toBe('2 documents are before this one.');
  expect(waitingReason(place({ position: 2 }))).toBe('1 document is before this one.');
  expect(waitingText(place({ starts_in_seconds: null }))).toBe('Waiting, 3rd in the queue');
  const next = place({ position: 1, waiting_for: 'worker' });
  expect([waitingText(next), waitingReason(next)]).toEqual([
    'Waiting, next in the queue, about 4 min',
    'It waits for a free worker.',
  ]);
  const later = place({ position: 0, waiting_for: 'later_attempt' });
  expect(waitingText(later)).toBe('Waiting, tried again in about 4 min');
});

it('says how long a running job takes, if that is worth saying', () => {
  const running = place({ position: 0, waiting_for: null });
  expect(remainingText(running)).toBe('about 5 min left');
  expect(remainingText({ ...running, ends_in_seconds: 20 })).toBeNull();
  expect(remainingText({ ...running, ends_in_seconds: null })).toBeNull();
  expect(remainingText(null)).toBeNull();
});
