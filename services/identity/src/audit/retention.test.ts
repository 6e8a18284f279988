import { newId } from '@symbio/runtime';
import { outcomeOf, person } from '@symbio/runtime/testing';
import type { AuditRepository } from './repository.js';
import { createRetention } from './retention.js';
import { entry, placesOf, setUp } from './testing.js';

const DAY_MS = 86_400_000;
const signal = new AbortController().signal;
const administrator = person({ sub: newId(), role: 'administrator' });

/** One entry of each age in days. */
async function aged(...days: number[]) {
  const made = setUp();
  const { clock, repository, trail, replica } = made;
  for (const day of days) await trail.record([entry(newId(), new Date(clock.now().getTime() - day * DAY_MS))]);
  const retention = (own: AuditRepository = repository) =>
    createRetention({ repository: own, trail: replica(own), clock });
  return { ...made, retention, keep: retention() };
}

it('keeps everything while no number of days is set', async () => {
  const { keep, stored, checkpoints, trail } = await aged(4_000, 1);
  await keep.verifyAndRemove(signal);
  expect([placesOf(stored), checkpoints]).toEqual([[1, 2], []]);
  expect(await trail.state()).toMatchObject({ retentionDays: 0, oldest: 1, removedThrough: 0 });
});

it('records once who changed it, with the old and new number of days', async () => {
  const { keep, stored, trail } = await aged();
  await keep.set(365, administrator);
  await keep.set(365, administrator);
  await keep.set(0, administrator);
  expect(stored).toMatchObject([
    { userId: administrator.sub, action: 'administered', object: 'audit', operation: 'kept 365 days, before for ever' },
    { userId: administrator.sub, operation: 'kept for ever, before 365 days' },
  ]);
  await trail.verifyAll();
  expect(await trail.state()).toMatchObject({ retentionDays: 0, broken: '' });
});

it('records a change before applying it, even if the process that made it was killed', async () => {
  const { retention, repository, keep, stored } = await aged(90, 1);
  const killed = retention({ ...repository, head: () => Promise.reject(new Error('killed')) });
  await expect(killed.set(30, administrator)).rejects.toThrow('killed');
  await keep.verifyAndRemove(signal);
  await keep.verifyAndRemove(signal);
  expect(stored.map(({ _id, operation }) => [_id, operation])).toEqual([
    [2, 'getProject'],
    [3, 'kept 30 days, before for ever'],
  ]);
});

it.each([29, 36_501, 30.5, -1])('refuses %d days with the field name, and changes nothing', async (days) => {
  const { keep, stored } = await aged();
  expect(await outcomeOf(keep.set(days, administrator))).toBe('INVALID_ARGUMENT');
  expect(stored).toEqual([]);
});

it('refuses a change after a concurrent one', async () => {
  const { retention, repository } = await aged();
  const late = retention({ ...repository, setRetention: () => Promise.resolve(false) });
  expect(await outcomeOf(late.set(30, administrator))).toBe('ABORTED');
});

it('removes older entries; the others verify from the checkpoint on', async () => {
  const { keep, stored, checkpoints, trail, replica, clock } = await aged(90, 60, 31, 29);
  await keep.set(30, administrator);
  await keep.verifyAndRemove(signal);
  expect(placesOf(stored)).toEqual([4, 5]);
  expect(checkpoints).toEqual([{ _id: 3, hash: stored[0]?.previous, at: clock.now(), days: 30 }]);
  await trail.record([entry()]);
  const other = replica();
  await other.verifyAll();
  expect(await other.state()).toMatchObject({
    ...{ newest: 6, oldest: 4, verifiedThrough: 6, broken: '' },
    ...{ retentionDays: 30, removedThrough: 3, removedAt: clock.now() },
  });
});

it('keeps entries after a more recent one, and always the newest entry', async () => {
  const { keep, stored, clock } = await aged(90, 1, 60);
  await keep.set(30, administrator);
  await keep.verifyAndRemove(signal);
  expect(placesOf(stored)).toEqual([2, 3, 4]);
  clock.advance(400 * DAY_MS);
  await keep.verifyAndRemove(signal);
  expect(placesOf(stored)).toEqual([4]);
});

it('removes nothing from a damaged trail', async () => {
  const { keep, stored, checkpoints, trail } = await aged(90, 60, 1);
  await keep.set(30, administrator);
  Object.assign(stored[2] ?? {}, { address: '' });
  await keep.verifyAndRemove(signal);
  expect([placesOf(stored), checkpoints]).toEqual([[1, 2, 3, 4], []]);
  expect(await trail.state()).toMatchObject({ broken: 'Entry 3 was changed.' });
});

it.each<[string, keyof AuditRepository]>([
  ['before its checkpoint', 'addCheckpoint'],
  ['after its checkpoint', 'removeThrough'],
])('continues a removal that was interrupted %s', async (_when, method) => {
  const { retention, repository, stored, keep, trail } = await aged(90, 60, 1);
  await keep.set(30, administrator);
  const killed = retention({ ...repository, [method]: () => Promise.reject(new Error('killed')) });
  await expect(killed.verifyAndRemove(signal)).rejects.toThrow('killed');
  await trail.verifyAll();
  expect(await trail.state()).toMatchObject({ broken: '', verifiedThrough: 4 });
  await keep.verifyAndRemove(signal);
  expect(placesOf(stored)).toEqual([3, 4]);
});

it.each<[string, (made: Awaited<ReturnType<typeof aged>>) => void, string]>([
  ['entries after the checkpoint were removed', ({ stored }) => stored.shift(), 'Entry 3 is missing.'],
  [
    'entries were removed with a checkpoint that the service did not write',
    ({ stored, checkpoints, clock }) => {
      const row = stored.shift();
      checkpoints.push({ _id: row?._id ?? 0, hash: row?.hash ?? '', at: clock.now(), days: 30 });
    },
    'Entries through 3 were not removed by the setting of days.',
  ],
  ['the checkpoint was removed', ({ checkpoints }) => checkpoints.splice(0), 'Entry 1 is missing.'],
])('finds that %s', async (_what, tamper, broken) => {
  const made = await aged(90, 60, 1);
  await made.keep.set(30, administrator);
  await made.keep.verifyAndRemove(signal);
  tamper(made);
  await made.replica().verifyAll();
  expect(await made.trail.state()).toMatchObject({ broken });
});
