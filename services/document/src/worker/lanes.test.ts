import { slots } from './lanes.js';

const config = { WORKER_CONCURRENCY: 2, WORKER_ANALYSES: 1, WORKER_URGENT: 1 };
const others = [
  { lanes: ['urgent', 'pictures'], slots: 2 },
  { lanes: ['urgent', 'reading'], slots: 1 },
];

it('the slots of a worker: one for urgent work alone, and one each for pictures and for reading (OP-31)', () => {
  expect(slots(config)).toEqual([{ lanes: ['urgent'], slots: 1 }, ...others]);
});

it('cover urgent work also without a slot of its own', () => {
  expect(slots({ ...config, WORKER_URGENT: 0 })).toEqual(others);
});
