/** Samples of a soak: memory and handles of each process, and queue lengths. */
import type { Stores } from '@symbio/operations/backup/stores';
import type { RunningStack } from '../../dev/stack.js';
import { handlesOf, residentMb } from '../harness/processes.js';
import { pidsOf } from '../harness/stack.js';
import { sumOf } from '../harness/statistics.js';
import { outboxes } from '../harness/stores.js';

/** One sample, by series and name. Memory in MB of 1,000,000 bytes. */
export type Sample = Record<'resident' | 'heap' | 'handles' | 'waiting', Map<string, number>>;

/** Without other labels. */
async function gauge(url: string, name: string): Promise<number | undefined> {
  const text = await fetch(`${url}/metrics`).then((answer) => answer.text());
  const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Takes one sample, without processes that are restarting. */
export async function sample(stack: RunningStack, stores: Stores): Promise<Sample> {
  const taken: Sample = { resident: new Map(), heap: new Map(), handles: new Map(), waiting: await waiting(stores) };
  for (const [name, pid] of pidsOf(stack)) {
    const [resident, handles] = [residentMb(pid), handlesOf(pid)];
    if (resident === undefined || handles === undefined) continue;
    taken.resident.set(name, resident);
    taken.handles.set(name, handles);
    if (!stack.hasAdmin(name)) continue;
    const heap = await gauge(stack.adminUrl(name), 'nodejs_heap_size_used_bytes');
    if (heap !== undefined) taken.heap.set(name, heap / 1e6);
  }
  return taken;
}

/** Lengths of outboxes, of consumers' backlogs and of job queues. */
async function waiting(stores: Stores): Promise<Map<string, number>> {
  const manager = await stores.broker.connection.jetstreamManager();
  const found = new Map([['rows in outboxes', sumOf((await outboxes(stores)).values())]]);
  for await (const stream of manager.streams.list()) {
    let pending = 0;
    for await (const { num_pending, num_ack_pending } of manager.consumers.list(stream.config.name))
      pending += num_pending + num_ack_pending;
    if (stream.state.consumer_count > 0) found.set(`messages of ${stream.config.name}`, pending);
  }
  return found;
}
