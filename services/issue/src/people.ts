import { invalidFields, type AppError } from '@symbio/runtime';
import type { CallContext, Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';

export type People = Pick<Client<typeof IdentityServiceService>, 'getUserNames'>;

export const noSuchAssignee = (): AppError => invalidFields({ assignee: 'There is no such user' });

/**
 * Names of the caller and of another user, if given; `other` is undefined if unknown.
 * @param organizationId of the issue that the other may work on; empty: the operator
 */
export async function namesFor(
  people: People,
  context: CallContext,
  otherId: string,
  organizationId?: string,
): Promise<{ own: string; other: string | undefined }> {
  const { actor } = context;
  // service processes and agents are not users and carry their name
  const isUser = actor.via !== 'service' && actor.agentId === undefined;
  const nameOf = async (id: string, within: { organizationId?: string }): Promise<string | undefined> => {
    const { names } = await people.getUserNames({ ids: [id], ...within }, context);
    // ids are arbitrary caller input, and every object has a `constructor`
    return Object.hasOwn(names, id) ? names[id] : undefined;
  };
  const [own, other] = await Promise.all([
    isUser ? nameOf(actor.sub, {}) : undefined,
    otherId ? nameOf(otherId, organizationId === undefined ? {} : { organizationId }) : '',
  ]);
  return { own: own ?? actor.name, other };
}
