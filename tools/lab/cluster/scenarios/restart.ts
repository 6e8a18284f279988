import { underLoad } from '../../harness/scenario.js';
import type { ClusterContext } from '../context.js';
import type { Outcome } from '../../harness/report.js';

async function ownRestarts({ kube }: ClusterContext): Promise<number> {
  return (await kube.ownPods())
    .flatMap(({ status }) => status.containerStatuses ?? [])
    .reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/**
 * Restarts infrastructure: requests fail during the restart, processes recover by themselves, and acknowledged writes
 * are kept.
 */
export const restart = (context: ClusterContext, component: string): Promise<Outcome> =>
  underLoad(context, `restart ${component}`, true, async () => {
    const { kube } = context;
    const before = await ownRestarts(context);
    const pods = await kube.pods(component);
    if (pods.length === 0) return { note: 'not bundled: left out' };
    for (const { metadata } of pods) await kube.do('delete', 'pod', metadata.name);
    const began = Date.now();
    await kube.ready(component, pods.length);
    const away = Date.now() - began;
    await kube.settled();
    const restarted = (await ownRestarts(context)) - before;
    return {
      note: `ready again after ${(away / 1000).toFixed(0)} s`,
      problems: restarted === 0 ? [] : [`our own processes ended ${restarted} times`],
    };
  });
