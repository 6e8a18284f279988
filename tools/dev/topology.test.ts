import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testKeys } from '@symbio/rpc/testing';
import { repoRoot } from './paths.js';
import { assignPorts, processEnv } from './stack-settings.js';
import {
  addressSetting,
  MAX_COPIES,
  MAX_REPLICAS,
  processEntry,
  scaled,
  serviceNames,
  topology,
} from '@symbio/topology';

const LIBRARIES = ['page-engine'];
/** Messages that every service shares; no service of its own. */
const SHARED_PROTO = ['common'];

const foldersOf = (...parts: string[]): string[] =>
  fs
    .readdirSync(path.join(repoRoot, ...parts), { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map((item) => item.name);

describe('the list of processes', () => {
  it('has a row for each service folder, and a folder for each row', () => {
    const folders = foldersOf('services').filter(
      (name) => !LIBRARIES.includes(name) && fs.existsSync(path.join(repoRoot, 'services', name, 'package.json')),
    );
    expect(folders.sort()).toEqual([...serviceNames].sort());
  });

  it('has a proto package for each service, and a row for each proto package', () => {
    const packages = foldersOf('proto', 'symbio').filter((name) => !SHARED_PROTO.includes(name));
    expect(packages.sort()).toEqual([...serviceNames].sort());
    for (const name of serviceNames) {
      const folder = path.join(repoRoot, 'proto', 'symbio', name, 'v1');
      expect(fs.readdirSync(folder)).toEqual(
        expect.arrayContaining([`${name}.proto`, `${name}_service.proto`, `${name}_events.proto`]),
      );
    }
  });

  it('gives every process a name and every port to one process', () => {
    const all = scaled(topology, { workers: MAX_COPIES, replicas: MAX_REPLICAS });
    const names = all.map((entry) => entry.name);
    expect(new Set(names).size).toBe(names.length);
    const ports = all.flatMap((entry) => Object.values(entry.ports));
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('has replicas of workers with separate ports, and one instance of everything else', () => {
    const three = scaled(topology, { workers: 3, replicas: 1 });
    expect(three.filter(({ kind }) => kind === 'worker').map(({ name, ports }) => [name, ports.admin])).toEqual([
      ['document-worker', 5400],
      ['document-worker-2', 5401],
      ['document-worker-3', 5402],
      ['feature-worker', 5390],
    ]);
    expect(three).toHaveLength(topology.length + 2);
    expect(scaled(topology, { workers: 1, replicas: 1 })).toEqual(topology);
  });

  it('has replicas of all our processes, with a balancer on the port of the gateway', () => {
    const two = scaled(topology, { workers: 3, replicas: 2 });
    const ported = (kind: string) => two.filter((entry) => entry.kind === kind).map(({ name, ports }) => [name, ports]);
    expect(ported('gateway')).toEqual([
      ['gateway', { http: 5100, admin: 5200 }],
      ['gateway-2', { http: 5110, admin: 5210 }],
    ]);
    expect(ported('balancer')).toEqual([['balancer', { http: 8080 }]]);
    expect(ported('service')).toContainEqual(['document-2', { grpc: 5113, admin: 5213, files: 5313 }]);
    expect(two.filter(({ kind }) => kind === 'service')).toHaveLength(2 * serviceNames.length);
    expect(ported('worker').map(([name]) => name)).toEqual([
      'document-worker',
      'document-worker-2',
      'document-worker-3',
      'feature-worker',
      'feature-worker-2',
    ]);
    expect(ported('infra')).toHaveLength(topology.filter(({ kind }) => kind === 'infra').length);
  });

  it.each(['dependsOn', 'calls'] as const)('has existing processes in %s, and no circle', (relation) => {
    const reach = (name: string, seen: readonly string[]): void => {
      expect(seen).not.toContain(name);
      for (const next of processEntry(name)[relation]) reach(next, [...seen, name]);
    };
    for (const entry of topology) reach(entry.name, []);
  });

  it('lets processes call services only', () => {
    for (const entry of topology) expect(serviceNames).toEqual(expect.arrayContaining([...entry.calls]));
  });

  it.each(topology.filter((entry) => entry.kind !== 'infra').map((entry) => [entry.name, entry] as const))(
    'gives %s the settings it asks for',
    async (_name, entry) => {
      const ports = await assignPorts(topology, 'default', {});
      const signingKeys = { [entry.name]: testKeys(entry.name).INTERNAL_SIGNING_KEY };
      const secrets = {
        ...{ signingKeys, files: 'f'.repeat(43), issuerAdmin: 'a'.repeat(43) },
        ...{
          nats: { [entry.name]: 'n'.repeat(43), operations: 'o'.repeat(43) },
          mongodb: 'm'.repeat(43),
          reports: testKeys(entry.name).INTERNAL_SIGNING_KEY,
        },
      };
      const config = `../../${String(entry.entry).replace('/dist/', '/').replace('main.js', 'config.js')}`;
      const { readConfig } = (await import(config)) as { readConfig: (env: NodeJS.ProcessEnv) => object };
      const read = readConfig(processEnv(entry, ports, '/data', secrets, {}));
      expect(read).toHaveProperty('ADMIN_PORT', entry.ports.admin);
      for (const called of entry.calls) {
        expect(read).toHaveProperty(addressSetting(called), `127.0.0.1:${processEntry(called).ports.grpc}`);
      }
      for (const setting of entry.env) expect(read).toHaveProperty(setting);
    },
  );

  it('names programs in the output folder of an existing source', () => {
    for (const { name, entry } of topology) {
      if (entry === undefined) continue;
      const source = path.join(repoRoot, entry.replace('/dist/', '/').replace(/\.js$/, '.ts'));
      expect({ name, source, exists: fs.existsSync(source) }).toEqual({ name, source, exists: true });
    }
  });
});
