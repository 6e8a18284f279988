import { AppError, type Logger } from '@symbio/runtime';
import { consumer, type ConsumerSpec, type ReceivedEvent } from '@symbio/events';
import type { CallParent, Client } from '@symbio/rpc';
import { projectEvents, type ProjectEvent, type ProjectServiceService } from '@symbio/proto/project';

/** Whether the owner of a thing has erased it. @throws AppError while the owner cannot say */
export type IsErased = (id: string) => Promise<boolean>;

/** Whether a read was answered NOT_FOUND. @throws AppError for every other refusal */
export async function isMissing(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return true;
    throw error;
  }
}

/** Asks the project service, which also finds restorable projects for service processes. */
export const projectErased =
  (projects: Pick<Client<typeof ProjectServiceService>, 'getProject'>, asSelf: () => Promise<CallParent>): IsErased =>
  async (id) =>
    isMissing(projects.getProject({ id }, await asSelf()));

/**
 * Permanent removal requested by an event, performed only if the owner confirms it. An event alone destroys nothing,
 * regardless of its publisher.
 */
export const onceErased =
  <About extends unknown[]>(
    isErased: IsErased,
    log: Pick<Logger, 'error'>,
    remove: (id: string, ...about: About) => Promise<void>,
  ) =>
  async (id: string, ...about: About): Promise<void> => {
    if (await isErased(id)) return remove(id, ...about);
    log.error({ id }, 'an event says that something was erased, and its owner still has it: nothing is removed');
  };

/** Final event of a project, with its last state. */
export type ProjectEnd = ReceivedEvent<ProjectEvent>;

/**
 * Consumers that remove a service's data of a permanently removed project: erased, or deleted without a restore
 * deadline, as versions before 0098 did. Restorable projects keep everything.
 *
 * @param durables names of the two consumers; those of `deleted` predate the other event
 * @param remove made with {@link onceErased} where another service owns projects
 */
export const onProjectEnd = (
  durables: { deleted: string; erased: string },
  remove: (projectId: string, end: ProjectEnd) => Promise<void>,
): ConsumerSpec[] => [
  consumer({
    durable: durables.deleted,
    events: projectEvents.deleted,
    handle: async (end) => {
      if (!end.data.project?.purgeAt) await remove(end.entityId, end);
    },
  }),
  consumer({ durable: durables.erased, events: projectEvents.erased, handle: (end) => remove(end.entityId, end) }),
];
