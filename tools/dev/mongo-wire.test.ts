import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listening } from '@symbio/fixtures/ports';
import { serveConnection } from './mongo-wire.js';

const OP_MSG = 2013;

/** An OP_MSG whose document starts with the given command name; the rest is arbitrary. */
function message(command: string, requestId = 1): Buffer {
  const body = Buffer.from(`${command}\0${'x'.repeat(20)}`, 'latin1');
  const out = Buffer.alloc(26 + body.length);
  out.writeInt32LE(out.length, 0);
  out.writeInt32LE(requestId, 4);
  out.writeInt32LE(OP_MSG, 12);
  body.copy(out, 26);
  return out;
}

describe('serving the engine to other processes', () => {
  let server: net.Server;
  let client: net.Socket;
  const seen: Buffer[] = [];
  let reply: (message: Buffer) => { moreToCome: boolean; legacy: boolean };

  beforeEach(async () => {
    seen.length = 0;
    reply = () => ({ moreToCome: false, legacy: false });
    server = net.createServer((socket) =>
      serveConnection(socket, {
        roundTrip: (incoming) => {
          seen.push(Buffer.from(incoming));
          return Promise.resolve({
            response: Buffer.from(`answer ${seen.length}`),
            requestId: incoming.readInt32LE(4),
            ...reply(incoming),
          });
        },
      }),
    );
    client = net.connect(await listening(server), '127.0.0.1');
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  const receive = (bytes: number): Promise<Buffer> =>
    new Promise((resolve) => {
      let got = Buffer.alloc(0);
      client.on('data', (chunk) => {
        got = Buffer.concat([got, chunk]);
        if (got.length >= bytes) resolve(got);
      });
    });

  it('answers messages in order, however the stream is split', async () => {
    const all = Buffer.concat([message('ping', 11), message('hello', 12)]);
    const answered = receive(2 * (21 + 'answer 1'.length));
    for (const byte of all) client.write(Buffer.from([byte]));
    const got = await answered;
    expect(seen.map((each) => each.readInt32LE(4))).toEqual([11, 12]);
    expect([got.readInt32LE(0), got.readInt32LE(8), got.readInt32LE(12)]).toEqual([got.length / 2, 11, OP_MSG]);
    expect(got.toString('latin1')).toMatch(/answer 1[^]*answer 2/);
  });

  it('answers the old query format in its own format', async () => {
    reply = () => ({ moreToCome: false, legacy: true });
    const answered = receive(36 + 'answer 1'.length);
    client.write(message('isMaster'));
    const got = await answered;
    expect([got.readInt32LE(12), got.readInt32LE(32)]).toEqual([1, 1]);
  });

  it('sends no answer to a message that requests none', async () => {
    reply = () => ({ moreToCome: seen.length === 1, legacy: false });
    const answered = receive(21 + 'answer 2'.length);
    client.write(Buffer.concat([message('insert', 1), message('ping', 2)]));
    expect((await answered).toString('latin1')).not.toContain('answer 1');
  });

  it('does not pass a raw startSession to the engine, which would crash', async () => {
    const answered = receive(21 + 'answer 1'.length);
    client.write(message('startSession'));
    await answered;
    expect(seen[0]?.toString('latin1')).toContain('startSessiox\0');
  });

  it('disconnects clients with another protocol', async () => {
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.write('GET / HTTP/1.1\r\n\r\n');
    await closed;
    expect(seen).toEqual([]);
  });
});
