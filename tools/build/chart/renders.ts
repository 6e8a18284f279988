/** What the chart makes of values, by Helm. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { repoRoot } from '../../dev/paths.js';
import { chartDir } from './chart-files.js';

const execute = promisify(execFile);
const MAX_BYTES = 32 * 1024 ** 2;

export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
}

/** Way of installing the chart that is rendered and checked. */
export interface ValueSet {
  name: string;
  /** Files below the chart's folder, without their ending. */
  files: readonly string[];
  set?: readonly string[];
  /** Only rendered and checked: no golden render is kept. */
  unkept?: true;
  /** Values on top of the others. */
  values?: object;
  /** Kinds that the cluster knows besides Kubernetes' own. */
  apis?: readonly string[];
}

export interface Rendered {
  set: ValueSet;
  manifests: string;
  objects: KubeObject[];
}

/** Faults that a check found; omissions and their reasons. */
export interface Findings {
  wrong: string[];
  leftOut?: string;
}

const KEDA = 'keda.sh/v1alpha1';
const PROMETHEUS = 'monitoring.coreos.com/v1';

export const VALUE_SETS: readonly ValueSet[] = [
  { name: 'trial', files: ['values/trial'] },
  { name: 'small', files: ['values/small', 'ci/small-values'] },
  {
    name: 'production',
    files: ['values/production', 'ci/production-values'],
    apis: [KEDA, PROMETHEUS],
  },
  { name: 'minimal', files: ['ci/minimal-values'], unkept: true },
  { name: 'openshift', files: ['ci/openshift-values'], apis: [PROMETHEUS] },
  { name: 'external', files: ['ci/external-values'], apis: [KEDA] },
  // as tools for charts render them: without another file
  { name: 'small alone', files: ['ci/small-values'], unkept: true },
  { name: 'production alone', files: ['ci/production-values'], unkept: true },
  { name: 'external-secrets', files: ['values/small', 'ci/small-values', 'values/external-secrets'] },
  { name: 'cert-manager', files: ['values/small', 'ci/small-values', 'values/cert-manager'] },
  {
    name: 'airgapped',
    files: ['values/production', 'values/airgapped'],
    set: [
      'publicUrl=https://symbio.example.internal',
      'keycloak.url=https://keycloak.example.internal',
      's3.publicEndpoint=none',
      's3.conditionalWrites=false',
      'trustedCertificates.configMap=authorities',
    ],
  },
  {
    // the ways that no file of values goes
    name: 'others',
    files: ['values/trial'],
    set: [
      'nats.replicas=3',
      's3.bundled=false',
      'folder.enabled=true',
      'gatewayApi.enabled=true',
      'gatewayApi.parentRefs[0].name=public',
      'services.project.env.LOG_LEVEL=debug',
      'telemetry.endpoint=http://collector:4318',
      'ai.baseUrl=https://models.example.com/v1',
      'ai.model=small',
      'backup.enabled=true',
      'backup.url=s3://backups/symbio',
    ],
  },
];

/** Version of Kubernetes that is rendered for: the oldest that the chart takes. */
const KUBE_VERSION = '1.30.0';
export const NAMESPACE = 'symbio';

export const valueArguments = ({ files, set = [] }: ValueSet): string[] => [
  ...files.flatMap((file) => ['-f', path.join(chartDir, `${file}.yaml`)]),
  ...set.flatMap((pair) => ['--set', pair]),
];

/** Runs a program. @throws with what it said */
export async function run(program: string, args: readonly string[], input?: string): Promise<string> {
  const child = execute(program, [...args], { cwd: repoRoot, maxBuffer: MAX_BYTES });
  child.child.stdin?.end(input);
  try {
    const { stdout, stderr } = await child;
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`.trim() || String(error), { cause: error });
  }
}

export async function render(set: ValueSet, namespace = NAMESPACE): Promise<string> {
  const apis = (set.apis ?? []).flatMap((api) => ['--api-versions', api]);
  const where = ['template', 'symbio', chartDir, '--namespace', namespace, '--kube-version', KUBE_VERSION];
  return run('helm', [...where, ...apis, ...valueArguments(set), '-f', '-'], JSON.stringify(set.values ?? {}));
}

/** Objects of manifests. @throws where they are no YAML */
export const objectsOf = (manifests: string): KubeObject[] =>
  parseAllDocuments(manifests).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const object = document.toJS() as KubeObject | null;
    return object ? [object] : [];
  });
