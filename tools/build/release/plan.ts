/** What a release does: commands, and the chart that it publishes. */
import path from 'node:path';
import { parseDocument } from 'yaml';
import { parsedArgs } from '../../dev/program.js';

export interface Step {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const OPTIONS = {
  registry: { type: 'string' },
  version: { type: 'string' },
  charts: { type: 'string' },
  source: { type: 'string' },
  platforms: { type: 'string', default: 'linux/amd64,linux/arm64' },
  'dry-run': { type: 'boolean', default: false },
} as const;

export const USAGE = `npm run release -- --registry NAME --version VERSION --source URL [options]: builds all images with SBOM and
provenance, pushes them, and pushes the chart that names them by their digests. Needs docker with buildx, helm, and a login.

  --registry NAME    before the names of images, such as registry.example.com/symbio
  --version VERSION  of images and chart, such as 0.3.0
  --source URL       where the code is, for Chart.yaml
  --charts ADDRESS   where the chart goes (oci://<registry>/charts)
  --platforms LIST   by comma (linux/amd64,linux/arm64)
  --dry-run          prints the commands`;

/** As Helm wants versions. */
const VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** @throws Error with a sentence about the mistake */
export function releaseSettings(args: readonly string[]) {
  const {
    registry = '',
    version = '',
    source = '',
    charts,
    platforms,
    'dry-run': isDry,
  } = parsedArgs(args, OPTIONS).values;
  if (!/^[^\s/:]+(:\d+)?(\/[^\s/]+)*$/.test(registry))
    throw new Error('--registry names where images are pushed to, such as registry.example.com/symbio.');
  if (!VERSION.test(version)) throw new Error('--version is a version such as 0.3.0.');
  if (!URL.canParse(source)) throw new Error('--source is the address of the code.');
  const repository = charts ?? `oci://${registry}/charts`;
  if (!repository.startsWith('oci://')) throw new Error('--charts begins with oci://.');
  return { registry, version, source, charts: repository, platforms: platforms.split(','), isDry };
}
export type ReleaseSettings = ReturnType<typeof releaseSettings>;

/** File with the digests of pushed images, below the folder of a release. */
export const digestsFile = (folder: string): string => path.join(folder, 'images.json');

/** Copy of the chart that is packaged. */
export const chartCopy = (folder: string): string => path.join(folder, 'symbio');

/** Builds and pushes all images, for all platforms. */
export const imagesStep = (settings: ReleaseSettings, folder: string, revision: string): Step => ({
  program: 'docker',
  args: [
    ...['buildx', 'bake', '--file', 'docker-bake.json', '--push', '--sbom=true', '--provenance=mode=max'],
    ...settings.platforms.flatMap((platform) => ['--set', `*.platform=${platform}`]),
    ...['--metadata-file', digestsFile(folder)],
  ],
  env: { REGISTRY: settings.registry, TAG: settings.version, REVISION: revision },
});

/** Packages the copy of the chart, and pushes it. */
export const chartSteps = ({ charts, version }: ReleaseSettings, folder: string): Step[] => [
  { program: 'helm', args: ['package', chartCopy(folder), '--destination', folder] },
  { program: 'helm', args: ['push', path.join(folder, `symbio-${version}.tgz`), charts] },
];

/**
 * Digests by name of image.
 *
 * @param metadata of `docker buildx bake`
 * @throws Error when an image has none
 */
export function digestsOf(metadata: unknown, images: readonly string[]): Record<string, string> {
  const targets = metadata as Record<string, { 'containerimage.digest'?: string } | undefined>;
  return Object.fromEntries(
    images.map((image) => {
      const digest = targets[image]?.['containerimage.digest'];
      if (digest === undefined) throw new Error(`docker buildx bake reports no digest of ${image}.`);
      return [image, digest];
    }),
  );
}

/** Text of a YAML file with some values replaced; comments stay. */
function replaced(text: string, values: Readonly<Record<string, unknown>>): string {
  const document = parseDocument(text);
  for (const [at, value] of Object.entries(values)) document.setIn(at.split('.'), value);
  return document.toString({ lineWidth: 0 });
}

/** Chart.yaml of a release. */
export const chartYaml = (text: string, { version, source }: ReleaseSettings): string =>
  replaced(text, { version, appVersion: version, home: source, sources: [source] });

/** values.yaml of a release, which names its images. */
export const valuesYaml = (
  text: string,
  { registry }: ReleaseSettings,
  digests: Readonly<Record<string, string>>,
): string => replaced(text, { 'image.registry': registry, 'image.digests': digests });

/** A command as a shell takes it. */
export const shown = ({ program, args, env = {} }: Step): string =>
  [
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    program,
    ...args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg}'`)),
  ].join(' ');
