import { Writable } from 'node:stream';
import { pino } from 'pino';
import {
  changeRows,
  connectMongo,
  MIGRATIONS_COLLECTION,
  removeDeletedRows,
  runMigrations,
  setMissing,
  type Connection,
  type Migration,
  type MigrationsOptions,
  type StoredRow,
} from '@symbio/mongo';
import { newId } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import { testConfig } from '@symbio/mongo/testing';

interface LogLine {
  msg: string;
  migration?: string;
  rows?: number;
}

const config = testConfig('sample_migrations');
let connection: Connection;
let clock: TestClock;
let lines: LogLine[];

beforeEach(async () => {
  const database = `${config.MONGODB_DB}_${newId().slice(-6)}`;
  connection = await connectMongo({ uri: config.MONGODB_URI, database, appName: 'sample-test' });
  clock = new TestClock();
  lines = [];
});
afterEach(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const log = pino(
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as LogLine);
      done();
    },
  }),
);

const run = (migrations: readonly Migration[], more: Partial<MigrationsOptions> = {}): Promise<number> =>
  runMigrations({ connection, migrations, clock, log, pollMs: 10, ...more });

const recording = (name: string, runs: string[], work: () => Promise<void> = () => Promise.resolve()): Migration => ({
  name,
  async run() {
    runs.push(name);
    await work();
    return 1;
  },
});

const rows = () => connection.collection<StoredRow>('things');
const ledger = () => connection.collection<StoredRow>(MIGRATIONS_COLLECTION);

describe('migrations', () => {
  it('run in order and once, and are logged and recorded', async () => {
    const runs: string[] = [];
    const migrations = [recording('0001-first', runs), recording('0002-second', runs)];
    expect(await run(migrations)).toBe(2);
    expect(await run(migrations)).toBe(0);
    expect(runs).toEqual(['0001-first', '0002-second']);
    expect(lines.map(({ msg, migration, rows: count }) => [msg, migration, count])).toEqual([
      ['migration begins', '0001-first', undefined],
      ['migration done', '0001-first', 1],
      ['migration begins', '0002-second', undefined],
      ['migration done', '0002-second', 1],
    ]);
    expect(await ledger().find().toArray()).toEqual([
      { _id: '0001-first', at: clock.now(), lastAt: clock.now(), rows: 1 },
      { _id: '0002-second', at: clock.now(), lastAt: clock.now(), rows: 1 },
    ]);
    expect(await run([...migrations, recording('0003-third', runs)])).toBe(1);
    expect(runs).toEqual(['0001-first', '0002-second', '0003-third']);
  });

  it('run in one of several processes that start together', async () => {
    const runs: string[] = [];
    const migrations = ['0001-first', '0002-second'].map((name) =>
      recording(name, runs, async () => {
        await rows().insertOne({ _id: newId() });
      }),
    );
    const counts = await Promise.all([run(migrations), run(migrations), run(migrations)]);
    expect(runs).toEqual(['0001-first', '0002-second']);
    expect(counts.sort()).toEqual([0, 0, 2]);
  });

  it('resume with the interrupted one', async () => {
    const runs: string[] = [];
    let broken = true;
    const migrations = [
      recording('0001-first', runs),
      recording('0002-second', runs, () => (broken ? Promise.reject(new Error('interrupted')) : Promise.resolve())),
      recording('0003-third', runs),
    ];
    await expect(run(migrations)).rejects.toThrow(/^interrupted$/);
    broken = false;
    expect(await run(migrations)).toBe(2);
    expect(runs).toEqual(['0001-first', '0002-second', '0002-second', '0003-third']);
  });

  it('wait for a process that died with the lock until its lease has expired', async () => {
    await ledger().insertOne({ _id: 'lock', holder: 'dead', until: new Date(Date.now() + 300) });
    const runs: string[] = [];
    expect(await run([recording('0001-first', runs)])).toBe(1);
    expect(runs).toEqual(['0001-first']);
    expect(await ledger().findOne({ _id: 'lock' })).toBeNull();
  });

  it('stop when another process took the lock', async () => {
    const lost: Migration = {
      name: '0001-slow',
      async run({ signal }) {
        await ledger().updateOne({ _id: 'lock' }, { $set: { holder: 'another' } });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal.throwIfAborted();
        return 0;
      },
    };
    await expect(run([lost], { leaseMs: 150 })).rejects.toThrow('another process took the lock of the migrations');
    expect(await ledger().find().toArray()).toMatchObject([{ _id: 'lock', holder: 'another' }]);
  });

  it('are repeated for a day, for rows that replicas of the previous version write', async () => {
    const migration: Migration = {
      name: '0001-default-colour',
      run: (context) => setMissing(context, 'things', { colour: 'red' }),
    };
    await run([migration]);
    await rows().insertOne({ _id: 'late' });
    clock.advance(40 * 60_000);
    await run([migration]);
    expect(await rows().findOne({ _id: 'late' })).toEqual({ _id: 'late' });
    clock.advance(25 * 60_000);
    expect(await run([migration])).toBe(0);
    expect(await rows().findOne({ _id: 'late' })).toEqual({ _id: 'late', colour: 'red' });
    expect(lines.at(-1)).toMatchObject({ msg: 'migration repeated for rows of the previous version', rows: 1 });
    clock.advance(24 * 3_600_000);
    await rows().insertOne({ _id: 'much-later' });
    await run([migration]);
    expect(await rows().findOne({ _id: 'much-later' })).toEqual({ _id: 'much-later' });
  });
});

describe('the shared steps', () => {
  const context = () => ({ connection, log, signal: new AbortController().signal });

  it('set missing fields only, also nested ones', async () => {
    await rows().insertMany([{ _id: 'a' }, { _id: 'b', size: 0, part: { size: 2 } }]);
    expect(await setMissing(context(), 'things', { size: 1, 'part.size': 3 })).toBe(1);
    expect(await rows().find().toArray()).toEqual([
      { _id: 'a', size: 1, part: { size: 3 } },
      { _id: 'b', size: 0, part: { size: 2 } },
    ]);
  });

  it('change all rows of a shape, except one that was written since it was read', async () => {
    const many = Array.from({ length: 1_100 }, (_, n) => ({ _id: `${n}`.padStart(4, '0'), old: n, rev: 1 }));
    await rows().insertMany(many);
    const changes = () =>
      changeRows<StoredRow & { old: number }>(context(), {
        collection: 'things',
        filter: { old: { $exists: true } },
        unlessChanged: 'rev',
        async change({ _id, old }) {
          if (old === 700) await rows().updateOne({ _id, rev: 1 }, { $set: { old: 9_999 }, $inc: { rev: 1 } });
          return { $set: { new: old * 2 }, $unset: { old: '' } };
        },
      });
    expect(await changes()).toBe(1_099);
    expect(await changes()).toBe(1);
    expect(await rows().countDocuments({ old: { $exists: true } })).toBe(0);
    expect(await rows().findOne({ _id: '0700' })).toEqual({ _id: '0700', new: 19_998, rev: 2 });
  });

  it('remove deleted rows without pending events', async () => {
    const deletedAt = clock.now();
    await rows().insertMany([
      { _id: 'current', deletedAt: null, outbox: [] },
      { _id: 'pending', deletedAt, outbox: [{ id: 'e' }] },
      { _id: 'left', deletedAt, outbox: [] },
    ]);
    expect(await removeDeletedRows('0001-remove-deleted-rows', ['things']).run(context())).toBe(1);
    expect((await rows().find().toArray()).map(({ _id }) => _id)).toEqual(['current', 'pending']);
  });
});
