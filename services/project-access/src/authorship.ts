import { invalidFields, notAuthorized, notFound, type Actor, type CallContext, type Client } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';

/** Who a piece of work is written to (DATA-13). */
export interface Author {
  id: string;
  type: 'human' | 'ai_agent';
  /** The person's name, or the agent's name and version; for display. */
  name: string;
}

/** Answers who a piece of work is written to. */
export interface Authorship {
  /**
   * The caller's own author when none is asked for. Another author must be an AI agent, and the caller one who may
   * write for agents; a process of ours writes for whoever it says.
   * @param field name of the field the author came in, for the error
   * @throws AppError INVALID_ARGUMENT for a missing author, NOT_FOUND for an unknown one, PERMISSION_DENIED for somebody
   * else's.
   */
  resolve(context: CallContext, requested: string | undefined, field?: string): Promise<Author>;
  /** Asks that there is such an author, as lists by author do. @throws AppError NOT_FOUND with the field */
  known(context: CallContext, id: string, field?: string): Promise<void>;
}

/** Whether the caller may write and change what AI agents are the authors of: API keys, our processes, canManageAgents (OP-24). */
export const writesForAgents = (actor: Actor): boolean =>
  actor.via !== 'user' || actor.permissions.includes('canManageAgents');

/** Authors as the identity service knows them. */
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
      // a person's own author is human and goes by the name in the token: no need to ask
      if (own && actor.via === 'user') return { id, type: 'human', name: actor.name };
      const author = await find(context, id, field);
      const type = author.authorType === 'ai_agent' ? 'ai_agent' : 'human';
      const allowed = own || actor.via === 'service' || (type === 'ai_agent' && writesForAgents(actor));
      if (!allowed) throw notAuthorized();
      return { id, type, name: author.displayName };
    },
  };
}
