import { watchEvents, type Broker, type CallParent, type Client } from '@symbio/kit';
import { projectEvents, type ProjectServiceService } from '@symbio/proto/project';

/** Milliseconds the list is kept. A deletion or its being taken back ends it at once; this bounds what a lost message could do. */
const CACHE_MS = 15_000;

/** Projects that were deleted and can be restored, for what is done without a caller: files by signed address, jobs. */
export interface RemovedProjects {
  /** @throws AppError as the call does, while nothing is known yet */
  ids(): Promise<readonly string[]>;
  /** @throws AppError as the call does, while nothing is known yet */
  has(projectId: string): Promise<boolean>;
  /**
   * Calls back when a project was deleted, restored or erased, or may have been while nothing was heard; from then on `ids` and
   * `has` know of it.
   */
  onChange(listener: () => void): void;
}

/**
 * Asks the project service, and keeps the answer for a moment. While that is away the last answer stands: nobody loses their
 * files for it.
 * @param asSelf parent of the calls this process makes for itself
 */
export function removedProjects(
  projects: Pick<Client<typeof ProjectServiceService>, 'listVisibleProjects'>,
  broker: Pick<Broker, 'watch' | 'onReconnect'>,
  asSelf: () => Promise<CallParent>,
): RemovedProjects {
  let known: { ids: ReadonlySet<string>; at: number } | undefined;
  /** Whether something happened since the known answer was asked for. */
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
          // something happened while it was under way: it serves those who waited for it
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
