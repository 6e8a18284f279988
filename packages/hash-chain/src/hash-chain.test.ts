import { CHAIN_START, chained, checkChain, checkStored, linkHash, notedChain, type ChainHead } from './hash-chain.js';

const values = (word: string) => ({ word, at: new Date('2026-11-23T10:00:00Z'), count: 1 });
const rows = chained(CHAIN_START, ['one', 'two', 'three', 'four'].map(values));
const check = async (given: readonly (typeof rows)[number][]) => (await checkChain(CHAIN_START, given)).broken?.reason;

it('gives each row its position, the hash of the previous row and its own', () => {
  expect(rows.map(({ _id }) => _id)).toEqual([1, 2, 3, 4]);
  expect(rows.map(({ previous }) => previous)).toEqual([CHAIN_START.hash, ...rows.slice(0, 3).map(({ hash }) => hash)]);
});

it('does not depend on the order of fields, which a database may change', async () => {
  const reordered = rows.map((row) => Object.fromEntries(Object.entries(row).reverse()) as typeof row);
  expect(await check(reordered)).toBeUndefined();
});

it('matches the documentation: SHA-256 of the JSON of names and values in the order of names', () => {
  // verified with: printf '%s' '[["_id",1],["previous","0"],["word","a"]]' | sha256sum
  expect(linkHash({ word: 'a', previous: '0', _id: 1, hash: 'not part of it' })).toBe(
    '5ada8373791d01c51c6a03ad184cf07347035359e49f174c547beb7f229b4737',
  );
});

it('continues after a given row, and can be verified from there', async () => {
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
  ['removed at the start', rows.slice(1), 'Entry 1 is missing.'],
  [
    'exchanged',
    [...rows].reverse().map((row, index) => ({ ...row, _id: index + 1 })),
    'Entry 1 does not follow the entry before it.',
  ],
])('detects a row that was %s', async (_how, given, reason) => {
  expect(await check(given)).toBe(reason);
});

it('returns the last row up to which the chain is intact', async () => {
  const { through } = await checkChain(
    CHAIN_START,
    rows.filter(({ _id }) => _id !== 3),
  );
  expect(through).toEqual({ seq: 2, hash: rows[1]?.hash });
});

describe('a chain without its oldest rows', () => {
  const headOf = (seq: number): ChainHead => ({ seq, hash: rows[seq - 1]?.hash ?? '' });
  const stored = (given: readonly (typeof rows)[number][], removed?: ChainHead) => ({
    removed: () => Promise.resolve(removed),
    after: (seq: number) => given.filter(({ _id }) => _id > seq),
    find: (seq: number) => Promise.resolve(given.find(({ _id }) => _id === seq)),
  });
  const noted = { ...headOf(4), removed: headOf(2) };
  const note = () => Promise.resolve(noted);

  it('is intact from its checkpoint on', async () => {
    expect(await checkStored(stored(rows.slice(2), headOf(2)), note)).toEqual({ through: headOf(4) });
  });

  it('is intact while rows before the checkpoint still exist, and before the checkpoint is stored', async () => {
    expect(await checkStored(stored(rows, headOf(2)), note)).toEqual({ through: headOf(4) });
    expect(await checkStored(stored(rows.slice(1), headOf(1)), note)).toEqual({ through: headOf(4) });
  });

  it.each([
    ['a removal without a checkpoint', rows.slice(2), undefined, 'Entry 1 is missing.'],
    ['a row that is missing after it', rows.slice(3), headOf(2), 'Entry 3 is missing.'],
    [
      'a checkpoint of another row',
      rows.slice(2),
      { seq: 2, hash: 'f' },
      'Entry 3 does not follow the entry before it.',
    ],
    [
      'a checkpoint that was not recorded',
      rows.slice(3),
      headOf(3),
      'Entries through 3 were not removed by the setting of days.',
    ],
  ])('detects %s', async (_what, given, removed, reason) => {
    expect((await checkStored(stored(given, removed), note)).broken?.reason).toBe(reason);
  });

  it('is verified again when rows are removed while they are read', async () => {
    const checkpoints = [undefined, headOf(2)];
    const removed = () => Promise.resolve(checkpoints.length > 1 ? checkpoints.shift() : checkpoints[0]);
    expect(await checkStored({ ...stored(rows.slice(2)), removed }, note)).toEqual({ through: headOf(4) });
  });

  it('is parsed from a stored head, which may be malformed', () => {
    expect(notedChain(JSON.parse(JSON.stringify(noted)))).toEqual(noted);
    expect(notedChain({ ...headOf(4), removed: 'x' })).toEqual(headOf(4));
    expect(notedChain('x')).toBeUndefined();
  });
});
