import { CHAIN_START, chained } from '@symbio/kit';
import { lookAtTrail } from './audit.js';

const rows = chained(CHAIN_START, [{ action: 'opened' }, { action: 'exported' }, { action: 'deleted' }]);
const [, second, third] = rows;
const trail = (stored: typeof rows) => ({
  rows: stored,
  find: (seq: number) => Promise.resolve(stored.find(({ _id }) => _id === seq)),
});
const noted = { seq: 3, hash: third?.hash ?? '' };

it('says through which entry the trail is whole, with its hash', async () => {
  const { isWhole, sentence } = await lookAtTrail(trail(rows), noted);
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
  expect(await lookAtTrail(trail(stored), noted)).toMatchObject({ isWhole: false, sentence: reason });
});

it('accepts a shorter trail after a restore, when nothing is held against it', async () => {
  expect(await lookAtTrail(trail(rows.slice(0, 2)), undefined)).toMatchObject({ isWhole: true, through: { seq: 2 } });
});
