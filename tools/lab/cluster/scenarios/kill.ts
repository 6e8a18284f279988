import { componentOf, type Pod } from '../kube.js';
import { eventually } from '../../harness/world.js';
import { underLoad } from '../../harness/scenario.js';
import type { ClusterContext } from '../context.js';
import type { Outcome } from '../../harness/report.js';
import type { Recovery } from '../../harness/load.js';

/**
 * Kills a container's program like a machine fault. PID 1 takes no SIGKILL from within and images have no shell: open
 * its debugger and make it exit without handlers, a moment later, since Node waits for an attached debugger.
 */
const CRASH = `
process.kill(1, 'SIGUSR1');
const end = Date.now() + 20_000;
const attempt = async () => {
  try {
    const [target] = await (await fetch('http://127.0.0.1:9229/json/list')).json();
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    const expression = 'setTimeout(() => process.reallyExit(137), 200)';
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    socket.onmessage = socket.onerror = () => socket.close();
    socket.onclose = () => process.exit(0);
  } catch (error) {
    if (Date.now() > end) { console.error(String(error)); process.exit(1); }
    setTimeout(attempt, 100);
  }
};
attempt();
`;

async function restarts(context: ClusterContext, name: string): Promise<number | undefined> {
  const pod = (await context.kube.pods()).find(({ metadata }) => metadata.name === name);
  return pod?.status.containerStatuses?.[0]?.restartCount;
}

/** Kills the program of a pod; the kubelet restarts it. */
async function crash(context: ClusterContext, pod: Pod): Promise<void> {
  const { name } = pod.metadata;
  const before = (await restarts(context, name)) ?? 0;
  const program = componentOf(pod) === 'web' ? ['nginx', '-s', 'stop'] : ['node', '--eval', CRASH];
  // the command dies with its container; the effect is checked below
  await context.kube.do('exec', name, '--', ...program).catch(() => undefined);
  await eventually(async () => {
    if (((await restarts(context, name)) ?? 0) <= before) throw new Error(`${name} was not ended`);
  }, 60_000);
}

async function remove(context: ClusterContext, pod: Pod): Promise<void> {
  await context.kube.do('delete', 'pod', pod.metadata.name, '--grace-period=0', '--force', '--wait=false');
}

/** Maximum milliseconds until every kind of request succeeds, after all pods are ready. */
const ANSWERED_WITHIN_MS = 10_000;

/**
 * Kills each pod of Symbio in turn, one copy of each process by a crash and the others by removal without grace, and
 * waits each time until all are ready and every kind of request succeeds.
 */
export const kill = (context: ClusterContext): Promise<Outcome> =>
  underLoad(context, 'kill each pod in turn', true, async () => {
    const { kube, say } = context;
    const pods = await kube.ownPods();
    const crashed = new Set<string>();
    const recoveries: Recovery[] = [];
    let [crashes, removals] = [0, 0];
    for (const pod of pods) {
      const component = componentOf(pod);
      const copies = pods.filter((other) => componentOf(other) === component).length;
      const began = Date.now();
      if (crashed.has(component)) {
        await remove(context, pod);
        removals++;
      } else {
        crashed.add(component);
        await crash(context, pod);
        crashes++;
      }
      await kube.ready(component, copies);
      const ready = Date.now();
      say(`  ${pod.metadata.name}: ready again after ${((ready - began) / 1000).toFixed(0)} s`);
      recoveries.push(...(await context.load.recovery(ready, ANSWERED_WITHIN_MS)));
    }
    const late = recoveries.filter(({ seconds }) => seconds * 1_000 > ANSWERED_WITHIN_MS);
    return {
      note: `${crashes} crashes, ${removals} pods removed without grace`,
      problems: late.map(
        ({ operation }) => `${operation}: not answered within ${ANSWERED_WITHIN_MS / 1_000} s of readiness`,
      ),
      recoveries,
    };
  });
