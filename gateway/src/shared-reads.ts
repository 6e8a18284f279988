import { grouped, type CallParent } from '@symbio/kit';
import type { Caller } from './request.js';

/** One request: the parent of its own calls, and how it would be answered. */
interface Asker {
  parent: CallParent;
  read: (parent: CallParent) => Promise<unknown>;
}

/** Requests of one caller that want the same. */
interface Line {
  /** Those that have no answer yet. */
  open: number;
  ask: (asker: Asker) => Promise<unknown>;
}

/**
 * Request collapsing: of several requests of one caller for the same thing at the same time, the first is carried out at once;
 * those that come meanwhile wait for its end and are then answered by one read for all of them. So a read never began before a
 * request that it answers: nobody is shown what is older than the request, and everybody reads their own writes.
 *
 * Callers are the same when they are the same object: `createCallers` resolves credentials anew when anything changes that
 * decides what they may see. What is kept is what open requests wait for, so that it ends with them.
 */
export class SharedReads {
  readonly #lines = new WeakMap<Caller, Map<string, Line>>();

  /**
   * @param name what is wanted: the same name stands for the same answer
   * @param parent of the request's own calls
   * @param read begins with the parent that stands for all who wait
   * @throws what `read` throws, to all whom that read was for
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
      line = { open: 0, ask: grouped(readForAll, { most: Infinity }) };
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
 * The parent of a call for several requests: it travels under the first one's id and has until the last one's deadline. It is
 * aborted when nobody waits any more; one who goes away ends nothing for the others.
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
