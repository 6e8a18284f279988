import { watchEvents, type Broker } from '@symbio/events';
import type { CallParent, Client } from '@symbio/rpc';
import { projectEvents, type ProjectServiceService } from '@symbio/proto/project';

/** Cache lifetime in milliseconds. Events invalidate it at once; this bounds the effect of a lost message. */
const CACHE_MS = 15_000;

/** Restorable deleted projects, for work without a caller: signed file URLs, jobs. */
export interface RemovedProjects {
  /** @throws AppError of the call while nothing is cached */
  ids(): Promise<readonly string[]>;
  /** @throws AppError of the call while nothing is cached */
  has(projectId: string): Promise<boolean>;
  /**
   * Called when a project was deleted, restored or erased, or may have been while disconnected; afterwards `ids` and
   * `has` reflect it.
   */
  onChange(listener: () => void): void;
}

/**
 * Short-lived cache of the project service's answer. While the service is unavailable the last answer is used, so files
 * stay readable.
 */
export function removedProjects(
  projects: Pick<Client<typeof ProjectServiceService>, 'listVisibleProjects'>,
  broker: Pick<Broker, 'watch' | 'onReconnect'>,
  asSelf: () => Promise<CallParent>,
): RemovedProjects {
  let known: { ids: ReadonlySet<string>; at: number } | undefined;
  let isOld = false;
  let asking: Promise<ReadonlySet<string>> | undefined;
  const listeners: (() => void)[] = [];

  const changed = (): void => {
    isOld = true;
    asking = undefined;
    for (const listener of listeners) listener();
  };
  for (const type of [projectEvents.deleted, projectEvents.restored, projectEvents.erased])
    watchEvents(broker, type, changed);
  broker.onReconnect(changed);

  async function ask(): Promise<ReadonlySet<string>> {
    const { removedIds } = await projects.listVisibleProjects({}, await asSelf());
    return new Set(removedIds);
  }

  async function current(): Promise<ReadonlySet<string>> {
    if (known && !isOld && performance.now() - known.at < CACHE_MS) return known.ids;
    if (!asking) {
      const own = ask();
      asking = own;
      own.then(
        (ids) => {
          // an event arrived while pending: this answer serves only its waiting callers
          if (asking !== own) return;
          known = { ids, at: performance.now() };
          isOld = false;
          asking = undefined;
        },
        () => {
          if (asking === own) asking = undefined;
        },
      );
    }
    const before = known?.ids;
    return asking.catch((error: unknown) => {
      if (before) return before;
      throw error;
    });
  }

  return {
    ids: async () => [...(await current())],
    has: async (projectId) => (await current()).has(projectId),
    onChange: (listener) => void listeners.push(listener),
  };
}
