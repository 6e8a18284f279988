import { invalidFields, notAuthorized, notFound, type Actor, type CallContext, type Client } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';

/** Author of a piece of work (DATA-13). */
export interface Author {
  id: string;
  type: 'human' | 'ai_agent';
  /** Display name: the person's, or the agent's with version. */
  name: string;
}

export interface Authorship {
  /**
   * Returns the caller's own author by default. Another one must be an AI agent, and the caller permitted to write for
   * agents; service processes may name any.
   * @param field field name for the error
   * @throws AppError INVALID_ARGUMENT for a missing author, NOT_FOUND for an unknown one, PERMISSION_DENIED for another
   * person's.
   */
  resolve(context: CallContext, requested: string | undefined, field?: string): Promise<Author>;
  /** Checks that an author exists, for list filters. @throws AppError NOT_FOUND with the field */
  known(context: CallContext, id: string, field?: string): Promise<void>;
}

/** Whether the caller may write as AI agents: API keys, service processes, canManageAgents (OP-24). */
export const writesForAgents = (actor: Actor): boolean =>
  actor.via !== 'user' || actor.permissions.includes('canManageAgents');

export function authorship(identity: Pick<Client<typeof IdentityServiceService>, 'getAuthors'>): Authorship {
  const find = async (context: CallContext, id: string, field: string) => {
    const author = (await identity.getAuthors({ ids: [id] }, context)).authors.find((each) => each.id === id);
    if (!author) throw notFound('Author', field);
    return author;
  };
  return {
    async known(context, id, field = 'author_id') {
      if (id !== context.actor.authorId) await find(context, id, field);
    },

    async resolve(context, requested, field = 'author_id') {
      const { actor } = context;
      const id = requested || actor.authorId;
      if (!id) throw invalidFields({ [field]: `${field} is required` });
      const own = id === actor.authorId;
      // a person's own author is human and named in the token, so no call is needed
      if (own && actor.via === 'user') return { id, type: 'human', name: actor.name };
      const author = await find(context, id, field);
      const type = author.authorType === 'ai_agent' ? 'ai_agent' : 'human';
      const allowed = own || actor.via === 'service' || (type === 'ai_agent' && writesForAgents(actor));
      if (!allowed) throw notAuthorized();
      return { id, type, name: author.displayName };
    },
  };
}
