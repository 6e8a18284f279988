import { DatabaseHost } from '@symbio/mongo';
import { signedIn } from '@symbio/rpc';
import type { RunningService } from '@symbio/runtime';
import { callAs, testClient } from '@symbio/rpc/testing';
import { eventually, person } from '@symbio/runtime/testing';
import { testConfig } from '@symbio/mongo/testing';
import { freePort } from './free-port.js';

interface Message {
  text?: string;
}
const toBytes = (value: Message): Buffer => Buffer.from(JSON.stringify(value));
const fromBytes = (bytes: Buffer): Message => (bytes.length > 0 ? (JSON.parse(bytes.toString()) as Message) : {});
/** Not idempotent by contract: sent once. */
const Contract = {
  write: {
    path: '/test.Rolling/Write',
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: toBytes,
    requestDeserialize: fromBytes,
    responseSerialize: toBytes,
    responseDeserialize: fromBytes,
  },
};

const config = testConfig('sample_rolling', 'sample-rolling');

/** Durations of successive calls in milliseconds: some are in flight whenever a copy stops. */
const TAKES_MS = [0, 13, 4, 19, 8, 2, 16];

/** Calls answered by the copies on each port. */
const served = new Map<number, number>();

async function start(port: number, written: Map<string, number>): Promise<RunningService> {
  const host = await DatabaseHost.connect({
    name: 'sample-rolling',
    serves: Contract,
    config: { ...config, GRPC_PORT: port, SHUTDOWN_DELAY_SECONDS: 0.2 },
  });
  let calls = 0;
  const write = async ({ text = '' }: Message): Promise<Message> => {
    await new Promise((resolve) => setTimeout(resolve, TAKES_MS[calls++ % TAKES_MS.length]));
    written.set(text, (written.get(text) ?? 0) + 1);
    served.set(port, (served.get(port) ?? 0) + 1);
    return { text };
  };
  host.serve(Contract, { write }, { write: signedIn });
  return host.run();
}

/** Concurrent callers with sequential calls. */
const CALLERS = 16;

it('replaces each of two replicas in turn, under load, without a failed or duplicate call', async () => {
  const ports = [await freePort(), await freePort()] as const;
  const written = new Map<string, number>();
  const copies = await Promise.all(ports.map((port) => start(port, written)));
  const { client, close } = testClient(Contract, ports.map((port) => `127.0.0.1:${port}`).join(','));
  const parent = await callAs(person());
  const failures: string[] = [];
  let acknowledged = 0;
  let isOver = false;
  const caller = async (own: number): Promise<void> => {
    for (let call = 0; !isOver; call++) {
      const text = `${own}-${call}`;
      try {
        expect(await client.write({ text }, { ...parent })).toEqual({ text });
        acknowledged++;
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, own) => caller(own));
  for (const [index, port] of ports.entries()) {
    await copies[index]?.stop();
    copies[index] = await start(port, written);
    // both are called again before the other's turn
    const before = served.get(port) ?? 0;
    await eventually(() => expect(served.get(port)).toBeGreaterThan(before));
  }
  isOver = true;
  await Promise.all(callers);
  close();
  await Promise.all(copies.map((copy) => copy.stop()));
  expect(failures).toEqual([]);
  expect([...written.values()].filter((times) => times > 1)).toEqual([]);
  expect(written.size).toBe(acknowledged);
});
