import { invalidFields, type AppError } from '@symbio/runtime';
import type { CallContext, Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';

export type People = Pick<Client<typeof IdentityServiceService>, 'getUserNames'>;

export const noSuchAssignee = (): AppError => invalidFields({ assignee: 'There is no such user' });

/** Names of the caller and of another user, if given; `other` is undefined if unknown. */
export async function namesFor(
  people: People,
  context: CallContext,
  otherId: string,
): Promise<{ own: string; other: string | undefined }> {
  const { actor } = context;
  // service processes and agents are not users and carry their name
  const isUser = actor.via !== 'service' && actor.agentId === undefined;
  const ids = [...(isUser ? [actor.sub] : []), ...(otherId ? [otherId] : [])];
  const { names } = ids.length > 0 ? await people.getUserNames({ ids: [...new Set(ids)] }, context) : { names: {} };
  // ids are arbitrary caller input, and every object has a `constructor`
  const nameOf = (id: string): string | undefined => (Object.hasOwn(names, id) ? names[id] : undefined);
  return { own: (isUser ? nameOf(actor.sub) : undefined) ?? actor.name, other: otherId ? nameOf(otherId) : '' };
}
