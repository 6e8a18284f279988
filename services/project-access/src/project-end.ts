import { AppError, consumer, type CallParent, type Client, type ConsumerSpec, type Logger } from '@symbio/kit';
import { projectEvents, type ProjectServiceService } from '@symbio/proto/project';

/** Whether the owner of a thing has erased it. @throws AppError while the owner cannot say */
export type IsErased = (id: string) => Promise<boolean>;

/** Whether a read was answered with "there is no such thing". @throws AppError for every other refusal */
export async function isMissing(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return true;
    throw error;
  }
}

/**
 * Asks the project service, which finds for processes of ours also projects that can be restored.
 *
 * @param asSelf parent of the calls this process makes for itself
 */
export const projectErased =
  (projects: Pick<Client<typeof ProjectServiceService>, 'getProject'>, asSelf: () => Promise<CallParent>): IsErased =>
  async (id) =>
    isMissing(projects.getProject({ id }, await asSelf()));

/**
 * Permanent removal that an event asks for: only when the owner confirms it. An event alone destroys nothing, whoever published it.
 *
 * @param remove is called again where the first call did not end
 */
export const onceErased =
  (isErased: IsErased, log: Pick<Logger, 'error'>, remove: (id: string) => Promise<void>) =>
  async (id: string): Promise<void> => {
    if (await isErased(id)) return remove(id);
    log.error({ id }, 'an event says that something was erased, and its owner still has it: nothing is removed');
  };

/**
 * The consumers by which a service removes what belongs to a project that was erased, or deleted without a time until which it
 * could be restored, as versions before 0098 did. One that can be restored keeps everything.
 *
 * @param durables names of the two consumers; those of `deleted` are older than the other event
 * @param remove see {@link onceErased}, which it has to be made with where another service owns projects
 */
export const onProjectEnd = (
  durables: { deleted: string; erased: string },
  remove: (projectId: string) => Promise<void>,
): ConsumerSpec[] => [
  consumer({
    durable: durables.deleted,
    events: projectEvents.deleted,
    handle: async ({ entityId, data }) => {
      if (!data.project?.purgeAt) await remove(entityId);
    },
  }),
  consumer({ durable: durables.erased, events: projectEvents.erased, handle: ({ entityId }) => remove(entityId) }),
];
