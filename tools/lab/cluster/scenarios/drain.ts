import { BUNDLED, componentOf, isReady, type Autoscaler, type Deployment, type KubeObject } from '../kube.js';
import { CommandError, run } from '../../harness/command.js';
import { underLoad, watched } from '../../harness/scenario.js';
import type { ClusterContext } from '../context.js';
import type { Outcome } from '../../harness/report.js';

interface Node extends KubeObject {
  spec: { unschedulable?: boolean };
}

/** Seconds after which a drain is given up that cannot finish, because no other node takes the pods. */
const ONE_NODE_SECONDS = 90;
const SEVERAL_NODES_SECONDS = 600;
const LOOK_MS = 1_000;

/** Processes with at least two copies; work for a single worker waits until it is restored. */
async function doubled({ kube }: ClusterContext): Promise<Set<string>> {
  const scalers = await kube.list<Autoscaler>('horizontalpodautoscalers.autoscaling');
  const deployments = await kube.list<Deployment>('deployments');
  const least = ({ metadata, spec }: Deployment): number => {
    const scaler = scalers.find((one) => one.spec.scaleTargetRef.name === metadata.name);
    return scaler ? (scaler.spec.minReplicas ?? 1) : spec.replicas;
  };
  return new Set(deployments.filter((one) => least(one) > 1).map(componentOf));
}

/**
 * Drains a node as for maintenance. With several nodes every pod moves; with one, the disruption budgets must protect
 * the last copy of each process, so the drain never finishes and users notice nothing.
 */
export const drain = (context: ClusterContext): Promise<Outcome> =>
  underLoad(context, 'drain a node', false, async () => {
    const { kube } = context;
    const nodes = (JSON.parse(await run('kubectl', ['get', 'nodes', '--output', 'json'])) as { items: Node[] }).items;
    const open = nodes.filter(({ spec }) => spec.unschedulable !== true);
    const pods = await kube.ownPods();
    const node = pods[0]?.spec.nodeName;
    if (node === undefined) throw new Error('no pod is on a node');
    const alone = open.length < 2;
    const all = await doubled(context);
    /** Processes that were seen without a ready pod. */
    const away = new Set<string>();
    const look = async (): Promise<void> => {
      const ready = new Set((await kube.pods()).filter(isReady).map(componentOf));
      for (const component of all) if (!ready.has(component)) away.add(component);
    };
    const before = new Set(pods.map(({ metadata }) => metadata.uid));
    const selector = `app.kubernetes.io/instance=${kube.instance},app.kubernetes.io/component notin (${[...BUNDLED].join(',')})`;
    const args = ['drain', node, '--ignore-daemonsets', '--delete-emptydir-data', '--pod-selector', selector];
    const seconds = alone ? ONE_NODE_SECONDS : SEVERAL_NODES_SECONDS;
    const ended = await watched(LOOK_MS, look, async () => {
      try {
        await run('kubectl', [...args, `--timeout=${seconds}s`]);
        return true;
      } catch (error) {
        if (!(error instanceof CommandError) || !alone) throw error;
        return false;
      } finally {
        await run('kubectl', ['uncordon', node]);
        await kube.settled();
      }
    });
    const moved = [...before].length - (await kube.pods()).filter(({ metadata }) => before.has(metadata.uid)).length;
    return {
      note: alone
        ? `one node: ${moved} of ${pods.length} pods evicted, budgets kept a copy of each process until it was uncordoned`
        : `${moved} of ${pods.length} pods moved`,
      problems: [
        ...[...away].map((component) => `${component} had no ready pod`),
        ...(moved === 0 ? ['no pod was evicted'] : []),
        ...(alone && ended && moved === pods.length ? ['budgets let the last copies go'] : []),
      ],
    };
  });
