import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { keyHolders, processEntry, scaled, topology } from '@symbio/topology';
import { isRunningOn, lockFolder, portsNotedIn } from './run-lock.js';
import { selectProcesses } from './stack.js';
import {
  addresses,
  assignPorts,
  portOf,
  processEnv,
  readSecrets,
  replicaCount,
  workerCount,
} from './stack-settings.js';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';

describe('the settings of the local stack', () => {
  let folder: string;
  eachInFolder((made) => (folder = made));

  it('use the listed ports, shifted by the environment', async () => {
    const ports = await assignPorts(topology, 'default', { GATEWAY_PORT: '9000', IDENTITY_GRPC_PORT: '6101' });
    expect(portOf(ports, 'gateway', 'http')).toBe(9000);
    expect(portOf(ports, 'identity', 'grpc')).toBe(6101);
    expect(portOf(ports, 'identity', 'admin')).toBe(5201);
    expect(addresses(ports, {}, readSecrets(folder)).url).toBe('http://127.0.0.1:9000');
  });

  it('start a worker for each core with two gigabytes, or the number in WORKERS', () => {
    const machine = (cores: number, gigabytes: number) => ({ cores, bytes: gigabytes * 1024 ** 3 });
    expect(workerCount({}, machine(8, 32))).toBe(8);
    expect(workerCount({}, machine(8, 7))).toBe(3);
    expect(workerCount({}, machine(2, 1))).toBe(1);
    expect(workerCount({ WORKERS: '5' }, machine(2, 1))).toBe(5);
    for (const bad of ['0', 'many', '1.5', '65']) {
      expect(() => workerCount({ WORKERS: bad })).toThrow(
        `WORKERS is "${bad}"; it must be a whole number from 1 to 64.`,
      );
    }
  });

  it('give callers every replica of a service, and users the balancer', async () => {
    const entries = scaled(topology, { workers: 2, replicas: 2 });
    const ports = await assignPorts(entries, 'default', { GATEWAY_PORT: '9000' });
    const secrets = readSecrets(folder);
    const gateway = entries.find(({ name }) => name === 'gateway-2') ?? processEntry('gateway');
    expect(processEnv(gateway, ports, folder, secrets, {})).toMatchObject({
      PORT: '5110',
      SYMBIO_DOCUMENT_ADDR: '127.0.0.1:5103,127.0.0.1:5113',
      FILES_ADDR: 'http://127.0.0.1:5303,http://127.0.0.1:5313',
      TRUSTED_PROXIES: '1',
      INTERNAL_SIGNING_KEY: secrets.signingKeys['gateway'],
    });
    expect(processEnv(gateway, ports, folder, secrets, { TRUSTED_PROXIES: '2' })).toMatchObject({
      TRUSTED_PROXIES: '2',
    });
    expect(addresses(ports, {}, readSecrets(folder)).url).toBe('http://127.0.0.1:9000');
  });

  it('start the number of replicas in REPLICAS', () => {
    expect([replicaCount({}), replicaCount({ REPLICAS: '2' })]).toEqual([1, 2]);
    for (const bad of ['0', 'two', '9'])
      expect(() => replicaCount({ REPLICAS: bad })).toThrow(
        `REPLICAS is "${bad}"; it must be a whole number from 1 to 8.`,
      );
  });

  it('refuse an invalid port', async () => {
    await expect(assignPorts(topology, 'default', { GATEWAY_PORT: 'eighty' })).rejects.toThrow(
      'GATEWAY_PORT is "eighty"; it must be a port number.',
    );
  });

  it('use free ports, each once, when several stacks run in parallel', async () => {
    const ports = await assignPorts(topology, 'free', { GATEWAY_PORT: '9000' });
    const all = [...ports.values()].flatMap((each) => Object.values(each));
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain(9000);
  });

  it('pass a process the settings of its row, and no others', async () => {
    const ports = await assignPorts(topology, 'default', {});
    const secrets = readSecrets(folder);
    const env = processEnv(processEntry('annotation'), ports, folder, secrets, {});
    expect(env).toMatchObject({
      NODE_ENV: 'development',
      GRPC_HOST: '127.0.0.1',
      GRPC_PORT: '5104',
      ADMIN_PORT: '5204',
      MONGODB_URI: `mongodb://symbio:${secrets.mongodb}@127.0.0.1:27117/?directConnection=true&w=1&journal=true&retryWrites=false&authSource=admin&authMechanism=SCRAM-SHA-256`,
      NATS_URL: `nats://annotation:${secrets.nats['annotation']}@127.0.0.1:4322`,
      INTERNAL_SIGNING_KEY: secrets.signingKeys['annotation'],
      SYMBIO_PROJECT_ADDR: '127.0.0.1:5102',
    });
    const known = JSON.parse(env['INTERNAL_PUBLIC_KEYS'] ?? '') as { keys: { kid: string; d?: string }[] };
    expect(known.keys.map(({ kid }) => kid)).toEqual([...keyHolders]);
    expect(known.keys.filter((key) => 'd' in key)).toEqual([]);
    expect(env).not.toHaveProperty('FILES_SECRET');
    expect(env).not.toHaveProperty('KEYCLOAK_ADMIN_SECRET');
  });

  it('use external servers named by the environment', async () => {
    const ports = await assignPorts(topology, 'default', {});
    const env = {
      MONGODB_URI: 'mongodb://db/',
      NATS_URL: 'nats://n',
      KEYCLOAK_URL: 'https://id',
      SMTP_URL: 'smtp://m',
    };
    expect(addresses(ports, env, readSecrets(folder))).toEqual({
      url: 'http://127.0.0.1:8080',
      mongoUri: 'mongodb://db/',
      natsUrl: 'nats://n',
      issuerUrl: 'https://id',
      mailUrl: undefined,
    });
  });

  it('create secrets once, readable by their owner only', () => {
    const first = readSecrets(folder);
    expect(readSecrets(folder)).toEqual(first);
    expect(new Set([first.files, first.issuerAdmin]).size).toBe(2);
    expect(new Set(Object.values(first.signingKeys)).size).toBe(keyHolders.length);
    expect(fs.statSync(path.join(folder, 'secrets.json')).mode & 0o077).toBe(0);
    fs.writeFileSync(path.join(folder, 'secrets.json'), '{');
    expect(() => readSecrets(folder)).toThrow(/secrets\.json is damaged.*remove it/);
  });

  it('create the keys that a folder of an earlier version lacks, and keep the others', () => {
    const file = path.join(folder, 'secrets.json');
    const { signingKeys, nats, mongodb: _new, reports: _key, ...rest } = readSecrets(folder);
    const kept = { ...rest, signingKeys: { gateway: signingKeys['gateway'] }, nats: { gateway: nats['gateway'] } };
    fs.writeFileSync(file, JSON.stringify(kept));
    const again = readSecrets(folder);
    expect(again).toMatchObject(kept);
    expect(Object.keys(again.nats).sort()).toEqual([...keyHolders, 'operations'].sort());
    expect(again.mongodb).toHaveLength(43);
    expect(readSecrets(folder)).toEqual(again);
    expect(Object.keys(again.signingKeys).sort()).toEqual([...keyHolders].sort());
    expect(fs.statSync(file).mode & 0o077).toBe(0);
  });

  it('give a further replica of a worker the key of the first', async () => {
    const copies = scaled(topology, { workers: 2, replicas: 1 }).filter(({ name, copyOf }) =>
      [name, copyOf].includes('document-worker'),
    );
    const ports = await assignPorts(copies.concat(topology), 'default', {});
    const secrets = readSecrets(folder);
    const keys = copies.map((entry) => processEnv(entry, ports, folder, secrets, {})['INTERNAL_SIGNING_KEY']);
    expect(new Set(keys)).toEqual(new Set([secrets.signingKeys['document-worker']]));
  });

  it('start a part of the stack with its dependencies', () => {
    expect(selectProcesses(topology, ['project', 'issuer']).map((entry) => entry.name)).toEqual([
      'mongodb',
      'nats',
      'inbox',
      'issuer',
      'identity',
      'project',
    ]);
    expect(selectProcesses(topology, undefined)).toBe(topology);
    expect(() => selectProcesses(topology, ['nonsense'])).toThrow('There is no process "nonsense"');
  });

  it('permit one stack at a time in a data folder', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(/Symbio already runs on .* \(process \d+\)/);
    lock.release();
    const again = lockFolder(folder);
    expect(again.abandoned).toBe(false);
    again.release();
  });

  it('publish the addresses of a stack’s servers to programs while it runs', () => {
    const lock = lockFolder(folder);
    expect(portsNotedIn(folder)).toBeUndefined();
    lock.note({ mongodb: 15_001, nats: 15_002 });
    expect(portsNotedIn(folder)).toEqual({ mongodb: 15_001, nats: 15_002 });
    expect(isRunningOn(folder)).toBe(true);
    expect(() => lockFolder(folder)).toThrow('Symbio already runs on');
    lock.release();
    expect(portsNotedIn(folder)).toBeUndefined();
  });

  it.each([
    ['another program now', JSON.stringify({ pid: process.pid, command: 'something else' })],
    ['cut off', '{"p'],
  ])('take over the data folder of a dead stack (its lock contains %s)', (_what, content) => {
    fs.writeFileSync(path.join(folder, 'stack.lock'), content);
    const lock = lockFolder(folder);
    expect(lock.abandoned).toBe(true);
    lock.release();
  });
});
