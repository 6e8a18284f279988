/** Readable golden renders: a line per object of each set of values, and some whole objects. */
import fs from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { repoRoot } from '../../dev/paths.js';
import type { KubeObject, ValueSet } from './renders.js';

const folder = path.join(repoRoot, 'tools', 'build', 'chart', 'golden');

/** Objects kept whole, of one set of values each: one of each repeated kind. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  trial: ['StatefulSet symbio-mongodb', 'Deployment symbio-document-worker', 'Pod symbio-walk'],
  small: ['CronJob symbio-backup', 'HorizontalPodAutoscaler symbio-document-worker', 'Ingress symbio-web'],
  production: [
    'Deployment symbio-document',
    'Deployment symbio-web',
    'NetworkPolicy symbio-document',
    'PodDisruptionBudget symbio-document',
    'ScaledObject symbio-document-worker',
    'Service symbio-document',
    'ServiceAccount symbio-document',
    'ServiceMonitor symbio-services',
  ],
  airgapped: ['Deployment symbio-webhook'],
  openshift: ['Deployment symbio-web', 'Ingress symbio-web', 'NetworkPolicy symbio-names'],
  external: ['Deployment symbio-issue', 'Service symbio-web'],
  'external-secrets': ['ExternalSecret symbio-mongodb'],
  'cert-manager': ['Certificate symbio-nats-client', 'Ingress symbio-web'],
  others: [
    'CronJob symbio-operations',
    'HTTPRoute symbio-web',
    'NetworkPolicy symbio-nats',
    'NetworkPolicy symbio-operations',
    'PersistentVolumeClaim symbio-blobs',
  ],
};

interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string }[];
  volumeMounts?: { mountPath: string }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
}

interface PodSpec {
  initContainers?: Container[];
  containers?: Container[];
}

/** The pod template of an object, wherever its specification has it. */
export function podOf(spec: Record<string, unknown> | undefined): PodSpec | undefined {
  if (!spec) return undefined;
  if (Array.isArray(spec['containers'])) return spec;
  const inner = (spec['template'] ?? spec['jobTemplate']) as { spec?: Record<string, unknown> } | undefined;
  return podOf(inner?.spec);
}

function lineOf({ kind, metadata, spec = {}, data }: KubeObject): string {
  const containers = podOf(spec)?.containers ?? [];
  const facts = [
    ...('replicas' in spec ? [`replicas ${String(spec['replicas'])}`] : []),
    ...containers
      .slice(0, 1)
      .flatMap(({ image, resources = {} }) => [
        image,
        `requests ${JSON.stringify(resources.requests)}`,
        `limits ${JSON.stringify(resources.limits)}`,
      ]),
    ...(containers.length > 1 ? [`${containers.length} containers`] : []),
    ...('minReplicas' in spec ? [`${String(spec['minReplicas'])} to ${String(spec['maxReplicas'])}`] : []),
    ...('minReplicaCount' in spec ? [`${String(spec['minReplicaCount'])} to ${String(spec['maxReplicaCount'])}`] : []),
    ...(data ? [`of ${Object.keys(data).join(', ')}`] : []),
    ...(metadata.annotations?.['helm.sh/hook'] ? [`hook ${metadata.annotations['helm.sh/hook']}`] : []),
  ];
  return `${kind} ${metadata.name}${facts.length > 0 ? `: ${facts.join('; ').replaceAll('"', '')}` : ''}`;
}

const nameOf = ({ kind, metadata }: KubeObject): string => `${kind} ${metadata.name}`;

/** Text of the golden file of a set of values. @throws when a whole object is missing */
export function goldenText({ name }: ValueSet, objects: readonly KubeObject[]): string {
  const whole = (WHOLE[name] ?? []).map((wanted) => {
    const object = objects.find((each) => nameOf(each) === wanted);
    if (!object) throw new Error(`the values ${name} make no ${wanted}, which tools/build/chart/golden.ts keeps whole`);
    return `\n# ${wanted}\n${stringify(object, { lineWidth: 0 })}`;
  });
  const lines = objects.map((object) => `# ${lineOf(object)}`).sort();
  return `# What charts/symbio makes of the values ${name}; npm run test:chart -- --update updates it.\n${lines.join('\n')}\n${whole.join('---')}`;
}

const fileOf = (set: ValueSet): string => path.join(folder, `${set.name}.yaml`);

export const readGolden = (set: ValueSet): string | undefined =>
  fs.existsSync(fileOf(set)) ? fs.readFileSync(fileOf(set), 'utf8') : undefined;

export function writeGolden(set: ValueSet, text: string): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(fileOf(set), text);
}

export function difference(before: string, after: string): string {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const at = old.findIndex((line, index) => line !== fresh[index]);
  const from = at < 0 ? old.length : at;
  return [`line ${from + 1}:`, `- ${old[from] ?? '(end)'}`, `+ ${fresh[from] ?? '(end)'}`].join('\n');
}
