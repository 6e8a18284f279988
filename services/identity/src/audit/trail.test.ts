import { CHAIN_START, chained, type ChainHead } from '@symbio/hash-chain';
import type { AuditRow } from './model.js';
import { entries, entry, placesOf, setUp } from './testing.js';

describe('writing', () => {
  it('stores an entry once, however often its event arrives', async () => {
    const { trail, stored } = setUp();
    const one = entry();
    await trail.record([one, one]);
    await Promise.all([trail.record([one]), trail.record([entry(), one])]);
    expect(stored.map(({ id }) => id).filter((id) => id === one.id)).toHaveLength(1);
    expect(placesOf(stored)).toEqual([1, 2]);
  });

  it("has the organization of a person at that time, for lists of that firm's entries (decision 0159)", async () => {
    const { trail, organizations } = setUp();
    const [before, ofNorth] = [entry(), entry()];
    await trail.record([before]);
    organizations.set(ofNorth.userId, 'north').set(before.userId, 'north');
    await trail.record([ofNorth, entry()]);
    const { rows } = await trail.list({ organizationId: 'north' }, 0, 50);
    expect(rows.map(({ id }) => id)).toEqual([ofNorth.id]);
    expect((await trail.list({}, 0, 50)).rows).toHaveLength(3);
    await trail.verifyAll();
    expect(await trail.state()).toMatchObject({ verifiedThrough: 3, broken: '' });
  });

  it('makes one chain of the concurrent writes of replicas', async () => {
    const { replica, trail, stored } = setUp();
    const replicas = [trail, replica(), replica()];
    await Promise.all(
      Array.from(
        { length: 60 },
        (_, index) => replicas[index % 3]?.record([entry(), entry()]) ?? Promise.reject(new Error()),
      ),
    );
    expect(placesOf(stored)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    await trail.verifyAll();
    expect(await trail.state()).toMatchObject({ verifiedThrough: 120, broken: '' });
  });

  it('loses and duplicates nothing when the process is killed between the rows of a write', async () => {
    const { replica, repository, stored } = setUp();
    const killed = replica({
      ...repository,
      add: async ([first]) => {
        await repository.add(first ? [first] : []);
        throw new Error('killed');
      },
    });
    const batch = entries(3);
    await expect(killed.record(batch)).rejects.toThrow('killed');
    const next = replica();
    // the event was not acknowledged, so it is redelivered
    await next.record(batch);
    expect(stored.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    await next.verifyAll();
    expect(await next.state()).toMatchObject({ verifiedThrough: 3, broken: '' });
  });

  it('counts written entries by action', async () => {
    const { trail, metrics } = setUp();
    await trail.record(entries(2));
    const { values } = await metrics.auditEntries.get();
    expect(values).toMatchObject([{ labels: { action: 'opened' }, value: 2 }]);
  });
});

describe('verifying', () => {
  it.each<[string, (stored: AuditRow[]) => void, string]>([
    ['a row was changed', ([, row]) => Object.assign(row ?? {}, { userId: 'somebody else' }), 'Entry 2 was changed.'],
    ['a row was removed', (stored) => stored.splice(1, 1), 'Entry 2 is missing.'],
    ['the newest row was removed', (stored) => stored.splice(3), 'Entry 4 was written and is missing.'],
    ['all rows were removed', (stored) => stored.splice(0), 'Entry 4 was written and is missing.'],
    [
      'all rows were written anew',
      (stored) => {
        const others = stored.map(({ _id, previous: _previous, hash: _hash, ...values }) => values);
        stored.splice(
          0,
          4,
          ...chained(
            CHAIN_START,
            others.map((values) => ({ ...values, address: '' })),
          ),
        );
      },
      'Entry 4 is not the one that was written.',
    ],
  ])('finds that %s, until it is repaired', async (_what, tamper, broken) => {
    const { trail, replica, metrics, stored } = setUp();
    await trail.record(entries(4));
    await trail.verifyNew();
    const sound = stored.map((row) => ({ ...row }));
    tamper(stored);
    await replica().verifyNew();
    expect(await trail.state()).toMatchObject({ broken });
    expect((await metrics.auditBroken.get()).values).toMatchObject([{ value: 1 }]);
    stored.splice(0, stored.length, ...sound);
    await trail.verifyAll();
    expect(await trail.state()).toMatchObject({ newest: 4, oldest: 1, verifiedThrough: 4, broken: '' });
    expect((await metrics.auditBroken.get()).values).toMatchObject([{ value: 0 }]);
  });

  it('accepts a trail that was empty at the first verification', async () => {
    const { trail } = setUp();
    await trail.verifyAll();
    await trail.record(entries(1));
    await trail.verifyAll();
    expect(await trail.state()).toMatchObject({ verifiedThrough: 1, broken: '' });
  });

  it('reads only new entries', async () => {
    const { repository, replica } = setUp();
    const read: number[] = [];
    const trail = replica({
      ...repository,
      after: (seq, limit) => {
        read.push(seq);
        return repository.after(seq, limit);
      },
    });
    await trail.record(entries(3));
    await trail.verifyNew();
    await trail.record(entries(2));
    await trail.verifyNew();
    expect(read).toEqual([0, 3, 3, 5]);
    expect((await trail.state()).verifiedThrough).toBe(5);
  });
});

it('continues a list at the position where it ended', async () => {
  const { trail } = setUp();
  await trail.record(entries(5));
  const pages: number[][] = [];
  let next: ChainHead['seq'] = 0;
  do {
    const page = await trail.list({}, next, 2);
    pages.push(placesOf(page.rows));
    ({ next } = page);
  } while (next > 0);
  expect(pages).toEqual([[5, 4], [3, 2], [1]]);
});
