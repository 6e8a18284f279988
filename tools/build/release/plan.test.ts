import { parse } from 'yaml';
import { repoJson, repoText } from '../../dev/paths.js';
import { IMAGES } from '../images/images.js';
import {
  chartSteps,
  chartYaml,
  digestsFile,
  digestsOf,
  imagesStep,
  releaseSettings,
  shown,
  valuesYaml,
} from './plan.js';

const ARGS = [
  '--registry',
  'registry.example.com/symbio',
  '--version',
  '0.4.0',
  '--source',
  'https://code.example.com',
];
const settings = releaseSettings(ARGS);
const DIGEST = `sha256:${'a'.repeat(64)}`;

interface Target {
  target?: string;
  tags?: string[];
  name?: string;
  matrix?: { service: string[] };
  args?: Record<string, string>;
}
const bake = JSON.parse(repoText('docker-bake.json')) as {
  group: { default: { targets: string[] } };
  target: Record<string, Target>;
};

describe('a release', () => {
  it('builds all images for two platforms with SBOM and provenance, and pushes them', () => {
    expect(shown(imagesStep(settings, '/tmp/r', 'abc'))).toBe(
      "REGISTRY=registry.example.com/symbio TAG=0.4.0 REVISION=abc docker buildx bake --file docker-bake.json --push --sbom=true --provenance=mode=max --set '*.platform=linux/amd64' --set '*.platform=linux/arm64' --metadata-file /tmp/r/images.json",
    );
  });

  it('packages the chart and pushes it', () => {
    expect(chartSteps(settings, '/tmp/r').map(shown)).toEqual([
      'helm package /tmp/r/symbio --destination /tmp/r',
      'helm push /tmp/r/symbio-0.4.0.tgz oci://registry.example.com/symbio/charts',
    ]);
    expect(digestsFile('/tmp/r')).toBe('/tmp/r/images.json');
  });

  it('takes other platforms and another place for the chart', () => {
    const other = releaseSettings([
      ...ARGS,
      '--platforms',
      'linux/arm64',
      '--charts',
      'oci://charts.example.com',
      '--dry-run',
    ]);
    expect(other).toMatchObject({ platforms: ['linux/arm64'], charts: 'oci://charts.example.com', isDry: true });
  });

  it.each([
    [['--registry', 'https://registry.example.com'], '--registry names'],
    [['--version', 'v3'], '--version is'],
    [['--source', 'here'], '--source is'],
    [['--charts', 'https://charts.example.com'], '--charts begins'],
  ])('refuses %j', (args, sentence) => {
    expect(() => releaseSettings([...ARGS, ...args])).toThrow(sentence);
  });

  it('publishes a chart that names its version and its images by digest', () => {
    const images = IMAGES.map(({ name }) => name);
    const digests = digestsOf(
      Object.fromEntries(images.map((name) => [name, { 'containerimage.digest': DIGEST }])),
      images,
    );
    expect(parse(chartYaml(repoText('charts', 'symbio', 'Chart.yaml'), settings))).toMatchObject({
      name: 'symbio',
      version: '0.4.0',
      appVersion: '0.4.0',
      home: 'https://code.example.com',
      sources: ['https://code.example.com'],
    });
    const values = valuesYaml(repoText('charts', 'symbio', 'values.yaml'), settings, digests);
    expect(parse(values)).toMatchObject({
      image: { registry: 'registry.example.com/symbio', digests: { web: DIGEST } },
    });
    expect(values).toContain('# Public origin of Symbio');
    expect(() => digestsOf({}, images)).toThrow('no digest of identity');
  });
});

describe('docker-bake.json', () => {
  it('has a target for each image, as the chart names it', () => {
    const built = bake.group.default.targets.flatMap((name) => {
      const target = bake.target[name] ?? {};
      const [tag = ''] = target.tags ?? [];
      return (target.matrix?.service ?? [undefined]).map((service) => ({
        image: tag.replace('${service}', service ?? ''),
        target: target.target,
        service,
        key: target.name?.replace('${service}', service ?? '') ?? name,
      }));
    });
    const expected = IMAGES.map(({ name, target, service }) => ({
      ...{ image: `\${REGISTRY}/${name}:\${TAG}`, target, service, key: name },
    }));
    expect(built).toEqual(expected);
    expect(bake.target['service']?.args).toEqual({ SERVICE: '${service}' });
  });
});

describe('Chart.yaml', () => {
  it('says what a catalogue of charts shows', () => {
    const chart = parse(repoText('charts', 'symbio', 'Chart.yaml')) as Record<string, unknown>;
    const icon = Buffer.from(String(chart['icon']).split('base64,')[1] ?? '', 'base64').toString();
    const squeezed = (text: string): string => text.replaceAll(/>\s+</g, '><').trim();
    expect(icon).toBe(squeezed(repoText('web', 'public', 'favicon.svg')));
    for (const key of ['home', 'sources', 'maintainers', 'keywords']) expect(chart[key]).toBeTruthy();
  });

  it('has the version of all packages and of the web client (decision 0163)', () => {
    const chart = parse(repoText('charts', 'symbio', 'Chart.yaml')) as Record<string, unknown>;
    const { version, packages } = repoJson<{ version: string; packages: Record<string, { version?: string }> }>(
      'package-lock.json',
    );
    const ours = Object.entries(packages).filter(([folder, one]) => !folder.includes('node_modules') && one.version);
    expect(new Set(ours.map(([, one]) => one.version))).toEqual(new Set([version]));
    expect([chart['version'], chart['appVersion']]).toEqual([version, version]);
    expect(repoText('web', 'src', 'lib', 'ui', 'product.ts')).toContain(`CLIENT_VERSION = '${version}'`);
    expect(repoText('CHANGELOG.md')).toContain(`\n## [${version}] - `);
  });
});
