/** Runs kubeconform over all renders, where schemas are available. */
import { onPath } from '../../dev/paths.js';
import { run, type Findings, type Rendered } from './renders.js';

const OTHERS =
  'https://raw.githubusercontent.com/datreeio/CRDs-catalog/main/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json';
/** Milliseconds to find out whether schemas can be fetched. */
const REACH_MS = 3_000;

/** Location of schemas: KUBE_SCHEMAS (folder or address as for kubeconform), or its default. */
async function locations(): Promise<string[] | undefined> {
  const given = process.env.KUBE_SCHEMAS;
  if (given) return given.split(',').flatMap((place) => ['-schema-location', place]);
  const isReached = await fetch('https://raw.githubusercontent.com/yannh/kubernetes-json-schema/master/README.md', {
    method: 'HEAD',
    signal: AbortSignal.timeout(REACH_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  return isReached ? ['-schema-location', 'default', '-schema-location', OTHERS] : undefined;
}

export async function conforms(rendered: readonly Rendered[]): Promise<Findings> {
  if (!onPath('kubeconform')) return { wrong: [], leftOut: 'because it is not on the PATH' };
  const where = await locations();
  if (!where)
    return { wrong: [], leftOut: 'because its schemas cannot be fetched; KUBE_SCHEMAS names a folder of them' };
  const wrong: string[] = [];
  for (const { set, manifests } of rendered)
    await run('kubeconform', ['-strict', '-kubernetes-version', '1.30.0', ...where], manifests).catch((error: Error) =>
      wrong.push(`${set.name}: ${error.message}`),
    );
  return { wrong };
}
