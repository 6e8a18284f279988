import { batchRequests } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Caller } from './request.js';

/** A request: the parent of its calls, and the read it would execute. */
interface Asker {
  parent: CallParent;
  read: (parent: CallParent) => Promise<unknown>;
}

interface Line {
  open: number;
  ask: (asker: Asker) => Promise<unknown>;
}

/**
 * Request collapsing per caller and response: the first request executes immediately; requests arriving during its read
 * wait for it to end and then share a second read. A read never begins before a request it serves, so that no response
 * is stale and callers read their own writes.
 *
 * Callers are compared by identity: `createCallers` creates a new object when access may have changed. State is kept
 * only while requests are pending.
 */
export class SharedReads {
  readonly #lines = new WeakMap<Caller, Map<string, Line>>();

  /**
   * @param name identifies the response
   * @param parent of the request's calls
   * @param read called with a joint parent of all waiting requests
   * @throws errors of `read`, to all requests it served
   */
  async get<Answer>(
    caller: Caller,
    name: string,
    parent: CallParent,
    read: (parent: CallParent) => Promise<Answer>,
  ): Promise<Answer> {
    const lines = this.#lines.get(caller) ?? new Map<string, Line>();
    this.#lines.set(caller, lines);
    let line = lines.get(name);
    if (!line) {
      line = { open: 0, ask: batchRequests(readForAll, { most: Infinity }) };
      lines.set(name, line);
    }
    line.open++;
    try {
      return (await line.ask({ parent, read })) as Answer;
    } finally {
      if (--line.open === 0) lines.delete(name);
    }
  }
}

async function readForAll(askers: readonly Asker[]): Promise<unknown[]> {
  const answer = await askers[0]?.read(joint(askers.map(({ parent }) => parent)));
  return askers.map(() => answer);
}

/**
 * Joint parent of several requests: first request's id, latest deadline. Aborted once all requests are aborted; a
 * single disconnect does not affect the others.
 */
export function joint(parents: readonly CallParent[]): CallParent {
  const [first] = parents;
  if (!first) throw new Error('a read that nobody asked for');
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
