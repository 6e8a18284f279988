import { onPath } from '../../dev/paths.js';
import { StartError } from '../../dev/start-error.js';
import { numberOf, parsedArgs } from '../../dev/program.js';

/** Scenarios in order; each but the last two restores the installation. */
export const SCENARIOS = [
  'journeys',
  'upgrade',
  'rollback',
  'kill',
  'drain',
  'scale',
  'restart',
  'restore',
  'uninstall',
] as const;
export type ScenarioName = (typeof SCENARIOS)[number];

const OPTIONS = {
  'build-command': { type: 'string' },
  registry: { type: 'string', default: 'symbio' },
  tag: { type: 'string' },
  'next-tag': { type: 'string' },
  'stand-ins': { type: 'boolean', default: false },
  namespace: { type: 'string', default: 'symbio-proof' },
  url: { type: 'string' },
  rate: { type: 'string', default: '10' },
  replicas: { type: 'string', default: '2' },
  pages: { type: 'string', default: '200' },
  only: { type: 'string' },
  installed: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} as const;

export const USAGE = `npm run test:cluster -- [options]: installs Symbio on the cluster of KUBECONFIG, works on it, and takes it away.

  --build-command COMMAND  called as COMMAND TAG FOLDER -f DOCKERFILE [--build-arg NAME=VALUE] [--target STAGE]; builds the
                           image and makes it known to the cluster (also IMAGE_BUILD_COMMAND)
  --registry NAME          before the names of images (symbio)
  --tag VERSION            these images are there already: nothing is built
  --next-tag VERSION       and these are a later version of them, to upgrade to
  --stand-ins              MongoDB, Keycloak and the object store from images made here, because public ones cannot be
                           pulled
  --namespace NAME         is made, and removed at the end (symbio-proof)
  --url ORIGIN             how this machine reaches the Service of web, where the cluster's addresses are not reached
  --rate NUMBER            requests a second (10)
  --replicas NUMBER        copies of each process (2)
  --pages NUMBER           pages in the queue for the autoscaler (200)
  --only NAMES             of ${SCENARIOS.join(', ')}; by comma
  --installed              the release is there already (with --keep, of an earlier run): nothing is built or installed
  --keep                   leaves everything as it is at the end`;

/** @throws Error with a sentence about the mistake */
export function settingsOf(args: readonly string[], env: NodeJS.ProcessEnv) {
  const {
    'build-command': command,
    'next-tag': nextTag,
    'stand-ins': standIns,
    ...values
  } = parsedArgs(args, OPTIONS).values;
  const names = values.only?.split(',').map((name) => name.trim()) ?? SCENARIOS;
  const unknown = names.find((name) => !SCENARIOS.some((scenario) => scenario === name));
  if (unknown !== undefined) throw new Error(`--only names "${unknown}"; there are ${SCENARIOS.join(', ')}.`);
  const settings = {
    ...values,
    ...{ nextTag, standIns },
    buildCommand: (command ?? env.IMAGE_BUILD_COMMAND) || undefined,
    perSecond: numberOf('rate', values.rate),
    replicas: numberOf('replicas', values.replicas),
    pages: numberOf('pages', values.pages),
    scenarios: SCENARIOS.filter((scenario) => names.includes(scenario)),
  };
  const { first, next } = imagesToBuild(settings);
  if ((first || next) && settings.buildCommand === undefined)
    throw new Error(
      'npm run test:cluster builds images: say how with --build-command or IMAGE_BUILD_COMMAND (--help tells how it is called), or name images that are there already with --tag and --next-tag.',
    );
  return settings;
}
export type Settings = ReturnType<typeof settingsOf>;

/** The first ones unless installed, and a later version for the upgrade. */
export function imagesToBuild(settings: {
  installed: boolean;
  tag?: string | undefined;
  nextTag?: string | undefined;
  scenarios: readonly ScenarioName[];
}): { first: boolean; next: boolean } {
  const upgrades = settings.scenarios.some((name) => name === 'upgrade' || name === 'rollback');
  return {
    first: !settings.installed && settings.tag === undefined,
    next: upgrades && settings.nextTag === undefined,
  };
}

/** @throws StartError in one sentence that names everything missing */
export function checkPrerequisites(
  env: NodeJS.ProcessEnv,
  find: (program: string) => string | undefined = onPath,
): void {
  const missing = [
    ...(env.KUBECONFIG ? [] : ['KUBECONFIG, which names a cluster that may be worked on']),
    ...['kubectl', 'helm'].filter((program) => find(program) === undefined).map((program) => `${program} on the PATH`),
  ];
  if (missing.length > 0) throw new StartError(`npm run test:cluster needs ${missing.join(', and ')}.`);
}
