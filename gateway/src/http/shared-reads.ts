import { batchRequests } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Caller } from './request.js';

interface PendingRead {
  parent: CallParent;
  read: (parent: CallParent) => Promise<unknown>;
}

interface Group {
  pending: number;
  submit: (pendingRead: PendingRead) => Promise<unknown>;
}

/**
 * Request collapsing per caller and response: requests that arrive during a read share the next one. No read begins
 * before a request it serves, so callers read their own writes.
 *
 * Callers are compared by identity: `createCallers` creates a new object when access may have changed.
 */
export class SharedReads {
  readonly #groups = new WeakMap<Caller, Map<string, Group>>();

  /**
   * @param name identifies the response
   * @throws errors of `read`, to all requests it served
   */
  async get<Answer>(
    caller: Caller,
    name: string,
    parent: CallParent,
    read: (parent: CallParent) => Promise<Answer>,
  ): Promise<Answer> {
    const groups = this.#groups.get(caller) ?? new Map<string, Group>();
    this.#groups.set(caller, groups);
    let group = groups.get(name);
    if (!group) {
      group = { pending: 0, submit: batchRequests(readOnce, { most: Infinity }) };
      groups.set(name, group);
    }
    group.pending++;
    try {
      return (await group.submit({ parent, read })) as Answer;
    } finally {
      if (--group.pending === 0) groups.delete(name);
    }
  }
}

async function readOnce(pendingReads: readonly PendingRead[]): Promise<unknown[]> {
  const answer = await pendingReads[0]?.read(jointParent(pendingReads.map(({ parent }) => parent)));
  return pendingReads.map(() => answer);
}

/** Joint parent: first request id, latest deadline. Aborted once all requests are. */
export function jointParent(parents: readonly CallParent[]): CallParent {
  const [first] = parents;
  if (!first) throw new Error('no pending reads');
  if (parents.length === 1) return first;
  const signals = parents.flatMap(({ signal }) => signal ?? []);
  const controller = new AbortController();
  let waiting = parents.length;
  const leave = (): void => {
    if (--waiting === 0) controller.abort();
  };
  for (const signal of signals) {
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
  const deadlines = parents.map(({ deadline }) => deadline?.getTime() ?? Infinity);
  const last = Math.max(...deadlines);
  const { deadline: _own, ...rest } = first;
  return { ...rest, signal: controller.signal, ...(last === Infinity ? {} : { deadline: new Date(last) }) };
}
