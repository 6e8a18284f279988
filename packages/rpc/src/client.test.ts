import dns from 'node:dns';
import net, { connect, createServer, type AddressInfo, type Server, Socket } from 'node:net';
import { jest } from '@jest/globals';
import { serviceActor, AppError, createLogger, createMetrics } from '@symbio/runtime';
import { callAs, fakeService, testClient, testTokens } from './testing/index.js';
import { eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { signedIn } from './definition.js';
import { GrpcServer } from './server.js';

interface Message {
  text?: string;
}

const read = (bytes: Buffer): Message => (bytes.length > 0 ? (JSON.parse(bytes.toString()) as Message) : {});
const write = (value: Message): Buffer => Buffer.from(JSON.stringify(value));
const method = <S extends boolean>(path: string, requestStream: S) => ({
  path,
  requestStream,
  responseStream: false as const,
  requestSerialize: write,
  requestDeserialize: read,
  responseSerialize: write,
  responseDeserialize: read,
});
/** Contract with idempotent and other methods. */
const Contract = {
  read: method('/symbio.job.v1.JobService/GetJob', false),
  update: method('/symbio.job.v1.JobService/CancelJob', false),
  once: method('/symbio.job.v1.JobService/RetryJob', false),
  collect: method('/symbio.document.v1.DocumentService/UploadDocument', true),
};

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
function keep<T extends { close: () => unknown }>(each: T): T {
  open.push(() => each.close());
  return each;
}

const away = () => Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'not now'));

/** Service that is unavailable for a while, with call counts. */
async function restarting(failures: number) {
  const calls = { read: 0, update: 0, once: 0 };
  const answer = (name: keyof typeof calls) => () =>
    ++calls[name] > failures ? Promise.resolve({ text: name }) : away();
  const { address } = keep(
    await fakeService(Contract, { read: answer('read'), update: answer('update'), once: answer('once') }),
  );
  return { client: keep(testClient(Contract, address)).client, calls };
}

describe('a call to an unavailable service', () => {
  it.each(['read', 'update'] as const)('is retried when the contract permits it (%s)', async (name) => {
    const { client, calls } = await restarting(2);
    expect(await client[name]({}, await callAs(person()))).toEqual({ text: name });
    expect(calls[name]).toBe(3);
  });

  it('is made once when the contract does not permit retries', async () => {
    const { client, calls } = await restarting(1);
    expect(await outcomeOf(client.once({}, await callAs(person())))).toBe('UNAVAILABLE');
    expect(calls.once).toBe(1);
  });
});

it('an undefined field of a call is omitted: the service uses its default', async () => {
  const strict = {
    read: {
      ...Contract.read,
      // protobuf encodes an undefined string as "undefined"
      requestSerialize: ({ text }: Message) => Buffer.from(JSON.stringify({ text: String(text) })),
      requestDeserialize: (bytes: Buffer): Message => ({ text: '', ...read(bytes) }),
    },
  };
  const { address } = keep(
    await fakeService(strict, { read: ({ text }) => Promise.resolve({ text: `got "${text}"` }) }),
  );
  const { client } = keep(testClient(strict, address));
  expect(await client.read({ text: undefined as never }, await callAs(person()))).toEqual({ text: 'got ""' });
});

it('a user has the address seen by the gateway, and a service process has none, though it passes one on', async () => {
  const seen: unknown[] = [];
  const { address } = keep(
    await fakeService(Contract, {
      read(_request, context) {
        seen.push({ actor: context.actor.address, call: context.address });
        return Promise.resolve({});
      },
    }),
  );
  const { client } = keep(testClient(Contract, address));
  await client.read({}, await callAs(person(), { address: '192.0.2.7' }));
  await client.read({}, await callAs(serviceActor('gateway'), { address: '192.0.2.7' }));
  await client.read({}, await callAs(person()));
  expect(seen).toEqual([{ actor: '192.0.2.7', call: '192.0.2.7' }, { call: '192.0.2.7' }, {}]);
});

describe('calls to a service with several replicas', () => {
  const portOf = (address: string): string => address.slice(address.lastIndexOf(':') + 1);

  it.each([
    ['addresses', (replicas: string[]) => replicas.join(',')],
    // a list of names, one unresolvable
    ['names', (replicas: string[]) => [...replicas.map((at) => `localhost:${portOf(at)}`), 'not.invalid:1'].join(',')],
  ])('go to each in turn, given as %s', async (_, written) => {
    const served = [0, 0];
    const replicas = await Promise.all(
      served.map(async (_unused, index) =>
        keep(await fakeService(Contract, { read: () => Promise.resolve({ text: String(served[index]!++) }) })),
      ),
    );
    const { client } = keep(testClient(Contract, written(replicas.map(({ address }) => address))));
    const parent = await callAs(person());
    // the first calls go to whichever replica connects first
    await eventually(async () => {
      await client.read({}, parent);
      expect(Math.min(...served)).toBeGreaterThan(0);
    });
    const before = [...served];
    for (let n = 0; n < 10; n++) await client.read({}, parent);
    expect(served.map((count, index) => count - before[index]!)).toEqual([5, 5]);
  });

  it('are retried at another when one dies midway, if the contract permits it', async () => {
    const held = { read: 0, once: 0 };
    const never = (name: keyof typeof held) => () => (held[name]++, new Promise<Message>(() => undefined));
    const dying = keep(await fakeService(Contract, { read: never('read'), once: never('once') }));
    const proxy = await countingProxy(Number(portOf(dying.address)));
    const living = keep(
      await fakeService(Contract, {
        read: () => Promise.resolve({ text: 'alive' }),
        once: () => Promise.resolve({ text: 'alive' }),
      }),
    );
    const { client } = keep(testClient(Contract, `127.0.0.1:${proxy.port},${living.address}`));
    const parent = await callAs(person());
    const calls: Promise<Message>[] = [];
    const once: Promise<string>[] = [];
    // the first calls go to whichever replica connects first
    await eventually(() => {
      calls.push(client.read({}, parent), client.read({}, parent));
      once.push(outcomeOf(client.once({}, parent)), outcomeOf(client.once({}, parent)));
      expect(Math.min(held.read, held.once)).toBeGreaterThan(0);
    });
    proxy.cut();
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ text: 'alive' })));
    // the outcome on the dead replica is unknown: the caller decides
    expect(new Set(await Promise.all(once))).toEqual(new Set(['OK', 'UNAVAILABLE']));
  });

  it('replace a connection after a while, without losing a call', async () => {
    const server = new GrpcServer({
      tokens: testTokens('job'),
      log: createLogger({ name: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      connectionAgeMs: 50,
    });
    const answer = () => Promise.resolve({ text: 'here' });
    server.add(
      Contract,
      { read: answer, update: answer, once: answer, collect: answer },
      { read: signedIn, update: signedIn, once: signedIn, collect: signedIn },
    );
    const port = await server.listen('127.0.0.1', 0);
    open.push(() => server.drain());
    const proxy = await countingProxy(port);
    const { client } = keep(testClient(Contract, `127.0.0.1:${proxy.port}`));
    const parent = await callAs(person());
    await eventually(async () => {
      expect(await client.once({}, parent)).toEqual({ text: 'here' });
      expect(proxy.connections()).toBeGreaterThan(2);
    });
  });
});

/** `cut` closes them and refuses new ones. */
async function countingProxy(target: number): Promise<{ port: number; connections: () => number; cut: () => void }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections++;
    const onward = connect(target, '127.0.0.1');
    sockets.add(socket).add(onward);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  const cut = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, connections: () => connections, cut };
}

it('a call is answered soon after a replica is ready, though the address of a removed one does not answer', async () => {
  const { address } = keep(await fakeService(Contract, { read: () => Promise.resolve({ text: 'read' }) }));
  const removed = '192.0.2.1';
  let host = removed;
  const lookup = jest
    .spyOn(dns.promises, 'lookup')
    .mockImplementation((() => Promise.resolve([{ address: host, family: 4 }])) as never);
  const open = net.connect;
  // packets to a removed pod are lost: the connection is neither made nor refused
  const connecting = jest
    .spyOn(net, 'connect')
    .mockImplementation(((options: net.TcpNetConnectOpts, made?: () => void) =>
      options.host === removed ? new Socket() : open(options, made)) as never);
  try {
    const { client } = keep(testClient(Contract, `replicas:${address.split(':')[1]}`));
    const answer = client.read({}, await callAs(person()));
    await eventually(() =>
      expect(connecting).toHaveBeenCalledWith(expect.objectContaining({ host: removed }), expect.anything()),
    );
    host = '127.0.0.1';
    expect(await answer).toEqual({ text: 'read' });
  } finally {
    lookup.mockRestore();
    connecting.mockRestore();
  }
});

describe('a cancelled stream', () => {
  function source(pause?: Promise<void>) {
    const state = { read: 0, closed: false };
    async function* messages() {
      try {
        for (;;) {
          state.read++;
          yield { text: 'part' };
          if (state.read === 3) await pause;
        }
      } finally {
        state.closed = true;
      }
    }
    return { state, messages };
  }
  /** Service that never answers and notices cancellation. */
  async function listener() {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let cancelled: () => void = () => undefined;
    const noticed = new Promise<void>((resolve) => (cancelled = resolve));
    const { address } = keep(
      await fakeService(Contract, {
        collect: (_parts, { signal }) =>
          new Promise((_resolve, reject) => {
            begin();
            signal.addEventListener('abort', () => {
              cancelled();
              reject(new AppError('CANCELLED', 'cancelled', 'cancelled'));
            });
          }),
      }),
    );
    return { client: keep(testClient(Contract, address)).client, begun, noticed };
  }

  it('is not started if cancelled before, and its source is not read', async () => {
    const { client } = await listener();
    const { state, messages } = source();
    const call = client.collect(messages(), await callAs(person(), { signal: AbortSignal.abort() }));
    expect(await outcomeOf(call)).toBe('CANCELLED');
    expect(state.read).toBe(0);
  });

  it('ends at both sides, and its source is closed', async () => {
    const { client, begun, noticed } = await listener();
    const stop = new AbortController();
    let resume: () => void = () => undefined;
    const { state, messages } = source(new Promise((resolve) => (resume = resolve)));
    const call = outcomeOf(client.collect(messages(), await callAs(person(), { signal: stop.signal })));
    await begun;
    await eventually(() => expect(state.read).toBe(3));
    stop.abort();
    // while the source is waiting
    expect(await call).toBe('CANCELLED');
    await noticed;
    resume();
    await eventually(() => expect(state.closed).toBe(true));
    expect(state.read).toBe(4);
  });
});
