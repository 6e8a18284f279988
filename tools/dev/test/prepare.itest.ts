import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBroker } from '@symbio/events';
import { connectMongo } from '@symbio/mongo';
import { createLogger, newId } from '@symbio/runtime';
import { testConfig } from '@symbio/mongo/testing';
import { repoRoot } from '../paths.js';
import { assignPorts, processEnv, readSecrets } from '../stack-settings.js';
import { topology } from '@symbio/topology';

const run = promisify(execFile);
const processes = topology.filter(({ kind }) => kind !== 'infra');

describe('main.js prepare', () => {
  const config = testConfig('prepare');
  const suffix = newId().slice(-6);
  let dataDir: string;
  beforeAll(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-prepare-'));
  });
  afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

  /** Runs a program as Kubernetes does: with its own settings only. */
  async function prepare(name: string, more: Record<string, string> = {}): Promise<{ code: number; lines: string[] }> {
    const entry = topology.find((candidate) => candidate.name === name);
    if (!entry?.entry) throw new Error(`${name} has no program`);
    const outer = { ...process.env, MONGODB_URI: config.MONGODB_URI, NATS_URL: config.NATS_URL };
    const env = processEnv(entry, await assignPorts(topology, 'free', outer), dataDir, readSecrets(dataDir), outer);
    const options = {
      cwd: repoRoot,
      env: { PATH: process.env.PATH ?? '', ...env, MONGODB_DB: `prepare_${name}_${suffix}`, ...more },
    };
    const ended = await run(process.execPath, [entry.entry, 'prepare'], options).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );
    return { code: ended.code, lines: ended.stdout.trim().split('\n') };
  }

  it('creates what every process needs and ends, with one line', async () => {
    for (const { name } of processes) {
      const { code, lines } = await prepare(name);
      expect({ name, code, said: lines.filter((line) => line.includes('"msg":"prepared: ')).length }).toEqual({
        name,
        code: 0,
        said: 1,
      });
    }
    const broker = await connectBroker(config.NATS_URL, 'test', createLogger({ name: 'test', level: 'silent' }));
    const manager = await broker.connection.jetstreamManager();
    const streams = await manager.streams.names().next();
    expect(streams).toEqual(expect.arrayContaining(['EVENTS', 'DEAD_LETTERS', 'JOBS', 'KV_idempotency']));
    await broker.drain();
    const mongo = await connectMongo({
      uri: config.MONGODB_URI,
      database: `prepare_job_${suffix}`,
      appName: 'test',
    });
    const collections = (await mongo.db?.listCollections().toArray()) ?? [];
    expect(collections.map(({ name }) => name)).toContain('jobs');
    expect(await mongo.collection('jobs').indexes()).not.toHaveLength(1);
    await mongo.close();
    // again, like a second installation of the same version
    expect(await prepare('job')).toMatchObject({ code: 0 });
  });

  it('ends with one sentence and code 1 when a setting is invalid', async () => {
    const { code, lines } = await prepare('project', { NATS_URL: '', MONGODB_URI: 'postgres://x' });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    const { msg, reason } = JSON.parse(lines[0] ?? '') as { msg: string; reason: string };
    expect(msg).toBe('project could not start');
    expect(reason).toMatch(/NATS_URL: .*MONGODB_URI: must begin with mongodb:/);
  });
});
