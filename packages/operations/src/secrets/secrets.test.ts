import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EVENTS_STREAM } from '@symbio/events';
import { internalTokens } from '@symbio/rpc';
import { serviceActor } from '@symbio/runtime';
import { parseAllDocuments } from 'yaml';
import { natsUsers } from '@symbio/topology/nats-permissions';
import { keyHolders } from '@symbio/topology';
import { newSecrets } from './generate.js';
import { manifestOf, type Secret } from './manifest.js';
import { fullnameOf, rotation, ROTATIONS, stepsText, type Step } from './rotate.js';
import { secrets } from './secrets-command.js';

const AT = new Date('2026-11-22T10:20:30Z');
const valuesOf = (secrets: readonly Secret[], name: string): Record<string, string> =>
  secrets.find((secret) => secret.name === name)?.values ?? {};
const keysOf = (secrets: readonly Secret[]): string => valuesOf(secrets, 'symbio-public-keys')['keys'] ?? '';
const keyOf = (secrets: readonly Secret[], name: string): string =>
  valuesOf(secrets, `symbio-signing-${name}`)['key'] ?? '';

describe('new secrets', () => {
  it('are all that the chart needs, as a YAML manifest', () => {
    const uri = 'mongodb://a:"b"@host/?w=majority&x=#1';
    const { secrets, missing } = newSecrets({ mongodbUri: uri, aiKey: 'k' }, AT);
    const read = parseAllDocuments(manifestOf(secrets, 'here')).map(
      (document) =>
        document.toJS() as { kind: string; metadata: { name: string; namespace: string }; stringData: object },
    );
    expect(read.map(({ metadata }) => metadata.name)).toEqual([
      ...keyHolders.map((name) => `symbio-signing-${name}`),
      ...[
        'symbio-public-keys',
        'symbio-files',
        'symbio-reports',
        'symbio-keycloak',
        'symbio-words',
        'symbio-s3',
        'symbio-backup',
      ],
      ...['symbio-walk', 'symbio-mongodb', 'symbio-ai', 'symbio-nats-server'],
      ...natsUsers.map(({ name }) => `symbio-nats-${name}`),
    ]);
    expect(new Set(read.map(({ kind, metadata }) => `${kind} ${metadata.namespace}`))).toEqual(
      new Set(['Secret here']),
    );
    expect(read.find(({ metadata }) => metadata.name === 'symbio-mongodb')?.stringData).toEqual({ uri });
    expect(missing).toEqual(['symbio-nats', 'symbio-smtp']);
  });

  it('contain a separate user of the bundled NATS for each process', () => {
    const { secrets: made } = newSecrets({ natsHost: 'phase-nats' }, AT);
    const users = valuesOf(made, 'symbio-nats-server')['users.conf'] ?? '';
    const passwords = natsUsers.map(({ name }) => {
      const address = new URL(valuesOf(made, `symbio-nats-${name}`)['url'] ?? '');
      expect(address).toMatchObject({ username: name, host: 'phase-nats:4222' });
      expect(users).toContain(`{ user: "${name}", password: "${address.password}", permissions: {`);
      return address.password;
    });
    expect(new Set(passwords).size).toBe(natsUsers.length);
  });

  it('give the bundled NATS the permissions of this version, and keep the passwords', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-nats-users-'));
    const [addresses, to] = [path.join(folder, 'addresses'), path.join(folder, 'users.conf')];
    const said: string[] = [];
    const write = () =>
      secrets.run(['nats', '--addresses', addresses, '--to', to], {
        ...{ env: {}, print: () => undefined, say: (line: string) => void said.push(line) },
        signal: new AbortController().signal,
      });
    try {
      fs.mkdirSync(addresses);
      const { secrets: made } = newSecrets({}, AT);
      for (const { name } of natsUsers)
        fs.writeFileSync(path.join(addresses, name), valuesOf(made, `symbio-nats-${name}`)['url'] ?? '');
      await write();
      expect(fs.readFileSync(to, 'utf8')).toBe(valuesOf(made, 'symbio-nats-server')['users.conf']);
      expect(said).toEqual([]);
      // of a process that is new in this version
      fs.rmSync(path.join(addresses, 'webhook'));
      await write();
      expect(fs.readFileSync(to, 'utf8')).toMatch(/user: "webhook", password: "[\w-]{43}"/);
      expect(said).toEqual(['These users of NATS have no Secret and cannot sign in: webhook.']);
      fs.writeFileSync(path.join(addresses, 'webhook'), 'nats://host:4222');
      expect(write).toThrow('The NATS address of webhook does not contain a password of that user.');
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('omit the bundled NATS when the address of another is given', () => {
    const { secrets: made, missing } = newSecrets({ natsUrl: 'nats://a:b@host' }, AT);
    expect(made.filter(({ name }) => name.startsWith('symbio-nats'))).toEqual([
      { name: 'symbio-nats', values: { url: 'nats://a:b@host' } },
    ]);
    expect(missing).not.toContain('symbio-nats');
  });

  it('let every process trust every other', async () => {
    const { secrets } = newSecrets({}, AT);
    const publicKeys = keysOf(secrets);
    const tokens = keyHolders.map((name) => internalTokens({ name, signingKey: keyOf(secrets, name), publicKeys }));
    const minted = await tokens[0]?.mint(serviceActor(keyHolders[0] ?? ''));
    for (const other of tokens) expect(await other.verify(minted ?? '')).toMatchObject({ via: 'service' });
    expect(newSecrets({}, AT).secrets).not.toEqual(secrets);
  });
});

describe('a rotation', () => {
  const publicKeys = keysOf(newSecrets({}, AT).secrets);
  const later = new Date('2027-01-02T03:04:00Z');

  it('of a signing key: publish, use, and remove the old one when no stored event needs it', () => {
    const steps = rotation('signing', { publicKeys, process: 'gateway' }, later);
    const kids = (step: Step | undefined): string[] =>
      (JSON.parse(keysOf(step?.secrets ?? [])) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    expect(kids(steps[0])).toEqual([...keyHolders, 'gateway.202701020304']);
    expect(kids(steps[2])).toEqual([...keyHolders.filter((name) => name !== 'gateway'), 'gateway.202701020304']);
    expect(steps.map(({ restart }) => restart)).toEqual([keyHolders, ['gateway'], keyHolders]);
    expect(EVENTS_STREAM.maxAgeMs).toBe(7 * 24 * 3_600_000);
    expect(steps[1]?.then).toContain('Wait 7 days');
    const made = createPublicKey(
      createPrivateKey({ key: JSON.parse(keyOf(steps[1]?.secrets ?? [], 'gateway')) as JsonWebKey, format: 'jwk' }),
    );
    const { keys } = JSON.parse(keysOf(steps[2]?.secrets ?? [])) as { keys: { kid: string; x: string }[] };
    expect(made.export({ format: 'jwk' })['x']).toBe(keys.find(({ kid }) => kid.startsWith('gateway.'))?.x);
  });

  it('of the files secret makes every process accept it before any signs with it', () => {
    const steps = rotation('files', { current: 'old' }, later).map(({ secrets }) => secrets[0]?.values ?? {});
    const fresh = steps[1]?.['secret'] ?? '';
    expect(fresh).toHaveLength(43);
    expect(steps).toEqual([
      { secret: 'old', previous: fresh },
      { secret: fresh, previous: 'old' },
      { secret: fresh, previous: '' },
    ]);
  });

  it('of the Keycloak secret reaches its users before Keycloak changes it', () => {
    const steps = rotation('keycloak', { current: 'old' }, later).map(({ secrets }) => secrets[0]?.values ?? {});
    const fresh = steps[1]?.['admin-client'] ?? '';
    expect(fresh).toHaveLength(43);
    expect(steps).toEqual([
      { 'admin-client': 'old', 'admin-client-previous': fresh },
      { 'admin-client': fresh, 'admin-client-previous': '' },
    ]);
  });

  it('prints what to apply, what to restart and the next step', () => {
    for (const which of ROTATIONS) {
      const text = stepsText(
        rotation(which, { publicKeys, current: 'old', value: 'new', accessKeyId: 'AK' }, later),
        'here',
      );
      expect(text).toContain('# Step 1 of');
      for (const document of parseAllDocuments(text)) expect(document.errors).toEqual([]);
      if (which !== 'backup') expect(text).toContain('kubectl -n here rollout restart deployment/symbio-');
    }
    expect(stepsText(rotation('smtp', { value: 'smtp://x' }, later), undefined)).toContain(
      'kubectl rollout restart deployment/symbio-identity deployment/symbio-project deployment/symbio-issue deployment/symbio-webhook',
    );
  });

  it('names the Deployments of the release, or a placeholder', async () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-secrets-')), 'value');
    fs.writeFileSync(file, 'smtp://x\n');
    const printed = async (...args: string[]): Promise<string> => {
      const lines: string[] = [];
      const context = { env: {}, print: (line: string) => void lines.push(line), say: () => undefined };
      await secrets.run(['rotate', 'smtp', '--value', file, ...args], {
        ...context,
        signal: new AbortController().signal,
      });
      return lines.join('\n');
    };
    try {
      expect(await printed()).toContain('restart deployment/symbio-identity deployment/symbio-project');
      expect(await printed('--release', 'symbio-test')).toContain('restart deployment/symbio-test-identity ');
      expect(await printed('--release', 'phase')).toContain('restart deployment/phase-symbio-identity ');
      expect(await printed('--fullname', 'phase')).toContain('restart deployment/phase-identity ');
      // a name of 41 characters, whose 40th is a dash
      expect(fullnameOf(`${'a'.repeat(39)}-symbio`)).toBe('a'.repeat(39));
      await expect(async () => printed('--release', 'No; rm -rf')).rejects.toThrow('no name in Kubernetes');
    } finally {
      fs.rmSync(path.dirname(file), { recursive: true });
    }
  });

  it('names missing arguments', () => {
    expect(() => rotation('signing', {}, later)).toThrow('needs --public-keys FILE');
    expect(() => rotation('signing', { publicKeys: '{}' }, later)).toThrow('The key set is none');
    expect(() => rotation('signing', { publicKeys, process: 'nobody' }, later)).toThrow('no process "nobody"');
    expect(() => rotation('files', {}, later)).toThrow('needs --current FILE');
    expect(() => rotation('s3', { value: 'x' }, later)).toThrow('needs --access-key-id');
    expect(() => rotation('nats', {}, later)).toThrow('needs --value FILE');
  });
});
