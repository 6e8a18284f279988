import fs from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { IMAGES } from '../images/images.js';
import { repoRoot } from '../../dev/paths.js';

interface Artifact {
  image: string;
  docker: { target: string; buildArgs?: Record<string, string> };
}
interface CustomArtifact {
  image: string;
  custom: { buildCommand: string; dependencies: unknown };
}
interface Config {
  metadata: { name: string };
  build?: { artifacts: Artifact[] };
  manifests?: { kustomize: { paths: string[] } };
  deploy: { helm?: { releases: { chartPath: string; valuesFiles: string[]; setValues: Record<string, string> }[] } };
  profiles: { name: string; build?: { platforms: string[]; artifacts: CustomArtifact[] } }[];
}

const at = (...names: string[]): string => path.join(repoRoot, ...names);
const configs = parseAllDocuments(fs.readFileSync(at('skaffold.yaml'), 'utf8')).map((one) => one.toJS() as Config);
const [infrastructure, symbio] = configs;

describe('skaffold.yaml', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const check = ajv.compile(
    JSON.parse(fs.readFileSync(at('tools', 'build', 'schemas', 'skaffold-v4beta13.json'), 'utf8')) as object,
  );

  it('matches its schema', () => {
    expect(configs).toHaveLength(2);
    for (const config of configs) {
      check(config);
      expect([config.metadata.name, check.errors ?? []]).toEqual([config.metadata.name, []]);
    }
    // prove that the schema refuses something
    expect(check({ ...symbio, deploy: { helm: { releases: [{ chart: 'x' }] } } })).toBe(false);
  });

  it('builds every image in the same way as test:cluster', () => {
    const built = (symbio?.build?.artifacts ?? []).map(({ image, docker }) => ({
      image,
      target: docker.target,
      service: docker.buildArgs?.['SERVICE'],
    }));
    expect(built).toEqual(IMAGES.map(({ name, target, service }) => ({ image: `symbio/${name}`, target, service })));
  });

  it('has the documented profiles', () => {
    for (const { profiles } of configs)
      expect(profiles.map(({ name }) => name)).toEqual(['dev', 'ci', 'release', 'infra-only']);
  });

  it('builds every image for x64 and arm64 in the profile release', () => {
    const { platforms, artifacts } = symbio?.profiles.find(({ name }) => name === 'release')?.build ?? {};
    expect(platforms).toEqual(['linux/amd64', 'linux/arm64']);
    expect(artifacts).toEqual(
      IMAGES.map(({ name }) => ({
        image: `symbio/${name}`,
        custom: {
          buildCommand: `sh tools/build/images/bake.sh ${name}`,
          dependencies: { dockerfile: { path: 'Dockerfile' } },
        },
      })),
    );
  });

  it('names existing files, and images as in the chart', () => {
    const [release] = symbio?.deploy.helm?.releases ?? [];
    expect(fs.existsSync(at(release?.chartPath ?? '', 'Chart.yaml'))).toBe(true);
    for (const file of release?.valuesFiles ?? ['none']) expect([file, fs.existsSync(at(file))]).toEqual([file, true]);
    for (const folder of infrastructure?.manifests?.kustomize.paths ?? ['none'])
      expect([folder, fs.existsSync(at(folder, 'kustomization.yaml'))]).toEqual([folder, true]);
    expect(release?.setValues['image.registry']).toBe('symbio');
  });
});

describe('k8s/dev', () => {
  const read = (file: string): unknown[] =>
    parseAllDocuments(fs.readFileSync(at('k8s', 'dev', file), 'utf8')).map((one) => one.toJS() as unknown);
  const { resources } = read('kustomization.yaml')[0] as { resources: string[] };

  it('has all servers that Symbio needs, with the permissions of an ordinary pod', () => {
    const sets = resources.flatMap(read).filter((one) => (one as { kind: string }).kind === 'StatefulSet') as {
      metadata: { name: string };
      spec: {
        template: {
          spec: {
            securityContext: { runAsNonRoot: boolean };
            containers: { securityContext: object; image: string }[];
          };
        };
      };
    }[];
    expect(sets.map(({ metadata }) => metadata.name)).toEqual([
      'mongodb',
      'nats',
      'keycloak',
      's3',
      'mail',
      'collector',
    ]);
    for (const { spec } of sets) {
      expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true);
      for (const { securityContext, image } of spec.template.spec.containers) {
        expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
        // a pinned version, so tests are repeatable
        expect(image).toMatch(/:v?\d/);
      }
    }
  });
});
