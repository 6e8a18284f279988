import { CHAIN_START, chained, checkChain, linkHash } from './hash-chain.js';

const values = (word: string) => ({ word, at: new Date('2026-11-23T10:00:00Z'), count: 1 });
const rows = chained(CHAIN_START, ['one', 'two', 'three', 'four'].map(values));
const check = async (given: readonly (typeof rows)[number][]) => (await checkChain(CHAIN_START, given)).broken?.reason;

it('gives each row its place, the hash of the row before it and its own', () => {
  expect(rows.map(({ _id }) => _id)).toEqual([1, 2, 3, 4]);
  expect(rows.map(({ previous }) => previous)).toEqual([CHAIN_START.hash, ...rows.slice(0, 3).map(({ hash }) => hash)]);
});

it('is the same however the fields of a row are ordered, so that a database may do so', async () => {
  const reordered = rows.map((row) => Object.fromEntries(Object.entries(row).reverse()) as typeof row);
  expect(await check(reordered)).toBeUndefined();
});

it('is what the documentation says: SHA-256 over the JSON of names and values in the order of names', () => {
  // checked with: printf '%s' '[["_id",1],["previous","0"],["word","a"]]' | sha256sum
  expect(linkHash({ word: 'a', previous: '0', _id: 1, hash: 'not part of it' })).toBe(
    '5ada8373791d01c51c6a03ad184cf07347035359e49f174c547beb7f229b4737',
  );
});

it('goes on behind a row, and can be looked at from there', async () => {
  const [head] = rows.slice(-1).map(({ _id: seq, hash }) => ({ seq, hash }));
  const more = chained(head ?? CHAIN_START, [values('five')]);
  expect(await checkChain(head ?? CHAIN_START, more)).toEqual({ through: { seq: 5, hash: more[0]?.hash } });
});

it.each([
  ['changed', rows.map((row) => (row._id === 2 ? { ...row, word: 'other' } : row)), 'Entry 2 was changed.'],
  [
    'changed, with a hash that fits',
    rows.map((row) => {
      const other = { ...row, word: 'other' };
      return row._id === 2 ? { ...other, hash: linkHash(other) } : row;
    }),
    'Entry 3 does not follow the entry before it.',
  ],
  ['removed', rows.filter(({ _id }) => _id !== 3), 'Entry 3 is missing.'],
  ['the first', rows.slice(1), 'Entry 1 is missing.'],
  [
    'exchanged',
    [...rows].reverse().map((row, index) => ({ ...row, _id: index + 1 })),
    'Entry 1 does not follow the entry before it.',
  ],
])('finds a row that was %s', async (_how, given, reason) => {
  expect(await check(given)).toBe(reason);
});

it('says through which row the chain is sound', async () => {
  const { through } = await checkChain(
    CHAIN_START,
    rows.filter(({ _id }) => _id !== 3),
  );
  expect(through).toEqual({ seq: 2, hash: rows[1]?.hash });
});
