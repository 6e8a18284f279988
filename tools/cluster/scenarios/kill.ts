import { componentOf, type Pod } from '../kube.js';
import { eventually } from '../../drills/work/session.js';
import { underLoad } from '../../drills/work/scenario.js';
import type { Proof } from '../scenario.js';
import type { Outcome } from '../../drills/work/table.js';

/** Where infrastructure is bundled it has one copy; scenarios/restart.ts restarts it. */
export const BUNDLED = new Set(['mongodb', 'nats', 'keycloak', 's3', 'mail']);

/**
 * Ends the program of a container in the middle of whatever it does, as a fault of the machine would. PID 1 of a container
 * takes no SIGKILL from within, and images have no shell: its debugger is opened and told to leave without any handler of
 * ours, a moment later: with a debugger attached Node would wait for it to go.
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

/** Ends the program in a pod at once; the kubelet starts it again. */
async function crash(proof: Proof, pod: Pod): Promise<void> {
  const { name } = pod.metadata;
  const before = (await restarts(proof, name)) ?? 0;
  const program = componentOf(pod) === 'web' ? ['nginx', '-s', 'stop'] : ['node', '--eval', CRASH];
  // the command dies with its container, which is what is wanted; whether it did is seen below
  await proof.kube.do('exec', name, '--', ...program).catch(() => undefined);
  await eventually(async () => {
    if (((await restarts(proof, name)) ?? 0) <= before) throw new Error(`${name} was not ended`);
  }, 60_000);
}

/** Removes a pod without letting it end what it does. */
async function remove(proof: Proof, pod: Pod): Promise<void> {
  await proof.kube.do('delete', 'pod', pod.metadata.name, '--grace-period=0', '--force', '--wait=false');
}

/**
 * Ends each pod of Symbio in turn, one copy of each process by a crash of its program and the others by removing the pod
 * without grace, and waits each time until all copies are ready again. What was in the middle of an answer may fail; nothing
 * acknowledged is lost and nothing is made twice.
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
