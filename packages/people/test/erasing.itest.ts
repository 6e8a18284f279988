import type { Connection, Model } from 'mongoose';
import { OutboxWriter, connectMongo, fields, part, rowSchema, text, type RowOf } from '@symbio/mongo';
import { testConfig } from '@symbio/mongo/testing';
import { createErasing, eraseNames, erasedName, namesIn, type ErasedPerson, type NamesInRows } from '@symbio/people';
import { createLogger, newId, serviceActor, systemClock } from '@symbio/runtime';
import { TestClock, eventually } from '@symbio/runtime/testing';

const actor = serviceActor('test');
const config = testConfig('people_erasing');

describe('the names of erased users', () => {
  const deed = part({ byId: text, byName: text });
  const note = fields({
    authorId: text,
    authorName: text,
    visits: { type: [part({ deeds: { type: [deed], default: [] } })], default: [] },
  });
  type NoteRow = RowOf<typeof note>;
  const names: NamesInRows = {
    copies: [
      { id: 'authorId', name: 'authorName' },
      { list: 'visits.deeds', id: 'byId', name: 'byName' },
    ],
  };
  const ben = { id: 'ben', name: 'Ben Ito' };
  let mongo: Connection;
  let notes: Model<NoteRow>;
  let noteWriter: OutboxWriter<NoteRow>;
  beforeAll(async () => {
    mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'people-test' });
    notes = mongo.model<NoteRow>('notes', rowSchema<NoteRow>('notes', note));
    noteWriter = new OutboxWriter(notes, systemClock, () => undefined);
  });
  afterEach(() => notes.deleteMany({}));
  afterAll(() => mongo.close());

  const ada = (at = new Date(0)): ErasedPerson & { name: string } => {
    const userId = newId();
    return { userId, authorId: newId(), at, name: `Ada Marsh ${userId}` };
  };
  const write = (author: { id: string; name: string }, ...by: { id: string; name: string }[]) => {
    const visits = by.map(({ id, name }) => ({
      deeds: [ben, { id, name }].map((one) => ({ byId: one.id, byName: one.name })),
    }));
    const values = { authorId: author.id, authorName: author.name, visits };
    return noteWriter.insert(newId(), values, actor, () => []);
  };
  const holds = async (words: string): Promise<number> =>
    JSON.stringify(await notes.find().lean()).split(words).length - 1;

  it('are removed once from every row and its lists, and no concurrent writer restores them', async () => {
    const person = ada();
    const [asUser, asAuthor] = [
      { id: person.userId, name: person.name },
      { id: person.authorId, name: person.name },
    ];
    for (let count = 0; count < 210; count++) await write(asAuthor, ben);
    const read = await write(ben, ben, asUser);
    await write(ben, ben);
    const before = await holds(ben.name);

    expect(await eraseNames(notes.collection, names, [person])).toBe(211);
    expect([await holds(person.name), await holds(erasedName(person.userId))]).toEqual([0, 211]);
    expect(await holds(ben.name)).toBe(before);
    expect((await notes.findById(read?._id).lean())?.rev).toBe(2);
    expect(await eraseNames(notes.collection, names, [person])).toBe(0);
  });

  it('are searched again for late writes: soon after, once a day, and at the start', async () => {
    const clock = new TestClock();
    const [recent, former] = [ada(clock.now()), ada(new Date(0))];
    const { sweep } = createErasing({
      tables: [namesIn(notes, names)],
      people: { all: () => Promise.resolve([recent, former]) },
      clock,
      log: createLogger({ name: 'people-test', level: 'silent' }),
    });
    const both = () => Promise.all([recent, former].map(({ userId: id, name }) => write({ id, name })));
    const left = async () => [await holds(recent.name), await holds(former.name)];
    await both();
    sweep.start();
    await eventually(async () => expect(await left()).toEqual([0, 0]));

    // an earlier call of the recent one, and an unexpected late write of the former
    await both();
    sweep.wake();
    await eventually(async () => expect(await left()).toEqual([0, 1]));
    clock.advance(86_400_000);
    sweep.wake();
    await eventually(async () => expect(await left()).toEqual([0, 0]));
    await sweep.stop();
  });
});
