import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nkeys } from 'nats';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectBroker, natsFilesOf } from '@symbio/events';
import { createLogger } from '@symbio/runtime';
import { startNatsForTest, type NatsForTest } from './nats-for-test.js';

/** The package has no types for its keys. */
const { createUser } = nkeys as { createUser: () => { getPublicKey: () => string; getSeed: () => Uint8Array } };

const log = createLogger({ name: 'test', level: 'silent' });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-credentials-'));
const user = createUser();
let server: NatsForTest;

/** A file as `nsc generate creds` writes it. */
function credentials(name: string, seed: Uint8Array): { NATS_CREDENTIALS_FILE: string } {
  const file = path.join(folder, name);
  const part = (title: string, text: string) => `-----BEGIN ${title}-----\n${text}\n------END ${title}------\n\n`;
  fs.writeFileSync(file, part('NATS USER JWT', 'jwt') + part('USER NKEY SEED', new TextDecoder().decode(seed)));
  return { NATS_CREDENTIALS_FILE: file };
}

beforeAll(async () => {
  server = await startNatsForTest({ settings: `authorization { users: [{ nkey: ${user.getPublicKey()} }] }` });
});

afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true });
});

it('NATS lets a process in by its credentials file, and no other', async () => {
  const signIn = (name: string, seed: Uint8Array) =>
    connectBroker(`nats://${server.address}`, 'test', log, { files: natsFilesOf(credentials(name, seed)) });
  const broker = await signIn('own.creds', user.getSeed());
  await broker.check();
  await broker.drain();
  await expect(signIn('other.creds', createUser().getSeed())).rejects.toMatchObject({
    code: 'AUTHORIZATION_VIOLATION',
  });
});
