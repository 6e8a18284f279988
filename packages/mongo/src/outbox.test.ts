import type { Model } from 'mongoose';
import { TestClock, person } from '@symbio/runtime/testing';
import { OutboxWriter, type OutboxRow, type PendingEvent, type UnsentRow } from './outbox.js';

const actor = person();
const event: PendingEvent = { subject: 'symbio.test.v1.p.thing.changed', scope: 'p', data: { text: 'new' } };

/** Collection with one row and concurrent writers between each read and the write that follows. */
function world({ waiting = 0, meanwhile = 0 }: { waiting?: number; meanwhile?: number } = {}) {
  const clock = new TestClock();
  const outbox = Array.from({ length: waiting }, (_, index) => ({ id: `e${index}` }));
  const row = { _id: 'a', rev: 1, createdAt: clock.now(), updatedAt: clock.now(), deletedAt: null, outbox };
  let others = meanwhile;
  const writes: unknown[] = [];
  const isOvertaken = (): boolean => {
    if (others === 0) return false;
    others--;
    row.rev++;
    return true;
  };
  const collection = {
    updateOne({ rev }: { rev: number }, update: unknown) {
      if (isOvertaken() || rev !== row.rev) return Promise.resolve({ modifiedCount: 0 });
      writes.push(update);
      return Promise.resolve({ modifiedCount: 1 });
    },
    deleteOne({ rev }: { rev: number }) {
      if (isOvertaken() || rev !== row.rev) return Promise.resolve({ deletedCount: 0 });
      writes.push('removed');
      return Promise.resolve({ deletedCount: 1 });
    },
  };
  const model = {
    collection,
    findOne: ({ _id }: { _id: string }) => ({ lean: () => Promise.resolve(_id === 'a' ? { ...row } : null) }),
  } as unknown as Model<OutboxRow>;
  /** Notifications to the relay: rows to send, or undefined for a search. */
  const told: (readonly UnsentRow[] | undefined)[] = [];
  return { writer: new OutboxWriter(model, clock, (rows) => told.push(rows)), told, writes, row };
}

it('a change is retried on concurrent updates, at most eight times', async () => {
  const quick = world({ meanwhile: 7 });
  const seen: number[] = [];
  const decide = ({ rev }: OutboxRow) => (seen.push(rev), { events: [event] });
  expect(await quick.writer.change('a', actor, decide)).toMatchObject({ rev: 9 });
  expect([seen, quick.writes.length]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 1]);
  const slow = world({ meanwhile: 8 });
  await expect(slow.writer.change('a', actor, decide)).rejects.toMatchObject({ code: 'ABORTED' });
  expect([slow.writes, slow.told]).toEqual([[], []]);
});

it('a row is passed to the relay if nothing was pending in it; otherwise the relay looks for it', async () => {
  const alone = world();
  await alone.writer.change('a', actor, () => ({ events: [event, event] }));
  expect(alone.told).toEqual([[{ _id: 'a', outbox: [expect.anything(), expect.anything()], deletedAt: null }]]);
  const behind = world({ waiting: 1 });
  await behind.writer.change('a', actor, () => ({ events: [event] }));
  expect(behind.told).toEqual([undefined]);
});

it('a deleted row is passed on as deleted, and exists until its last event is sent', async () => {
  const { writer, told, writes } = world();
  await writer.change('a', actor, () => ({ events: [event], remove: true }));
  expect(told).toEqual([[expect.objectContaining({ deletedAt: new TestClock().now() })]]);
  expect(writes).toEqual([expect.objectContaining({ $push: expect.anything() as unknown })]);
});

it('a row deleted without an event is removed at once, unless it was changed concurrently', async () => {
  const { writer, told, writes } = world({ meanwhile: 1 });
  const seen: number[] = [];
  await writer.change('a', actor, ({ rev }) => (seen.push(rev), { events: [], remove: true }));
  expect([seen, writes, told]).toEqual([[1, 2], ['removed'], []]);
  // its waiting entries go first
  const behind = world({ waiting: 1 });
  await behind.writer.change('a', actor, () => ({ events: [], remove: true }));
  expect(behind.writes).not.toContain('removed');
});

it('an unchanged row is not written, and a missing row is not evaluated', async () => {
  const { writer, told, writes, row } = world();
  expect(await writer.change('a', actor, () => undefined)).toEqual(row);
  expect(await writer.change('b', actor, () => ({ events: [event] }))).toBeUndefined();
  expect([writes, told]).toEqual([[], []]);
});
