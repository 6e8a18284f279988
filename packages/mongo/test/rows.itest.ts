import type { Connection, Model } from 'mongoose';
import {
  OutboxWriter,
  connectMongo,
  fields,
  number,
  part,
  rowSchema,
  text,
  typed,
  type RowOf,
  type RowValues,
} from '@symbio/mongo';
import { newId, serviceActor, systemClock } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import { testConfig } from '@symbio/mongo/testing';

const mark = part({ id: text, at: { type: Date } });
const thing = fields({
  name: text,
  size: number,
  colour: { type: String, enum: ['red', 'blue'], required: true },
  note: { type: String, default: '' },
  due: { type: Date, default: null },
  weight: { type: Number },
  first: { type: mark },
  parts: { type: [mark], default: undefined },
  shape: { type: typed<{ kind: 'dot'; more?: object }>(Object) },
});
type ThingRow = RowOf<typeof thing>;
type Values = RowValues<ThingRow>;

const actor = serviceActor('test');
const config = testConfig('sample_rows');
let mongo: Connection;
let model: Model<ThingRow>;
let writer: OutboxWriter<ThingRow>;

beforeAll(async () => {
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'sample-test' });
  model = mongo.model<ThingRow>('things', rowSchema<ThingRow>('things', thing));
  writer = new OutboxWriter(model, systemClock, () => undefined);
});

afterAll(() => mongo.close());

/** Values that bypass TypeScript, such as a message of another version. */
const asValues = (values: object): Values => values as Values;
const dot: Values = { name: 'dot', size: 1, colour: 'red', note: '', due: null };

const insert = (values: object, id = newId()): Promise<ThingRow | undefined> =>
  writer.insert(id, asValues(values), actor, () => []);
const stored = async (id: string | undefined): Promise<ThingRow | null> =>
  model.findOne({ _id: id } as never).lean<ThingRow>();
const change = (id: string, set: object): Promise<ThingRow | undefined> =>
  writer.change(id, actor, () => ({ set, events: [] }));

const misfits: [what: string, values: object, why: RegExp][] = [
  ['a value of another type', { size: 'big' }, /Cast to Number failed/],
  ['a field that is not in the schema', { heat: 3 }, /not in schema/],
  ['a field of a part that is not in the schema', { first: { id: '1', heat: 3 } }, /first/],
  ['a part without what it needs', { parts: [{ at: new Date() }] }, /parts\.0\.id.*required/],
  ['a word that is not in the vocabulary', { colour: 'green' }, /`green` is not a valid enum value/],
  ['a required field that is missing', { name: undefined }, /`name` is required/],
];

describe('rows that are changed together', () => {
  const event = { subject: 'symbio.evt.test.v1.thing.changed.none', scope: '', data: {} };
  const grow: Parameters<typeof writer.changeMany>[2] = ({ size }) =>
    size === 2 ? undefined : { set: { size: 2, weight: undefined }, events: [event] };
  const several = async (): Promise<ThingRow[]> =>
    Promise.all(['a', 'b', 'c'].map(async (name) => (await insert({ ...dot, name, weight: 1 }))!));
  const asStored = async (rows: readonly ThingRow[]) =>
    (await Promise.all(rows.map(({ _id }) => stored(_id)))).map((row) => ({
      ...{ name: row?.name, size: row?.size, weight: row?.weight, rev: row?.rev },
      events: row?.outbox.map(({ rev }) => rev),
    }));

  it('are each changed once, with their events; unchanged rows are not written', async () => {
    const rows = await several();
    await change(rows[1]!._id, { size: 2 });
    const read = await Promise.all(rows.map(async ({ _id }) => (await stored(_id))!));
    await writer.changeMany(read, actor, grow);
    expect(await asStored(rows)).toEqual([
      { name: 'a', size: 2, weight: undefined, rev: 2, events: [2] },
      { name: 'b', size: 2, weight: 1, rev: 2, events: [] },
      { name: 'c', size: 2, weight: undefined, rev: 2, events: [2] },
    ]);
  });

  it('are changed once each, also if one is written concurrently', async () => {
    const rows = await several();
    await change(rows[1]!._id, { note: 'meanwhile' });
    await writer.changeMany(rows, actor, grow);
    expect(await asStored(rows)).toEqual([
      { name: 'a', size: 2, weight: undefined, rev: 2, events: [2] },
      { name: 'b', size: 2, weight: undefined, rev: 3, events: [3] },
      { name: 'c', size: 2, weight: undefined, rev: 2, events: [2] },
    ]);
    expect((await stored(rows[1]!._id))?.note).toBe('meanwhile');
  });

  it('are removed with their events, also one that was written concurrently; without events at once', async () => {
    const [first, written, silent] = await several();
    const removeAll: Parameters<typeof writer.changeMany>[2] = ({ name }) => ({
      remove: true,
      events: name === 'c' ? [] : [event],
    });
    await change(written!._id, { note: 'meanwhile' });
    await writer.changeMany([first!, written!, silent!], actor, removeAll);
    const rows = await asStored([first!, written!, silent!]);
    expect(rows.map(({ rev, events }) => ({ rev, events }))).toEqual([
      { rev: 2, events: [2] },
      { rev: 3, events: [3] },
      { rev: undefined, events: undefined },
    ]);
    expect(await writer.change(first!._id, actor, removeAll)).toBeUndefined();
  });

  it('are all left unchanged if one change does not fit the schema', async () => {
    const rows = await several();
    const misfit = ({ name }: ThingRow) => ({ set: asValues({ size: name === 'c' ? 'big' : 2 }), events: [] });
    await expect(writer.changeMany(rows, actor, misfit)).rejects.toThrow('Cast to Number failed');
    expect((await asStored(rows)).map(({ rev }) => rev)).toEqual([1, 1, 1]);
  });
});

describe('rows that are added together', () => {
  it('are written individually: one with a used id does not block the others', async () => {
    const [first, taken, last] = [newId(), newId(), newId()];
    await insert(dot, taken);
    const rows = await writer.insertMany(
      [first, taken, last].map((id) => ({ id, values: { ...dot, name: id } })),
      actor,
      ({ name }) => [{ subject: 'test.thing.added', scope: '', data: { name } }],
    );
    expect(rows.map((row) => row?._id)).toEqual([first, undefined, last]);
    expect(await stored(last)).toEqual(rows[2]);
    expect(rows[2]).toMatchObject({ rev: 1, outbox: [{ rev: 1, data: { name: last } }] });
    expect(await writer.insertMany([], actor, () => [])).toEqual([]);
  });

  it('are not written at all when one does not fit the schema', async () => {
    const [fit, misfit] = [newId(), newId()];
    const rows = [
      { id: fit, values: dot },
      { id: misfit, values: asValues({ ...dot, size: 'big' }) },
    ];
    await expect(writer.insertMany(rows, actor, () => [])).rejects.toThrow(/Cast to Number failed/);
    expect(await stored(fit)).toBeNull();
  });
});

describe('a dry run', () => {
  it('returns the result, and writes nothing', async () => {
    const dry = writer.dryRun();
    const [there, fresh] = [newId(), newId()];
    const row = await insert(dot, there);
    expect(await dry.insert(fresh, dot, actor, () => [])).toMatchObject({ _id: fresh, rev: 1, name: 'dot', note: '' });
    expect(await dry.insert(there, dot, actor, () => [])).toBeUndefined();
    const many = [there, fresh].map((id) => ({ id, values: dot }));
    expect((await dry.insertMany(many, actor, () => [])).map((each) => each?._id)).toEqual([undefined, fresh]);
    const changed = await dry.change(there, actor, () => ({ set: { size: 2 }, events: [] }));
    expect(changed).toMatchObject({ _id: there, rev: 2, size: 2 });
    expect(await dry.change(there, actor, () => undefined)).toEqual(row);
    expect(await dry.change(fresh, actor, () => ({ events: [] }))).toBeUndefined();
    expect(await stored(there)).toEqual(row);
    expect(await stored(fresh)).toBeNull();
  });

  it('refuses what does not fit the schema', async () => {
    const dry = writer.dryRun();
    const id = newId();
    await expect(dry.insert(id, asValues({ ...dot, heat: 3 }), actor, () => [])).rejects.toThrow(/not in schema/);
    await insert(dot, id);
    const misfit = dry.change(id, actor, () => ({ set: { size: 'big' } as never, events: [] }));
    await expect(misfit).rejects.toThrow(/Cast to Number failed/);
  });
});

describe('a row that is added', () => {
  it.each(misfits)('is refused with %s, and nothing is written', async (_, values, why) => {
    const id = newId();
    await expect(insert({ ...dot, ...values }, id)).rejects.toThrow(why);
    expect(await stored(id)).toBeNull();
  });

  it('is stored and returned according to the schema: cast and with its defaults', async () => {
    const row = await insert({ name: '', size: '12', colour: 'blue', first: { id: 7, at: '2026-11-22' } });
    const expected = {
      name: '',
      size: 12,
      colour: 'blue',
      note: '',
      due: null,
      first: { id: '7', at: new Date('2026-11-22') },
    };
    expect(row).toMatchObject(expected);
    expect(await stored(row?._id)).toEqual(row);
  });

  it('omits undefined fields: no empty objects and lists, no version of Mongoose', async () => {
    const row = await insert({ ...dot, weight: undefined, first: undefined, parts: undefined, shape: undefined });
    const own = ['_id', 'rev', 'createdAt', 'updatedAt', 'deletedAt', 'outbox'];
    expect(Object.keys((await stored(row?._id)) ?? {}).sort()).toEqual([...own, ...Object.keys(dot)].sort());
  });

  it('stores an object without a schema of its fields unchanged', async () => {
    const row = await insert({ ...dot, shape: { kind: 'dot', more: {} } });
    expect((await stored(row?._id))?.shape).toEqual({ kind: 'dot', more: {} });
  });
});

describe('a row that is changed', () => {
  it.each(misfits)('does not change when the change has %s', async (_, values, why) => {
    const row = await insert(dot);
    await expect(change(row?._id ?? '', values)).rejects.toThrow(why);
    expect(await stored(row?._id)).toEqual(row);
  });

  it('is stored and returned according to the schema', async () => {
    const { _id = '' } = (await insert(dot)) ?? {};
    const row = await change(_id, { size: '12', parts: [{ id: 7 }], note: undefined });
    expect(row).toMatchObject({ rev: 2, size: 12, parts: [{ id: '7' }], note: '' });
    expect(await stored(_id)).toEqual(row);
  });

  it.each([
    ['by the clock of a replica that is behind', 60_000],
    ['within the same millisecond', 0],
  ])('gets a later time than before, also %s', async (_, behindMs) => {
    const row = (await insert(dot))!;
    const behind = { now: () => new Date(row.updatedAt.getTime() - behindMs) };
    const late = new OutboxWriter(model, behind, () => undefined);
    const plus = (ms: number) => ({ updatedAt: new Date(row.updatedAt.getTime() + ms) });
    const changed = await late.change(row._id, actor, (_row, after) => {
      expect(after({ size: 2 })).toMatchObject(plus(1));
      return { set: { size: 2 }, events: [] };
    });
    expect(changed).toMatchObject(plus(1));
    expect(await stored(row._id)).toEqual(changed);
    await late.changeMany([changed!], actor, () => ({ set: { size: 3 }, events: [] }));
    expect(await stored(row._id)).toMatchObject({ size: 3, ...plus(2) });
  });

  it('is dated by the end of a slow write: readers of the list have already passed its beginning', async () => {
    const clock = new TestClock();
    const slow = new OutboxWriter(model, clock, () => undefined);
    const hangs = () => {
      clock.advance(60_000);
      return [];
    };
    const ended = async (row: ThingRow | undefined) => {
      expect(row?.updatedAt).toEqual(clock.now());
      expect((await stored(row?._id))?.updatedAt).toEqual(clock.now());
    };
    const row = await slow.insert(newId(), dot, actor, hangs);
    await ended(row);
    const [other] = await slow.insertMany([{ id: newId(), values: dot }], actor, hangs);
    await ended(other);
    const { _id = '' } = row ?? {};
    await ended(await slow.change(_id, actor, () => ({ set: { size: 2 }, events: hangs() })));
    const before = (await stored(_id))!;
    await slow.changeMany([before], actor, () => ({ set: { size: 3 }, events: hangs() }));
    await ended((await stored(_id)) ?? undefined);
    // changes invisible to users keep the modification time
    const kept = await slow.change(_id, actor, () => ({ set: { size: 4 }, events: hangs(), keepUpdatedAt: true }));
    expect(kept?.updatedAt).toEqual((await stored(_id))?.updatedAt);
    expect(kept?.updatedAt).not.toEqual(clock.now());
  });

  it('loses an optional field that is set to nothing', async () => {
    const { _id = '' } = (await insert({ ...dot, weight: 3, first: { id: '1' } })) ?? {};
    await change(_id, { weight: undefined, first: undefined });
    const row = await stored(_id);
    expect(row).not.toHaveProperty('weight');
    expect(row).not.toHaveProperty('first');
  });

  it('is validated only in changed fields: a row of an older version lacks what is required today', async () => {
    const { _id = '' } = (await insert(dot)) ?? {};
    await model.collection.updateOne({ _id } as never, { $unset: { colour: '' } });
    expect(await change(_id, { size: 2 })).toMatchObject({ size: 2, rev: 2 });
  });
});

describe('an update with the methods of a model', () => {
  it.each([
    ['a word that is not in the vocabulary', { colour: 'green' }, /`green` is not a valid enum value/],
    ['no value for a required field', { name: null }, /`name` is required/],
    ['a field that is not in the schema', { heat: 3 }, /not in schema/],
  ])('is refused with %s, and nothing is written', async (_, set, why) => {
    const row = await insert(dot);
    const only = { _id: row?._id ?? '' };
    await expect(model.updateOne(only, { $set: set })).rejects.toThrow(why);
    await expect(model.updateMany(only, { $set: set })).rejects.toThrow(why);
    await expect(model.findOneAndUpdate(only, { $set: set })).rejects.toThrow(why);
    expect(await stored(row?._id)).toEqual(row);
  });
});
