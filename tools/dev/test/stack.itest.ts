import { execFile } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { nodeProgram } from '../paths.js';
import { isListening, listening } from '@symbio/fixtures/ports';
import { startStack, type RunningStack, type StackOptions } from '../stack.js';

/** These tests are about the stack's own servers, whatever servers the run was given. */
const OWN_SERVERS = { MONGODB_URI: '', NATS_URL: '', KEYCLOAK_URL: '', SMTP_URL: '' };

describe('the local stack', () => {
  let dataDir: string;
  let stack: RunningStack | undefined;

  const stop = async (): Promise<void> => {
    await stack?.stop();
    stack = undefined;
  };
  afterEach(stop);
  eachInFolder((made) => (dataDir = made));

  const start = async (more: Partial<StackOptions> = {}): Promise<RunningStack> =>
    (stack = await startStack({
      dataDir,
      ports: 'free',
      only: ['mongodb', 'nats', 'issuer'],
      env: OWN_SERVERS,
      ...more,
    }));
  const takenPort = (): Promise<number> => listening(net.createServer().unref());
  const signIn = async (issuerUrl: string): Promise<number> => {
    const response = await fetch(`${issuerUrl}/realms/symbio/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'symbio-web',
        grant_type: 'password',
        username: 'staff@symbio.test',
        password: LOCAL_PASSWORD,
      }),
    });
    return response.status;
  };

  it('serves, stops every process, and finds its data after a restart', async () => {
    const first = await start();
    expect(await signIn(first.issuerUrl)).toBe(200);
    expect((await fetch(`${String(first.mailUrl)}/email`)).status).toBe(200);
    const client = await MongoClient.connect(first.mongoUri);
    await client.db('notes').collection('notes').insertOne({ text: 'still here' });
    await client.close();
    await stop();
    for (const url of [first.issuerUrl, String(first.mailUrl), first.natsUrl]) {
      expect(await isListening(Number(new URL(url).port))).toBe(false);
    }

    const second = await start();
    const again = await MongoClient.connect(second.mongoUri);
    expect(await again.db('notes').collection('notes').findOne({})).toMatchObject({ text: 'still here' });
    await again.close();
  });

  it('refuses a second copy on the same data', async () => {
    await start({ only: ['inbox'] });
    await expect(startStack({ dataDir, ports: 'free', only: ['inbox'], env: OWN_SERVERS })).rejects.toThrow(
      /Symbio already runs on .*: use that one, or end it/,
    );
  });

  it('says which port is in use, and what to do', async () => {
    const port = await takenPort();
    await expect(
      startStack({ dataDir, ports: 'default', only: ['nats'], env: { ...OWN_SERVERS, NATS_PORT: String(port) } }),
    ).rejects.toThrow(`Port ${port} is in use, and nats needs it: end what uses it, or choose another with NATS_PORT.`);
  });

  it('moves no data aside for a start without data that would fail, twice in a row', async () => {
    fs.writeFileSync(path.join(dataDir, 'rows'), 'of somebody');
    const port = await takenPort();
    const args = [...nodeProgram('dev/stack-main'), '--data', dataDir, '--fresh', '--port', String(port)];
    const fresh = (): Promise<unknown> =>
      promisify(execFile)(process.execPath, args, { env: { ...process.env, ...OWN_SERVERS } });
    const refusal = { code: 1, stderr: expect.stringMatching(/^Port \d+ is in use/) as unknown };
    await expect(fresh()).rejects.toMatchObject(refusal);
    await expect(fresh()).rejects.toMatchObject(refusal);
    expect(fs.readdirSync(dataDir)).toEqual(['rows']);
    expect(fs.existsSync(`${dataDir}.old`)).toBe(false);
  });

  it('reports damaged database files, and stops the processes that it had started', async () => {
    await start({ only: ['mongodb'] });
    await stop();
    const folder = fs.readdirSync(dataDir).find((name) => name.startsWith('mongo')) ?? '';
    fs.writeFileSync(path.join(dataDir, folder, 'WiredTiger.turtle'), 'not what was written');
    await expect(start({ only: ['mongodb', 'inbox'] })).rejects.toThrow(/MongoDB cannot read its files in .*--fresh/);
    expect(fs.existsSync(path.join(dataDir, 'stack.lock'))).toBe(false);
  });
});
