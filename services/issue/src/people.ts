import { invalidFields, type AppError, type CallContext, type Client } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';

/** Where names of people come from. */
export type People = Pick<Client<typeof IdentityServiceService>, 'getUserNames'>;

export const noSuchAssignee = (): AppError => invalidFields({ assignee: 'There is no such user' });

/** Names of the caller and of another user, if one is given; `other` is undefined when there is no such user. */
export async function namesFor(
  people: People,
  context: CallContext,
  otherId: string,
): Promise<{ own: string; other: string | undefined }> {
  const { actor } = context;
  // processes of ours and agents are no users: they bring their name
  const isUser = actor.via !== 'service' && actor.agentId === undefined;
  const ids = [...(isUser ? [actor.sub] : []), ...(otherId ? [otherId] : [])];
  const { names } = ids.length > 0 ? await people.getUserNames({ ids: [...new Set(ids)] }, context) : { names: {} };
  // an id is whatever a caller thinks of, and every object has a `constructor`
  const nameOf = (id: string): string | undefined => (Object.hasOwn(names, id) ? names[id] : undefined);
  return { own: (isUser ? nameOf(actor.sub) : undefined) ?? actor.name, other: otherId ? nameOf(otherId) : '' };
}
