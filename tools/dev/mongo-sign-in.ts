/**
 * Authentication for the embedded MongoDB, which has none: one user, by SCRAM-SHA-256 (RFC 5802 and 7677), as in
 * mongod. Unauthenticated connections may only send a greeting.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { BSON } from 'mongodb';

const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** Maximum message size before authentication. */
const MAX_BYTES = 16_384;
/** The password is random, so more rounds add no protection. */
const ITERATIONS = 4096;
const GREETINGS = new Set(['hello', 'ismaster']);

export type Verdict = { pass: Buffer } | { answer: Buffer; isSignedIn: boolean } | { hangUp: true };

export interface SignIn {
  receive(message: Buffer): Verdict;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** @returns a factory for new connections */
export function signInAs(user: string, password: string): () => SignIn {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = hash(hmac(salted, 'Client Key'));
  const serverKey = hmac(salted, 'Server Key');

  return () => {
    let begun: { clientFirst: string; serverFirst: string; nonce: string } | undefined;

    const started = (payload: string): object => {
      const clientFirst = payload.slice(payload.indexOf(',', payload.indexOf(',') + 1) + 1);
      const [, name, theirs] = /^n=([^,]*),r=([^,]+)$/.exec(clientFirst) ?? [];
      if (name !== user || theirs === undefined) return FAILED;
      const nonce = theirs + randomBytes(18).toString('base64');
      const serverFirst = `r=${nonce},s=${salt.toString('base64')},i=${ITERATIONS}`;
      begun = { clientFirst, serverFirst, nonce };
      return { conversationId: 1, done: false, payload: new BSON.Binary(Buffer.from(serverFirst)), ok: 1 };
    };

    /** @returns the response, and whether the client has proven the password */
    const continued = (payload: string): { reply: object; isSignedIn: boolean } => {
      const [, clientFinal = '', nonce, proof] = /^(c=[^,]*,r=([^,]*)),p=(.+)$/.exec(payload) ?? [];
      const former = begun;
      begun = undefined;
      if (!former || nonce !== former.nonce || proof === undefined) return { reply: FAILED, isSignedIn: false };
      const exchange = `${former.clientFirst},${former.serverFirst},${clientFinal}`;
      const signature = hmac(storedKey, exchange);
      const given = Buffer.from(proof, 'base64');
      if (given.length !== signature.length) return { reply: FAILED, isSignedIn: false };
      const clientKey = Buffer.from(given.map((byte, index) => byte ^ (signature[index] ?? 0)));
      if (!timingSafeEqual(hash(clientKey), storedKey)) return { reply: FAILED, isSignedIn: false };
      const verifier = Buffer.from(`v=${hmac(serverKey, exchange).toString('base64')}`);
      return { reply: { conversationId: 1, done: true, payload: new BSON.Binary(verifier), ok: 1 }, isSignedIn: true };
    };

    return {
      receive(message) {
        const read = message.length <= MAX_BYTES ? commandOf(message) : undefined;
        if (!read) return { hangUp: true };
        const { command, withCommand } = read;
        const name = Object.keys(command)[0] ?? '';
        if (GREETINGS.has(name.toLowerCase())) {
          // the engine would handle the drivers' speculative authentication itself
          const { speculativeAuthenticate: _first, saslSupportedMechs: _asked, ...greeting } = command;
          return { pass: withCommand(greeting) };
        }
        const id = message.readInt32LE(4);
        if (name === 'saslStart' && command['mechanism'] === 'SCRAM-SHA-256')
          return { answer: replyTo(id, started(textOf(command['payload']))), isSignedIn: false };
        if (name === 'saslContinue') {
          const { reply, isSignedIn } = continued(textOf(command['payload']));
          return { answer: replyTo(id, reply), isSignedIn };
        }
        return { answer: replyTo(id, name === 'saslStart' ? FAILED : unauthorized(name)), isSignedIn: false };
      },
    };
  };
}

const FAILED = { ok: 0, errmsg: 'Authentication failed.', code: 18, codeName: 'AuthenticationFailed' };
const unauthorized = (command: string): object => ({
  ok: 0,
  errmsg: `Command ${command} requires authentication`,
  code: 13,
  codeName: 'Unauthorized',
});

const textOf = (payload: unknown): string =>
  payload instanceof BSON.Binary ? Buffer.from(payload.buffer).toString('utf8', 0, payload.position) : '';

/** Message's command, and a function to replace it; undefined for other messages. */
function commandOf(
  message: Buffer,
): { command: Record<string, unknown>; withCommand: (command: object) => Buffer } | undefined {
  const start = documentAt(message);
  if (start === undefined || start + 4 > message.length) return undefined;
  const end = start + message.readInt32LE(start);
  if (end !== message.length) return undefined;
  try {
    const command = BSON.deserialize(message.subarray(start, end)) as Record<string, unknown>;
    return {
      command,
      withCommand: (other) => {
        const changed = Buffer.concat([message.subarray(0, start), BSON.serialize(other)]);
        changed.writeInt32LE(changed.length, 0);
        return changed;
      },
    };
  } catch {
    return undefined;
  }
}

/** Without other sections or checksum. */
function documentAt(message: Buffer): number | undefined {
  if (message.length < HEADER_BYTES + 9) return undefined;
  const kind = message.readInt32LE(12);
  if (kind === OP_MSG) return message.readInt32LE(16) === 0 && message[20] === 0 ? 21 : undefined;
  if (kind !== OP_QUERY) return undefined;
  const nameEnd = message.indexOf(0, 20);
  return nameEnd < 0 ? undefined : nameEnd + 1 + 8;
}

/** An OP_MSG response. */
function replyTo(requestId: number, document: object): Buffer {
  const body = BSON.serialize(document);
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(requestId, 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}
