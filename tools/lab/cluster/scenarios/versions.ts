import { underLoad, type Findings } from '../../harness/scenario.js';
import type { ClusterContext } from '../context.js';
import type { Outcome } from '../../harness/report.js';

async function otherVersions({ kube }: ClusterContext, tag: string): Promise<string[]> {
  return (await kube.ownPods())
    .filter(({ spec }) => spec.containers.some(({ image }) => !image.endsWith(`:${tag}`)))
    .map(({ metadata }) => `${metadata.name} does not run ${tag}`);
}

async function versionChange(context: ClusterContext, tag: string, change: () => Promise<void>): Promise<Findings> {
  const { kube } = context;
  await change();
  await kube.settled();
  const pods = await kube.pods();
  return { note: `${pods.length} pods, now ${tag}`, problems: await otherVersions(context, tag) };
}

/** `helm upgrade` to a later version: no request fails. */
export const upgrade = (context: ClusterContext): Promise<Outcome> =>
  underLoad(context, 'upgrade', false, () => {
    const { second } = context.tags;
    return versionChange(context, second, () => context.helm.install(second));
  });

/** `helm rollback` to the version before: no request fails. */
export const rollback = (context: ClusterContext): Promise<Outcome> =>
  underLoad(context, 'rollback', false, () =>
    versionChange(context, context.tags.first, () => context.helm.rollback()),
  );
