import { componentOf, type Pod } from '../kube.js';
import { eventually } from '../../drills/work/session.js';
import { underLoad } from '../../drills/work/scenario.js';
import type { Proof } from '../scenario.js';
import type { Outcome } from '../../drills/work/table.js';

/** Bundled infrastructure has one copy; scenarios/restart.ts restarts it. */
export const BUNDLED = new Set(['mongodb', 'nats', 'keycloak', 's3', 'mail']);

/**
 * Kills a container's program without shutdown, like a machine fault. PID 1 takes no SIGKILL from within and images
 * have no shell: open its debugger and make it exit without handlers, a moment later, since Node waits for an attached
 * debugger.
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

async function restarts(proof: Proof, name: string): Promise<number | undefined> {
  const pod = (await proof.kube.pods()).find(({ metadata }) => metadata.name === name);
  return pod?.status.containerStatuses?.[0]?.restartCount;
}

/** Kills the program of a pod; the kubelet restarts it. */
async function crash(proof: Proof, pod: Pod): Promise<void> {
  const { name } = pod.metadata;
  const before = (await restarts(proof, name)) ?? 0;
  const program = componentOf(pod) === 'web' ? ['nginx', '-s', 'stop'] : ['node', '--eval', CRASH];
  // the command dies with its container; the effect is checked below
  await proof.kube.do('exec', name, '--', ...program).catch(() => undefined);
  await eventually(async () => {
    if (((await restarts(proof, name)) ?? 0) <= before) throw new Error(`${name} was not ended`);
  }, 60_000);
}

/** Removes a pod without grace. */
async function remove(proof: Proof, pod: Pod): Promise<void> {
  await proof.kube.do('delete', 'pod', pod.metadata.name, '--grace-period=0', '--force', '--wait=false');
}

/**
 * Kills each pod of Symbio in turn, one copy of each process by a crash and the others by removal without grace, and
 * waits each time until all are ready. Requests in progress may fail; no acknowledged write is lost or duplicated.
 */
export const kill = (proof: Proof): Promise<Outcome> =>
  underLoad(proof, 'kill each pod in turn', true, async () => {
    const { kube, say } = proof;
    const pods = (await kube.pods()).filter((pod) => !BUNDLED.has(componentOf(pod)));
    const crashed = new Set<string>();
    let [crashes, removals] = [0, 0];
    for (const pod of pods) {
      const component = componentOf(pod);
      const copies = pods.filter((other) => componentOf(other) === component).length;
      const began = Date.now();
      if (crashed.has(component)) {
        await remove(proof, pod);
        removals++;
      } else {
        crashed.add(component);
        await crash(proof, pod);
        crashes++;
      }
      await kube.ready(component, copies);
      say(`  ${pod.metadata.name}: ready again after ${((Date.now() - began) / 1000).toFixed(0)} s`);
    }
    return { note: `${crashes} crashes, ${removals} pods removed without grace` };
  });
