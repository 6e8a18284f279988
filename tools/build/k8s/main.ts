// Program: `npm run k8s` checks the prerequisites of a Kubernetes installation and prints the next step; `npm run k8s
// -- secrets` creates the missing Secrets of a development installation.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { trialSecrets } from '../../lab/cluster/secrets.js';
import { onPath } from '../../dev/paths.js';
import { page, type Found } from './page.js';

const run = promisify(execFile);
const NAMESPACE = 'symbio';
/** Timeout in milliseconds; an unreachable cluster does not answer. */
const ANSWER_MS = 10_000;

async function answer(program: string, ...args: string[]): Promise<string | undefined> {
  if (onPath(program) === undefined) return undefined;
  try {
    return (await run(program, args, { timeout: ANSWER_MS })).stdout.trim();
  } catch {
    return undefined;
  }
}

async function look(): Promise<Found> {
  const [context, version, classes, namespace, releases, engine] = await Promise.all([
    answer('kubectl', 'config', 'current-context'),
    answer('kubectl', 'version', '--output', 'json'),
    answer('kubectl', 'get', 'storageclass', '--output', 'name'),
    answer('kubectl', 'get', 'namespace', NAMESPACE, '--output', 'name'),
    answer('helm', 'list', '--namespace', NAMESPACE, '--short'),
    answer('docker', 'info', '--format', '{{.ServerVersion}}'),
  ]);
  const server =
    version === undefined ? undefined : (JSON.parse(version) as { serverVersion?: { gitVersion: string } });
  return {
    programs: ['kubectl', 'helm', 'docker', 'kind', 'minikube', 'skaffold'].filter(
      (name) => onPath(name) !== undefined,
    ),
    dockerRuns: engine !== undefined,
    context,
    serverVersion: server?.serverVersion?.gitVersion,
    hasStorage: classes !== undefined && classes !== '',
    hasNamespace: namespace !== undefined,
    isInstalled: releases?.split('\n').includes('symbio') ?? false,
  };
}

/** Creates missing Secrets only: a new key or password would lock out running processes. */
async function makeSecrets(): Promise<void> {
  const kubectl = (...args: string[]): Promise<{ stdout: string }> =>
    run('kubectl', ['--namespace', NAMESPACE, ...args]);
  const there = new Set((await kubectl('get', 'secrets', '--output', 'name')).stdout.split('\n'));
  const own = (name: string, stringData: Record<string, string>) =>
    ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData }) as const;
  const wanted = [
    ...trialSecrets('nats'),
    own('symbio-mongodb', {
      uri: 'mongodb://mongodb-0.mongodb:27017/?replicaSet=rs0&w=majority&journal=true',
    }),
    own('symbio-smtp', { url: 'smtp://mail:1025' }),
  ];
  const missing = wanted.filter(({ metadata }) => !there.has(`secret/${metadata.name}`));
  // signing keys belong together with the set of public keys, and addresses of NATS with its users
  for (const [what, pattern] of [
    ['signing keys', /^symbio-(?:signing-|public-keys$)/],
    ['Secrets of NATS', /^symbio-nats-/],
  ] as const) {
    const all = wanted.filter(({ metadata }) => pattern.test(metadata.name));
    const absent = all.filter((each) => missing.includes(each));
    if (absent.length > 0 && absent.length < all.length)
      throw new Error(
        `Some ${what} exist and others do not (${absent[0]?.metadata.name ?? ''}): delete all of them, and new ones are made.`,
      );
  }
  if (missing.length === 0) return;
  const child = run('kubectl', ['--namespace', NAMESPACE, 'create', '--filename', '-']);
  child.child.stdin?.end(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: missing }));
  await child;
  console.log(`Made ${missing.length} Secrets in the namespace ${NAMESPACE}.`);
}

async function main([command, ...more]: readonly string[]): Promise<void> {
  if (more.length > 0 || (command !== undefined && command !== 'secrets'))
    throw new Error('Say `npm run k8s`, or `npm run k8s -- secrets`.');
  if (command === undefined) return console.log(page(await look()));
  await run('kubectl', ['apply', '--filename', 'k8s/dev/namespace.yaml']);
  await makeSecrets();
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
