/** Has a real API server validate all renders, in a namespace for restricted pods. */
import { onPath } from '../../dev/paths.js';
import { run, type Findings, type Rendered } from './renders.js';

/** Kinds of operators that this cluster does not have. */
const UNKNOWN = /no matches for kind "(\w+)"/g;
const POD_SECURITY = ['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`);

/** Dry run on the cluster of KUBECONFIG. */
export async function inCluster(rendered: readonly Rendered[]): Promise<Findings> {
  if (!onPath('kubectl')) return { wrong: [], leftOut: 'because kubectl is not on the PATH' };
  if (!process.env.KUBECONFIG) return { wrong: [], leftOut: 'because KUBECONFIG names none' };
  const answers = await run('kubectl', ['version', '--request-timeout=5s']).then(
    () => true,
    () => false,
  );
  if (!answers) return { wrong: [], leftOut: 'because none answers at KUBECONFIG' };
  const namespace = `symbio-chart-${process.pid}`;
  await run('kubectl', ['create', 'namespace', namespace]);
  try {
    await run('kubectl', ['label', 'namespace', namespace, ...POD_SECURITY]);
    const wrong: string[] = [];
    const unknown = new Set<string>();
    for (const { set, manifests } of rendered) {
      const here = manifests.replaceAll('namespace: symbio\n', `namespace: ${namespace}\n`);
      // an unknown kind is no failure; a warning shows that a restricted namespace would refuse a pod
      const said = await run('kubectl', ['apply', '--dry-run=server', '--validate=strict', '-f', '-'], here).catch(
        (error: Error) => error.message,
      );
      for (const line of said.split('\n')) {
        const kinds = [...line.matchAll(UNKNOWN)].map(([, kind]) => String(kind));
        kinds.forEach((kind) => unknown.add(kind));
        if (kinds.length > 0 || line === '' || line === 'ensure CRDs are installed first') continue;
        if (!line.endsWith('(server dry run)')) wrong.push(`${set.name}: ${line}`);
      }
    }
    if (unknown.size > 0)
      console.log(`The cluster does not know, and so did not check: ${[...unknown].sort().join(', ')}.`);
    return { wrong };
  } finally {
    await run('kubectl', ['delete', 'namespace', namespace, '--wait=false']);
  }
}
