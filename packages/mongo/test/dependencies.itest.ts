import type net from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import {
  DatabaseHost,
  connectMongo,
  fields,
  insertAll,
  isMongoAway,
  rowSchema,
  type DatabaseHostOptions,
  type RowOf,
} from '@symbio/mongo';
import { consumer } from '@symbio/events';
import { newId, type RunningService } from '@symbio/runtime';
import { signedIn } from '@symbio/rpc';
import { callAs, testClient } from '@symbio/rpc/testing';
import { eventually, person } from '@symbio/runtime/testing';
import { testConfig } from '@symbio/mongo/testing';
import { faultyProxy, type FaultyProxy } from '@symbio/runtime/testing/faulty-proxy';
import { entityEvents } from '@symbio/proto/event-type';
import { freePort } from './free-port.js';
import { healthOf } from './health.js';

/** Records log lines from warn on, and those about dependencies. */
function keptLog() {
  const lines: { msg: string; dependency?: string; level: number }[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
      done();
    },
  });
  const about = (name: string): string[] => lines.filter(({ dependency }) => dependency === name).map(({ msg }) => msg);
  return { log: pino({ level: 'info' }, sink), about };
}

interface Message {
  text?: string;
}
const toBytes = (value: Message): Buffer => Buffer.from(JSON.stringify(value));
const fromBytes = (bytes: Buffer): Message => (bytes.length > 0 ? (JSON.parse(bytes.toString()) as Message) : {});
const Contract = {
  read: {
    path: '/test.Away/Read',
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: toBytes,
    requestDeserialize: fromBytes,
    responseSerialize: toBytes,
    responseDeserialize: fromBytes,
  },
};

const thing = fields({ text: { type: String, required: true } });
type ThingRow = RowOf<typeof thing>;
const schema = () =>
  rowSchema<ThingRow>('things', thing).index({ text: 1 }, { unique: true }).index({ createdAt: 1, _id: 1 });

async function serve(options: Omit<DatabaseHostOptions, 'name' | 'serves'>, suffix = 'away'): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name: 'sample-away', serves: Contract, ...options });
  const model = host.mongo.model<ThingRow>('things', schema());
  host.writer(model);
  await host.tombstones();
  await host.prepared(() => host.broker.keyValue(`sample-${suffix}`, 60_000));
  const events = entityEvents('sampleaway', 'thing', ['changed'], {
    toJSON: (data: Message) => data,
    fromJSON: (json) => json as Message,
  });
  host.consume(consumer({ durable: `sample-${suffix}`, events: events.any, handle: () => Promise.resolve() }));
  host.serve(Contract, { read: async () => ({ text: String(await model.countDocuments()) }) }, { read: signedIn });
  return host.run();
}

const readyz = async (port: number): Promise<{ status: number; failing: Record<string, string> }> => {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  const { failing = [] } = (await response.json()) as { failing?: { name: string; reason: string }[] };
  return { status: response.status, failing: Object.fromEntries(failing.map(({ name, reason }) => [name, reason])) };
};

describe('a process whose servers are unavailable', () => {
  const kept = keptLog();
  let mongoProxy: FaultyProxy;
  let natsProxy: FaultyProxy;
  let running: RunningService | undefined;
  let starting: Promise<RunningService>;
  let grpcPort: number;
  let adminPort: number;
  const config = testConfig('sample_away', 'sample-away');

  beforeAll(async () => {
    mongoProxy = await faultyProxy(Number(new URL(config.MONGODB_URI).port));
    natsProxy = await faultyProxy(Number(new URL(config.NATS_URL).port));
    const uri = new URL(config.MONGODB_URI);
    uri.port = String(mongoProxy.port);
    // enough for the first connection to be refused on a busy machine: the driver reports no reason before
    uri.searchParams.set('serverSelectionTimeoutMS', '2000');
    [grpcPort, adminPort] = [await freePort(), await freePort()];
    starting = serve({
      log: kept.log,
      config: {
        ...config,
        MONGODB_URI: uri.href,
        NATS_URL: `nats://user:secret@127.0.0.1:${natsProxy.port}`,
        GRPC_PORT: grpcPort,
        ADMIN_PORT: adminPort,
      },
      dependencies: { checkMs: 100, graceMs: 300, pausesMs: [50, 100] },
    });
    starting.catch(() => undefined);
  });
  afterAll(async () => {
    await running?.stop();
    await Promise.all([mongoProxy.cut(), natsProxy.cut()]);
  });

  it('is alive, is not ready, and says why; callers are asked to retry', async () => {
    const { client, close } = testClient(Contract, `127.0.0.1:${grpcPort}`);
    await eventually(async () => {
      const { status, failing } = await readyz(adminPort);
      expect(status).toBe(503);
      expect(failing).toEqual({
        running: 'The process is being started.',
        mongodb: 'nothing listens there (connection refused).',
        nats: 'nothing listens there (connection refused).',
      });
    });
    expect((await fetch(`http://127.0.0.1:${adminPort}/healthz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${adminPort}/servingz`)).status).toBe(503);
    expect(await healthOf(grpcPort, 'live')).toBe('SERVING');
    expect(await healthOf(grpcPort, '')).toBe('NOT_SERVING');
    await expect(client.read({}, await callAs(person()))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'starting',
    });
    close();
  });

  it('becomes ready when they are available, and logs one line for each change', async () => {
    await mongoProxy.mend();
    await natsProxy.mend();
    running = await starting;
    expect(await readyz(adminPort)).toMatchObject({ status: 200 });
    expect(await healthOf(grpcPort, '')).toBe('SERVING');
    for (const [name, label, port, why] of [
      // the driver has no reason yet if this process stalled during its first attempt
      ['mongodb', 'MongoDB at mongodb', mongoProxy.port, '(nothing listens there|it did not answer in time)'],
      ['nats', 'NATS at nats', natsProxy.port, 'nothing listens there'],
    ] as const) {
      expect(kept.about(name)).toEqual([
        expect.stringMatching(`^${label}://127.0.0.1:${port} is awaited: ${why}`),
        expect.stringMatching(`^${label}://127.0.0.1:${port} is there after \\d+ s$`),
      ]);
    }
  });

  it('keeps answering while NATS is unavailable, and is ready again when it returns', async () => {
    const { client, close } = testClient(Contract, `127.0.0.1:${grpcPort}`);
    await natsProxy.cut();
    await eventually(async () => {
      const { status, failing } = await readyz(adminPort);
      expect([status, Object.keys(failing)]).toEqual([503, ['nats']]);
    });
    expect((await fetch(`http://127.0.0.1:${adminPort}/servingz`)).status).toBe(200);
    await eventually(async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
      expect(metrics).toMatch(/^symbio_ready\{.*\} 0$/m);
      expect(metrics).toMatch(/^symbio_serving\{.*\} 1$/m);
    });
    expect(await healthOf(grpcPort, '')).toBe('SERVING');
    await expect(client.read({}, await callAs(person()))).resolves.toEqual({ text: '0' });
    await natsProxy.mend();
    await eventually(async () => expect(await readyz(adminPort)).toMatchObject({ status: 200 }));
    expect(kept.about('nats').slice(2)).toEqual([
      expect.stringContaining('is away, waiting until it is back: '),
      expect.stringContaining(' is back after '),
    ]);
    close();
  });

  it('is not ready while its database is unavailable, and answers that calls can be retried', async () => {
    const { client, close } = testClient(Contract, `127.0.0.1:${grpcPort}`);
    await mongoProxy.cut();
    await eventually(async () => expect(await healthOf(grpcPort, '')).toBe('NOT_SERVING'));
    await eventually(async () =>
      expect((await readyz(adminPort)).failing).toEqual({ mongodb: 'nothing listens there (connection refused).' }),
    );
    expect(await healthOf(grpcPort, 'live')).toBe('SERVING');
    // longer than the test timeout, so the response is not caused by the deadline
    await expect(client.read({}, await callAs(person(), { limitMs: 600_000 }))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'database_away',
    });
    await mongoProxy.mend();
    await eventually(async () => expect(await healthOf(grpcPort, '')).toBe('SERVING'));
    await expect(client.read({}, await callAs(person()))).resolves.toEqual({ text: '0' });
    expect(kept.about('mongodb')).toHaveLength(4);
    close();
  });
});

describe('a connection to MongoDB', () => {
  const { MONGODB_URI: plain, MONGODB_DB: database } = testConfig('sample_options', 'sample-away');

  it.each([
    ['no word of it', undefined, false],
    ['retryWrites=true', 'true', true],
    ['retryWrites=false', 'false', false],
  ])('retries writes according to its URI (%s)', async (_what, said, expected) => {
    const uri = new URL(plain);
    uri.searchParams.delete('retryWrites');
    if (said !== undefined) uri.searchParams.set('retryWrites', said);
    const connection = await connectMongo({ uri: uri.href, database, appName: 'test' });
    const { retryWrites, readPreference, writeConcern } = connection.getClient().options;
    expect({ retryWrites, reads: readPreference.mode, w: String(writeConcern?.w) }).toEqual({
      retryWrites: expected,
      reads: 'primary',
      w: uri.searchParams.get('w'),
    });
    await connection.close();
  });

  it('that closes while a command is written fails the command instead of leaving it pending', async () => {
    interface Pooled {
      cleanup(error: Error): void;
      socket: net.Socket;
    }
    interface Internals {
      topology: { s: { servers: Map<string, { pool: { connections: Iterable<Pooled> } }> } };
    }
    const connection = await connectMongo({ uri: plain, database, appName: 'test' });
    const { topology } = connection.getClient() as unknown as Internals;
    const [server] = [...topology.s.servers.values()];
    const [pooled] = [...server!.pool.connections];
    const write = pooled!.socket.write.bind(pooled!.socket);
    pooled!.socket.write = (bytes: Uint8Array | string) => {
      pooled!.cleanup(new Error('connection closed'));
      return write(bytes);
    };
    await expect(connection.collection('writes').insertOne({})).rejects.toThrow('connection closed');
    // the next one uses another connection
    await expect(connection.collection('writes').insertOne({})).resolves.toMatchObject({ acknowledged: true });
    await connection.close();
  });

  it('that breaks repeatedly loses no acknowledged write', async () => {
    const uri = new URL(plain);
    const proxy = await faultyProxy(Number(new URL(plain).port));
    await proxy.mend();
    uri.port = String(proxy.port);
    uri.searchParams.set('serverSelectionTimeoutMS', '1000');
    const connection = await connectMongo({ uri: uri.href, database, appName: 'test' });
    const acknowledged: string[] = [];
    let isOver = false;
    let refused = 0;
    const others: unknown[] = [];
    const rows = connection.collection<{ _id: string }>('writes');
    // a single row, and several as services insert them
    const ways = [
      (_id: string): Promise<unknown> => rows.insertOne({ _id }),
      (_id: string): Promise<unknown> => insertAll(connection.collection('writes'), [{ _id }]),
    ];
    const writer = async (insert: (id: string) => Promise<unknown>): Promise<void> => {
      while (!isOver) {
        const _id = newId();
        try {
          await insert(_id);
          acknowledged.push(_id);
        } catch (error) {
          refused++;
          // anything else would be answered as an internal error
          if (!isMongoAway(error)) others.push(error);
        }
      }
    };
    const writers = Promise.all([...ways, ...ways].map(writer));
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.length;
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 20));
      await proxy.cut();
      await proxy.mend();
    }
    const before = acknowledged.length;
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before));
    isOver = true;
    await writers;
    expect(others).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    const stored = await rows.countDocuments({ _id: { $in: acknowledged } });
    expect(stored).toBe(acknowledged.length);
    await connection.close();
    await proxy.cut();
  });
});

describe('several replicas that start at the same time', () => {
  it('create the same indexes, streams, buckets and consumers without conflicts, and so does preparing', async () => {
    const config = testConfig('sample_replicas', 'sample-away');
    const suffix = newId().slice(-6);
    const replicas = await Promise.all([
      ...[0, 1, 2].map(() => serve({ config }, suffix)),
      ...[0, 1].map(() => serve({ config: { ...config, prepareOnly: true } }, suffix)),
    ]);
    await serve({ config: { ...config, prepareOnly: true } }, suffix);
    for (const { adminPort } of replicas.slice(0, 3)) expect(await readyz(adminPort)).toMatchObject({ status: 200 });
    await Promise.all(replicas.map((replica) => replica.stop()));
  });
});
