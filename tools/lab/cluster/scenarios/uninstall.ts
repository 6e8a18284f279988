import { run } from '../../harness/command.js';
import { eventually } from '../../harness/world.js';
import { withoutLoad } from '../../harness/scenario.js';
import type { ClusterContext } from '../context.js';
import type { Outcome } from '../../harness/report.js';

/** Objects that every namespace has, and events. */
const ALWAYS =
  /^(configmap\/kube-root-ca\.crt|serviceaccount\/default|event(s\.events\.k8s\.io|\.events\.k8s\.io)?\/.*|lease\..*)$/;

/** Timeout for pods to end in milliseconds: the chart's longest grace, five minutes of an upload, and a margin. */
const PODS_MS = 400_000;

const words = (text: string): string[] => text.split('\n').filter((line) => line !== '');

async function kinds(namespaced: boolean): Promise<string[]> {
  return words(
    await run('kubectl', ['api-resources', '--verbs=list', `--namespaced=${namespaced}`, '--output=name']),
  ).filter(
    // metrics are measurements, not objects
    (kind) => !kind.endsWith('.metrics.k8s.io'),
  );
}

/** `helm uninstall`, then a list of all remaining objects. */
export const uninstall = ({ helm, kube, say }: ClusterContext, secrets: ReadonlySet<string>): Promise<Outcome> =>
  withoutLoad(
    'uninstall',
    async () => {
      await helm.uninstall();
      /** Completed pod of `helm test`: Helm keeps what its hooks made (docs/operations/install.md). */
      const walk = `pod/${kube.instance}-walk`;
      // Helm does not wait for pods that finish their work; one that never ends is named below
      await eventually(async () => {
        const pods = words(await kube.do('get', 'pods', '--output=name')).filter((name) => name !== walk);
        if (pods.length > 0) throw new Error(`still there: ${pods.join(', ')}`);
      }, PODS_MS).catch(() => undefined);
      const inside = words(await kube.do('get', (await kinds(true)).join(','), '--ignore-not-found', '--output=name'));
      const label = `app.kubernetes.io/instance=${kube.instance}`;
      const outside = words(
        await run('kubectl', [
          'get',
          (await kinds(false)).join(','),
          '--selector',
          label,
          '--ignore-not-found',
          '--output=name',
        ]),
      );
      const left = [...inside.filter((name) => !ALWAYS.test(name)), ...outside];
      const ours = left.filter((name) => secrets.has(name.replace(/^secret\//, '')));
      const claims = left.filter((name) => name.startsWith('persistentvolumeclaim/'));
      const others = left.filter((name) => name !== walk && !ours.includes(name) && !claims.includes(name));
      return {
        note: `left: ${ours.length} Secrets that were there before, ${claims.length} volume claims (data is kept), the pod of helm test`,
        problems: others.map((name) => `${name} is left`),
      };
    },
    say,
  );
