/** Pods are replaced when a Secret of theirs has changed: the chart is installed, without effect, on a stand-in for a cluster. */
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chartDir } from './chart-files.js';
import { NAMESPACE, objectsOf, run, type Findings, type KubeObject } from './renders.js';

/** Kinds of a trial's objects by API group, with their plural names. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    Secret: 'secrets',
    ConfigMap: 'configmaps',
    ServiceAccount: 'serviceaccounts',
    Service: 'services',
    Pod: 'pods',
  },
  apps: { Deployment: 'deployments', StatefulSet: 'statefulsets' },
  batch: { Job: 'jobs', CronJob: 'cronjobs' },
  policy: { PodDisruptionBudget: 'poddisruptionbudgets' },
  'networking.k8s.io': { NetworkPolicy: 'networkpolicies' },
};

/** What an API server answers that has Secrets and nothing else; undefined: not found. */
function answer(url: string, contentOf: (secret: string) => string): object | undefined {
  const groups = Object.keys(KINDS).filter(Boolean);
  if (url === '/version') return { major: '1', minor: '31', gitVersion: 'v1.31.0' };
  if (url === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (url === '/apis')
    return {
      ...{ kind: 'APIGroupList', apiVersion: 'v1' },
      groups: groups.map((name) => ({ name, versions: [{ groupVersion: `${name}/v1`, version: 'v1' }] })),
    };
  const [, group] = /^\/apis\/([^/]+)\/v1$/.exec(url) ?? [url, url === '/api/v1' ? '' : undefined];
  if (group !== undefined) {
    const kinds = Object.entries(KINDS[group] ?? {});
    const resources = kinds.map(([kind, name]) => ({ kind, name, namespaced: true, verbs: ['get', 'create'] }));
    return { kind: 'APIResourceList', groupVersion: group ? `${group}/v1` : 'v1', resources };
  }
  const [, secret] = /\/secrets\/([^/?]+)$/.exec(url) ?? [];
  if (secret === undefined) return undefined;
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: secret }, data: { key: contentOf(secret) } };
}

/** Components whose pods have other annotations. */
function replaced(before: readonly KubeObject[], after: readonly KubeObject[]): string[] {
  const annotationsOf = ({ spec }: KubeObject): string =>
    JSON.stringify((spec?.['template'] as { metadata?: { annotations?: object } } | undefined)?.metadata?.annotations);
  return before
    .filter(({ kind }) => kind === 'Deployment')
    .filter((object) => {
      const next = after.find(({ kind, metadata }) => kind === object.kind && metadata.name === object.metadata.name);
      return next === undefined || annotationsOf(next) !== annotationsOf(object);
    })
    .map(({ metadata }) => metadata.name);
}

export async function rolling(): Promise<Findings> {
  let changed = '';
  const server = http.createServer(({ url = '' }, response) => {
    const body = answer(url.split('?')[0] ?? '', (secret) => (secret === changed ? 'bmV3' : 'b2xk'));
    response.statusCode = body ? 200 : 404;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body ?? { kind: 'Status', apiVersion: 'v1', reason: 'NotFound', code: 404 }));
  });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-chart-'));
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const kubeconfig = path.join(folder, 'kubeconfig');
    const named = { name: 'stand-in' };
    fs.writeFileSync(
      kubeconfig,
      JSON.stringify({
        ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'stand-in' },
        clusters: [{ ...named, cluster: { server: address } }],
        contexts: [{ ...named, context: { cluster: 'stand-in', user: 'stand-in' } }],
        users: [{ ...named, user: {} }],
      }),
      // Helm warns of files that others can read
      { mode: 0o600 },
    );
    const trial = ['-f', path.join(chartDir, 'values', 'trial.yaml'), '--kubeconfig', kubeconfig];
    const install = async (): Promise<KubeObject[]> => {
      const flags = ['--dry-run=server', '--disable-openapi-validation', '--output', 'json', '--namespace', NAMESPACE];
      const release = JSON.parse(await run('helm', ['install', 'symbio', chartDir, ...flags, ...trial])) as {
        manifest: string;
      };
      return objectsOf(release.manifest);
    };
    const first = await install();
    const wrong: string[] = [];
    for (const [secret, expected] of [
      ['of no process', []],
      ['symbio-nats-job', ['symbio-job']],
      ['symbio-words', ['symbio-identity']],
    ] as const) {
      changed = secret;
      const found = replaced(first, await install());
      if (found.join() !== expected.join())
        wrong.push(
          `a new ${secret} replaces the pods of ${found.join(', ') || 'nothing'}, not of ${expected.join(', ')}`,
        );
    }
    return { wrong };
  } finally {
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
}
