import { CHAIN_START, chained } from '@symbio/hash-chain';
import { lookAtTrail, type Checkpoint } from './audit.js';

const rows = chained(CHAIN_START, [{ action: 'opened' }, { action: 'exported' }, { action: 'deleted' }]);
const [, second, third] = rows;
const trail = (stored: typeof rows, checkpoint?: Checkpoint) => ({
  checkpoint: () => Promise.resolve(checkpoint),
  after: (seq: number) => stored.filter(({ _id }) => _id > seq),
  find: (seq: number) => Promise.resolve(stored.find(({ _id }) => _id === seq)),
});
const noted = { seq: 3, hash: third?.hash ?? '' };
const note = () => Promise.resolve(noted);

it('reports the entry up to which the trail is intact, with its hash', async () => {
  const { isWhole, sentence } = await lookAtTrail(trail(rows), note);
  expect([isWhole, sentence]).toEqual([true, `The audit trail is whole through entry 3 (${noted.hash}).`]);
});

it.each([
  [
    'an entry that was changed',
    rows.map((row) => (row === second ? { ...row, action: 'opened' } : row)),
    'Entry 2 was changed.',
  ],
  ['an end that is missing', rows.slice(0, 2), 'Entry 3 was written and is missing.'],
])('finds %s', async (_what, stored, reason) => {
  expect(await lookAtTrail(trail(stored), note)).toMatchObject({ isWhole: false, sentence: reason });
});

it('accepts a shorter trail after a restore, when no earlier verification is recorded', async () => {
  expect(await lookAtTrail(trail(rows.slice(0, 2)), () => Promise.resolve(undefined))).toMatchObject({
    isWhole: true,
    through: { seq: 2 },
  });
});

it('reports from which entry on the trail is kept, and since when', async () => {
  const removed = { seq: 2, hash: second?.hash ?? '' };
  const checkpoint = { _id: 2, hash: removed.hash, at: new Date('2026-11-23T10:00:00Z'), days: 365 };
  const found = await lookAtTrail(trail(rows.slice(2), checkpoint), () => Promise.resolve({ ...noted, removed }));
  expect(found).toEqual({
    isWhole: true,
    sentence: `The audit trail is whole from entry 3 through entry 3 (${noted.hash}). Those before were removed, last at 2026-11-23T10:00:00.000Z, as older than 365 days.`,
    through: noted,
    removed,
  });
  // nothing was noted of that removal
  expect(await lookAtTrail(trail(rows.slice(2), checkpoint), note)).toMatchObject({ isWhole: false });
});
