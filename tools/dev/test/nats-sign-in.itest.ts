import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBroker } from '@symbio/events';
import { freePort, LOOPBACK } from '@symbio/fixtures/ports';
import { createLogger } from '@symbio/runtime';
import { startNatsForTest, type NatsForTest } from './nats-for-test.js';

const log = createLogger({ name: 'test', level: 'silent' });
const servers: NatsForTest[] = [];

/** Returns the address without a scheme. */
async function natsFor(authorization: string): Promise<string> {
  const server = await startNatsForTest({ settings: `authorization { ${authorization} }` });
  servers.push(server);
  return server.address;
}

async function signedInAt(url: string): Promise<void> {
  const broker = await connectBroker(url, 'sign-in-test', log);
  try {
    await broker.check();
  } finally {
    await broker.drain();
  }
}

afterAll(() => Promise.all(servers.map((server) => server.stop())));

describe('a NATS that requires a user and a password', () => {
  let at: string;
  beforeAll(async () => {
    at = await natsFor('user: symbio, password: "p@ss:w,rd/%"');
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
  const at = await natsFor('token: "s3cret%"');
  await signedInAt(`nats://${encodeURIComponent('s3cret%')}@${at}`);
  await expect(signedInAt(`nats://other@${at}`)).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' });
});
