import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listening } from '@symbio/fixtures/ports';
import { BSON, MongoClient } from 'mongodb';
import { mongoUri } from './mongo.js';
import { signInAs } from './mongo-sign-in.js';
import { serveConnection } from './mongo-wire.js';

const OK = {
  ok: 1,
  ismaster: true,
  helloOk: true,
  maxWireVersion: 21,
  minWireVersion: 0,
  maxBsonObjectSize: 16_777_216,
};

describe('signing in to the embedded MongoDB', () => {
  let server: net.Server;
  let port: number;
  const passed: string[] = [];

  beforeEach(async () => {
    passed.length = 0;
    const signIn = signInAs('symbio', 'the password');
    server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      serveConnection(
        socket,
        {
          roundTrip: (message) => {
            const legacy = message.readInt32LE(12) === 2004;
            const document = message.subarray(legacy ? message.indexOf(0, 20) + 9 : 21);
            passed.push(Object.keys(BSON.deserialize(document, { allowObjectSmallerThanBufferSize: true })).join(' '));
            const body = Buffer.from(BSON.serialize(OK));
            return Promise.resolve({ response: body, requestId: message.readInt32LE(4), moreToCome: false, legacy });
          },
        },
        signIn(),
      );
    });
    port = await listening(server);
  });
  afterEach(() => void server.close());

  const pinged = async (uri: string): Promise<unknown> => {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
    try {
      return await client.db('admin').command({ ping: 1 });
    } catch (error) {
      return (error as { codeName?: string }).codeName ?? String(error);
    } finally {
      await client.close();
    }
  };
  const commands = (): string[] => passed.filter((names) => /^ping/.test(names));

  it('accepts a driver with the password', async () => {
    expect(await pinged(mongoUri(port, 'the password'))).toMatchObject({ ok: 1 });
    expect(commands()).toHaveLength(1);
    // the engine would handle it itself
    expect(passed.filter((names) => names.includes('speculativeAuthenticate'))).toEqual([]);
  });

  it.each([
    ['another password', (to: number) => mongoUri(to, 'another'), 'AuthenticationFailed'],
    ['another user', (to: number) => mongoUri(to, 'the password').replace('symbio:', 'root:'), 'AuthenticationFailed'],
    ['none', (to: number) => mongoUri(to), 'Unauthorized'],
  ])('refuses a driver with %s', async (_what, uri, refusal) => {
    expect(await pinged(uri(port))).toBe(refusal);
    expect(commands()).toEqual([]);
  });

  it('disconnects on malformed and on oversized messages', async () => {
    for (const bytes of [30, 20_000]) {
      const message = Buffer.alloc(bytes, 1);
      message.writeInt32LE(bytes, 0);
      const socket = net.connect(port, '127.0.0.1', () => socket.write(message));
      await new Promise((resolve) => socket.once('close', resolve));
    }
    expect(passed).toEqual([]);
  });
});
