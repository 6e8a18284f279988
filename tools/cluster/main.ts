// Program: `npm run test:cluster`. Installs Symbio on the cluster of KUBECONFIG, then upgrades, kills, drains and
// restarts it under load, and counts acknowledged writes afterwards. `-- --help` lists the options.
import fs from 'node:fs/promises';
import path from 'node:path';
import { cacheDir, repoRoot } from '../dev/paths.js';
import { StartError } from '../dev/start-error.js';
import { Helm } from './helm.js';
import { Builder } from './images.js';
import { Kube, type KubeObject } from './kube.js';
import { Ledger } from '../drills/work/ledger.js';
import { run } from './run.js';
import { loadOf, told } from '../drills/work/scenario.js';
import type { Proof } from './scenario.js';
import { drain } from './scenarios/drain.js';
import { journeys } from './scenarios/journeys.js';
import { kill } from './scenarios/kill.js';
import { restart } from './scenarios/restart.js';
import { restore } from './scenarios/restore.js';
import { scale } from './scenarios/scale.js';
import { uninstall } from './scenarios/uninstall.js';
import { rollback, upgrade } from './scenarios/versions.js';
import { ACCOUNT, trialSecrets } from './secrets.js';
import { eventually, Session } from '../drills/work/session.js';
import { checkPrerequisites, imagesToBuild, settingsOf, type Settings } from './settings.js';
import { Site } from '../drills/work/site.js';
import { buildStandIns } from './stand-ins.js';
import { table, type Outcome } from '../drills/work/table.js';
import { startsOf, usageTable, UsageWatch, usesOf, peaksOf, type Peaks } from './usage.js';
import { makeWorld } from '../drills/work/world.js';

const RELEASE = 'symbio';
/** Where the report is kept. */
const REPORT = path.join(cacheDir, 'cluster', 'report.md');

const say = (line: string): void => console.log(line);

/** Values of this run on top of those of a trial. */
function valuesOf(settings: Settings): string[] {
  const values = path.join(repoRoot, 'charts', 'symbio', 'values', 'trial.yaml');
  const own = path.join(repoRoot, 'tools', 'cluster', 'values.yaml');
  const standIns = path.join(repoRoot, 'k8s', 'stand-ins', 'values.yaml');
  const replicas = String(settings.replicas);
  const copies = ['defaults.service', 'defaults.worker', 'gateway', 'web'].map((of) => `${of}.replicas=${replicas}`);
  return [
    ...['--values', values, '--values', own, ...(settings.standIns ? ['--values', standIns] : [])],
    ...['--set', copies.join(',')],
    ...['--set-string', `image.registry=${settings.registry}`],
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

async function reached(url: string): Promise<void> {
  const site = new Site(url);
  try {
    await eventually(async () => {
      const { status } = await site.send('GET', '/', { timeoutMs: 5_000 });
      if (status !== 200) throw new Error(`${url} answers ${status}`);
    }, 60_000);
  } catch (error) {
    throw new StartError(`${url} is not reached from here: name a way to the Service of web with --url.`, {
      cause: error,
    });
  } finally {
    site.close();
  }
}

/** Figures for docs/operations/sizing.md. */
interface Figures {
  rest: Peaks;
  starts: ReadonlyMap<string, number>;
}

async function scenariosOf(proof: Proof, add: (outcomes: Outcome[]) => void): Promise<void> {
  const { scenarios } = proof.settings;
  const does = (name: (typeof scenarios)[number]): boolean => scenarios.includes(name);
  if (does('journeys')) add(await journeys(proof, 'after the installation'));
  if (does('upgrade') || does('rollback')) add([await upgrade(proof)]);
  if (does('rollback')) add([await rollback(proof)]);
  if (does('kill')) {
    add([await kill(proof)]);
    if (does('journeys')) add(await journeys(proof, 'after the kills'));
  }
  if (does('drain')) add([await drain(proof)]);
  if (does('scale')) add([await scale(proof)]);
  if (does('restart')) {
    for (const component of ['nats', 'mongodb']) add([await restart(proof, component)]);
    if (does('journeys')) add(await journeys(proof, 'after the restarts'));
  }
  if (does('restore')) {
    add(await restore(proof));
    if (does('journeys')) add(await journeys(proof, 'after the restore'));
  }
}

/** Builds the images that are not there. */
async function buildImages(settings: Settings, tags: Proof['tags']): Promise<{ note: string }> {
  const { first, next } = imagesToBuild(settings);
  const { buildCommand } = settings;
  if (buildCommand === undefined) return { note: 'there already' };
  const builder = new Builder(buildCommand, settings.registry, say);
  if (first && settings.standIns) await buildStandIns(builder, say);
  if (first) await builder.build(tags.first);
  if (next) await builder.succeed(tags.first, tags.second);
  return { note: first ? 'built' : next ? 'a later version made' : 'there already' };
}

async function install(tags: Proof['tags'], kube: Kube, helm: Helm, secrets: readonly object[]): Promise<Outcome> {
  await kube.apply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: secrets }));
  return told(
    'install',
    async () => {
      await helm.install(tags.first);
      await kube.settled();
      const pods = await kube.pods();
      const statuses = pods.flatMap(({ status }) => status.containerStatuses ?? []);
      const restarts = statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
      return { note: `${pods.length} pods ready, ${restarts} restarts` };
    },
    say,
  );
}

/** The installed version. @throws StartError when none is installed */
async function installedTag(kube: Kube): Promise<string> {
  const [gateway] = await kube.pods('gateway');
  const tag = gateway?.spec.containers[0]?.image.split(':').at(-1);
  if (tag === undefined) throw new StartError(`Nothing is installed in ${kube.namespace}: leave --installed out.`);
  return tag;
}

async function main(): Promise<boolean> {
  const settings = settingsOf(process.argv.slice(2), process.env);
  checkPrerequisites(process.env);
  const { namespace } = settings;
  const kube = new Kube(namespace, RELEASE);
  const helm = new Helm(RELEASE, namespace, valuesOf(settings));
  const first =
    settings.tag ?? (settings.installed ? await installedTag(kube) : `proof-${Math.floor(Date.now() / 1000)}`);
  const tags = { first, second: settings.nextTag ?? `${first}-next` };
  const outcomes: Outcome[] = [];
  const add = (more: readonly Outcome[]): void => void outcomes.push(...more);

  let figures: Figures | undefined;
  let busy: Peaks | undefined;
  if (!settings.installed) await makeNamespace(namespace);
  try {
    const secrets = trialSecrets();
    add([await told('images', () => buildImages(settings, tags), say)]);
    if (!settings.installed && outcomes.every(({ problems }) => problems.length === 0))
      add([await install(tags, kube, helm, secrets)]);
    if (outcomes.every(({ problems }) => problems.length === 0)) {
      const url = settings.url ?? (await urlOf(kube));
      await reached(url);
      const site = new Site(url);
      const session = new Session(site, ACCOUNT.email, ACCOUNT.password);
      figures = { rest: peaksOf(await usesOf(kube).catch(() => [])), starts: await startsOf(kube) };
      const world = await makeWorld(session);
      const ledger = new Ledger();
      const load = loadOf(session, world, ledger, settings.perSecond);
      const watch = new UsageWatch(kube);
      const proof: Proof = { settings, kube, helm, session, world, ledger, load, tags, say };
      try {
        await scenariosOf(proof, add);
      } finally {
        busy = await watch.end();
        await load.stop();
        site.close();
      }
      if (settings.scenarios.includes('uninstall') && !settings.keep)
        add([await uninstall(proof, new Set(secrets.map(({ metadata }) => metadata.name)))]);
    }
  } finally {
    const usage = figures && busy ? `\n\n${usageTable(figures.rest, busy, figures.starts)}` : '';
    const report = `${table(outcomes)}${usage}\n`;
    say(`\n${report}`);
    await fs.mkdir(path.dirname(REPORT), { recursive: true });
    await fs.writeFile(REPORT, report);
    if (!settings.keep) await run('kubectl', ['delete', 'namespace', namespace, '--wait=true']);
  }
  const bad = outcomes.filter(({ problems }) => problems.length > 0);
  for (const { name, problems } of bad) for (const problem of problems) say(`${name}: ${problem}`);
  say(`${outcomes.length - bad.length} passed, ${bad.length} failed`);
  return bad.length === 0;
}

main().then(
  (good) => (process.exitCode = good ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  },
);
