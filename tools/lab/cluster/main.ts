// Program: `npm run test:cluster`. Installs Symbio on the cluster of KUBECONFIG, then upgrades, kills, drains and
// restarts it under load, and counts acknowledged writes afterwards. `-- --help` lists the options.
import fs from 'node:fs/promises';
import path from 'node:path';
import { ApiClient } from '@symbio/fixtures/api-client';
import { HttpClient } from '@symbio/fixtures/http-client';
import { cacheDir, repoRoot } from '../../dev/paths.js';
import { StartError } from '../../dev/start-error.js';
import { run } from '../harness/command.js';
import { program } from '../../dev/program.js';
import { outcomeTable, verdictOf, type Outcome } from '../harness/report.js';
import { prepareWork, withoutLoad } from '../harness/scenario.js';
import { eventually } from '../harness/world.js';
import { Helm } from './helm.js';
import { Builder } from './images.js';
import { Kube, type KubeObject } from './kube.js';
import type { ClusterContext } from './context.js';
import { drain } from './scenarios/drain.js';
import { journeys } from './scenarios/journeys.js';
import { kill } from './scenarios/kill.js';
import { restart } from './scenarios/restart.js';
import { restore } from './scenarios/restore.js';
import { scale } from './scenarios/scale.js';
import { uninstall } from './scenarios/uninstall.js';
import { rollback, upgrade } from './scenarios/versions.js';
import { ACCOUNT, trialSecrets } from './secrets.js';
import { checkPrerequisites, imagesToBuild, settingsOf, USAGE, type ScenarioName, type Settings } from './settings.js';
import { buildStandIns } from './stand-ins.js';
import { peaksOf, startsOf, usageDuring, usageTable, usesOf } from './usage.js';

const RELEASE = 'symbio';
const REPORT = path.join(cacheDir, 'cluster', 'report.md');

const say = (line: string): void => console.log(line);
const isGood = (outcomes: readonly Outcome[]): boolean => outcomes.every(({ problems }) => problems.length === 0);

/** Values of this run on top of those of a trial. */
function valuesOf({ replicas, registry, standIns }: Settings): string[] {
  const files = [
    'charts/symbio/values/trial.yaml',
    'tools/lab/cluster/values.yaml',
    ...(standIns ? ['k8s/stand-ins/values.yaml'] : []),
  ];
  const copies = ['defaults.service', 'defaults.worker', 'gateway', 'web'].map((of) => `${of}.replicas=${replicas}`);
  return [
    ...files.flatMap((file) => ['--values', path.join(repoRoot, file)]),
    ...['--set', copies.join(','), '--set-string', `image.registry=${registry}`],
  ];
}

/** Creates a namespace that refuses pods with excess rights. */
async function makeNamespace(name: string): Promise<void> {
  const labels = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
  await run('kubectl', ['create', '--filename', '-'], { input: JSON.stringify(namespace) });
}

/** How this machine reaches `web`. */
async function urlOf(kube: Kube): Promise<string> {
  type Service = KubeObject & { spec: { clusterIP: string; ports: { port: number }[] } };
  const { spec } = JSON.parse(await kube.do('get', 'service', `${RELEASE}-web`, '--output', 'json')) as Service;
  return `http://${spec.clusterIP}:${spec.ports[0]?.port ?? 80}`;
}

/** @throws StartError when the URL is not reached from here */
const reached = (http: HttpClient): Promise<void> =>
  eventually(async () => {
    const { status } = await http.send('GET', '/', { timeoutMs: 5_000 });
    if (status !== 200) throw new Error(`${http.url} answers ${status}`);
  }, 60_000).catch((error: unknown) => {
    throw new StartError(`${http.url} is not reached from here: name a way to the Service of web with --url.`, {
      cause: error,
    });
  });

/** Journeys are repeated after each disturbance. */
async function runScenarios(context: ClusterContext, add: (outcomes: readonly Outcome[]) => void): Promise<void> {
  const { scenarios } = context.settings;
  const runs = (...names: ScenarioName[]): boolean => names.some((name) => scenarios.includes(name));
  const journeysAfter = async (when: string): Promise<void> => {
    if (runs('journeys')) add(await journeys(context, `after the ${when}`));
  };
  await journeysAfter('installation');
  if (runs('upgrade', 'rollback')) add([await upgrade(context)]);
  if (runs('rollback')) add([await rollback(context)]);
  if (runs('kill')) {
    add([await kill(context)]);
    await journeysAfter('kills');
  }
  if (runs('drain')) add([await drain(context)]);
  if (runs('scale')) add([await scale(context)]);
  if (runs('restart')) {
    for (const component of ['nats', 'mongodb']) add([await restart(context, component)]);
    await journeysAfter('restarts');
  }
  if (runs('restore')) {
    add(await restore(context));
    await journeysAfter('restore');
  }
}

async function buildImages(settings: Settings, tags: ClusterContext['tags']): Promise<{ note: string }> {
  const { first, next } = imagesToBuild(settings);
  const { buildCommand } = settings;
  if (buildCommand === undefined) return { note: 'exist already' };
  const builder = new Builder(buildCommand, settings.registry, say);
  if (first && settings.standIns) await buildStandIns(builder, say);
  if (first) await builder.build(tags.first);
  if (next) await builder.succeed(tags.first, tags.second);
  return { note: first ? 'built' : next ? 'a later version made' : 'exist already' };
}

async function install(tag: string, kube: Kube, helm: Helm, secrets: readonly object[]): Promise<{ note: string }> {
  await kube.apply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: secrets }));
  await helm.install(tag);
  await kube.settled();
  const pods = await kube.pods();
  const statuses = pods.flatMap(({ status }) => status.containerStatuses ?? []);
  const restarts = statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
  return { note: `${pods.length} pods ready, ${restarts} restarts` };
}

/** Installed version. @throws StartError when none is installed */
async function installedTag(kube: Kube): Promise<string> {
  const [gateway] = await kube.pods('gateway');
  const tag = gateway?.spec.containers[0]?.image.split(':').at(-1);
  if (tag === undefined) throw new StartError(`Nothing is installed in ${kube.namespace}: leave --installed out.`);
  return tag;
}

/** Works on an installation. @returns a table of its usage */
async function proveInstallation(
  parts: Pick<ClusterContext, 'settings' | 'kube' | 'helm' | 'tags'>,
  add: (outcomes: readonly Outcome[]) => void,
  secrets: ReadonlySet<string>,
): Promise<string> {
  const { settings, kube } = parts;
  const http = new HttpClient(settings.url ?? (await urlOf(kube)));
  try {
    await reached(http);
    const [rest, starts] = [peaksOf(await usesOf(kube).catch(() => [])), await startsOf(kube)];
    const work = await prepareWork(new ApiClient(http, ACCOUNT), settings.perSecond);
    const context: ClusterContext = { ...parts, ...work };
    const busy = await usageDuring(kube, async () => {
      try {
        await runScenarios(context, add);
      } finally {
        await work.load.stop();
      }
    });
    if (settings.scenarios.includes('uninstall') && !settings.keep) add([await uninstall(context, secrets)]);
    return usageTable(rest, busy, starts);
  } finally {
    http.close();
  }
}

async function main(settings: Settings): Promise<number> {
  checkPrerequisites(process.env);
  const { namespace, installed } = settings;
  const kube = new Kube(namespace, RELEASE);
  const helm = new Helm(RELEASE, namespace, valuesOf(settings));
  const first = settings.tag ?? (installed ? await installedTag(kube) : `proof-${Math.floor(Date.now() / 1000)}`);
  const tags = { first, second: settings.nextTag ?? `${first}-next` };
  const outcomes: Outcome[] = [];
  const add = (more: readonly Outcome[]): void => void outcomes.push(...more);
  let usage = '';
  if (!installed) await makeNamespace(namespace);
  try {
    const secrets = trialSecrets();
    add([await withoutLoad('images', () => buildImages(settings, tags), say)]);
    if (!installed && isGood(outcomes))
      add([await withoutLoad('install', () => install(tags.first, kube, helm, secrets), say)]);
    if (isGood(outcomes)) {
      const names = new Set(secrets.map(({ metadata }) => metadata.name));
      usage = await proveInstallation({ settings, kube, helm, tags }, add, names);
    }
  } finally {
    const report = `${outcomeTable(outcomes)}\n${usage && `\n${usage}\n`}`;
    say(`\n${report}`);
    await fs.mkdir(path.dirname(REPORT), { recursive: true });
    await fs.writeFile(REPORT, report);
    if (!settings.keep) await run('kubectl', ['delete', 'namespace', namespace, '--wait=true']);
  }
  return verdictOf(outcomes);
}

program(USAGE, (args) => settingsOf(args, process.env), main);
