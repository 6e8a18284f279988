import {
  AppError,
  agentsPropose,
  invalidFields,
  isAgent,
  keyMakerOf,
  notAuthorized,
  notFound,
  type Actor,
} from '@symbio/runtime';
import type { CallContext, Client } from '@symbio/rpc';
import type { Author as IdentityAuthor, IdentityServiceService } from '@symbio/proto/identity';

/** Author of a piece of work (DATA-13). */
export interface Author {
  id: string;
  type: 'human' | 'ai_agent';
  /** Display name: the person's, or the agent's with version. */
  name: string;
}

export interface Authorship {
  /**
   * Caller's own author when none is asked for. Another author must be an AI agent, and the caller a person who may
   * write for agents, or an API key that made it; a process of ours writes for any author.
   * @param field name of the field the author came in, for the error
   * @throws AppError INVALID_ARGUMENT for a missing author, NOT_FOUND for an unknown one, PERMISSION_DENIED
   * (not_authorized, another_agent) for one that is not the caller's.
   */
  resolve(context: CallContext, requested: string | undefined, field?: string): Promise<Author>;
  /**
   * Asks that an API key may change or delete what these authors made: an agent's key only what its own agent made, a key of
   * a person what people made. Other callers pass: rules about people are the services' own.
   * @param what the thing, for the sentence: "annotation"
   * @throws AppError PERMISSION_DENIED (agents_propose, another_agent)
   */
  requireOwn(context: CallContext, what: string, authorIds: readonly string[]): Promise<void>;
  /** @throws AppError NOT_FOUND with the field */
  known(context: CallContext, id: string, field?: string): Promise<void>;
}

/**
 * Whether the caller may write and change what any AI agent is the author of: people with canManageAgents and processes of
 * ours (OP-24). An API key acts as its own agent alone.
 */
export const writesForAgents = (actor: Actor): boolean =>
  actor.via === 'service' || (actor.via === 'user' && actor.permissions.includes('canManageAgents'));

const anotherAgent = (message: string): AppError => new AppError('PERMISSION_DENIED', 'another_agent', message);

export function authorship(identity: Pick<Client<typeof IdentityServiceService>, 'getAuthors'>): Authorship {
  const find = async (context: CallContext, id: string, field: string) => {
    const author = (await identity.getAuthors({ ids: [id] }, context)).authors.find((each) => each.id === id);
    if (!author) throw notFound('Author', field);
    return author;
  };
  /** Whether a key may write as an agent that is not its own author. */
  const isMadeBy = ({ madeBy }: Pick<IdentityAuthor, 'madeBy'>, actor: Actor): boolean => {
    const maker = keyMakerOf(actor);
    return maker !== undefined && madeBy === maker;
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
      const isAgents = type === 'ai_agent';
      const allowed =
        own || actor.via === 'service' || (isAgents && (writesForAgents(actor) || isMadeBy(author, actor)));
      if (allowed) return { id, type, name: author.displayName };
      throw isAgents && actor.via === 'api_key'
        ? anotherAgent(
            `This API key cannot write as ${author.displayName}. Use a key of that agent, or leave ${field} out.`,
          )
        : notAuthorized();
    },

    async requireOwn(context, what, authorIds) {
      const { actor } = context;
      const others = [...new Set(authorIds)].filter((id) => id !== '' && id !== actor.authorId);
      if (actor.via !== 'api_key' || others.length === 0) return;
      const { authors } = await identity.getAuthors({ ids: others }, context);
      const byId = new Map(authors.map((author) => [author.id, author]));
      for (const id of others) {
        const author = byId.get(id);
        if (author?.authorType === 'ai_agent') {
          if (!isMadeBy(author, actor))
            throw anotherAgent(
              `This ${what} is the work of ${author.displayName}. An API key changes only what its own agent made.`,
            );
        } else if (isAgent(actor))
          throw agentsPropose(`This ${what} was made by a person.`, 'Propose a new one instead.');
      }
    },
  };
}
