import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBroker } from '@symbio/events';
import { createLogger } from '@symbio/runtime';
import { ProcessGuard, startChild, type RunningChild } from '../child-process.js';
import { findNatsServer, natsChild } from '../nats-server.js';
import { freePort, LOOPBACK } from '@symbio/fixtures/ports';

const log = createLogger({ name: 'test', level: 'silent' });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-nats-'));
const guard = new ProcessGuard();
const running: RunningChild[] = [];

/** Starts a NATS with the given authorization; returns its address without a scheme. */
async function natsFor(name: string, authorization: string): Promise<string> {
  const port = await freePort();
  const spec = natsChild(await findNatsServer(), path.join(folder, name), port);
  fs.appendFileSync(path.join(folder, `${name}.conf`), `authorization { ${authorization} }\n`);
  running.push(await startChild(spec, { logFile: path.join(folder, `${name}.log`), guard }));
  return `${LOOPBACK}:${port}`;
}

async function signedInAt(url: string): Promise<void> {
  const broker = await connectBroker(url, 'sign-in-test', log);
  try {
    await broker.check();
  } finally {
    await broker.drain();
  }
}

afterAll(async () => {
  await Promise.all(running.map((child) => child.stop()));
  guard.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('a NATS that requires a user and a password', () => {
  let at: string;
  beforeAll(async () => {
    at = await natsFor('user', 'user: symbio, password: "p@ss:w,rd/%"');
  });

  it('accepts those of the address, percent-encoded there', async () => {
    await signedInAt(`nats://symbio:${encodeURIComponent('p@ss:w,rd/%')}@${at}`);
  });

  it('accepts those of any one of several addresses', async () => {
    const nobody = `${LOOPBACK}:${await freePort()}`;
    await signedInAt(`nats://symbio:${encodeURIComponent('p@ss:w,rd/%')}@${nobody},nats://${at}`);
  });

  it('refuses another password, and anonymous clients', async () => {
    await expect(signedInAt(`nats://symbio:wrong@${at}`)).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' });
    await expect(signedInAt(`nats://${at}`)).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' });
  });

  it('gets no credentials if the address says tls and the server does not encrypt', async () => {
    await expect(signedInAt(`tls://symbio:${encodeURIComponent('p@ss:w,rd/%')}@${at}`)).rejects.toMatchObject({
      code: 'SERVER_OPT_NA',
    });
  });
});

it('a NATS that requires a token accepts that of the address', async () => {
  const at = await natsFor('token', 'token: "s3cret%"');
  await signedInAt(`nats://${encodeURIComponent('s3cret%')}@${at}`);
  await expect(signedInAt(`nats://other@${at}`)).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' });
});
