import { MAX_AGENT_NAME, MAX_AGENT_VERSION } from '@symbio/proto/limits';
import { isDeepStrictEqual } from 'node:util';
import { conflict, invalidFields, isCalendarDate, keyMakerOf, parseFields } from '@symbio/runtime';
import { pagedList, type PagedList } from '@symbio/rpc';
import type { ListAuthorsRequest } from '@symbio/proto/identity';
import { AUTHOR_TYPES, isAuthorType } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import { authorCreatedEvent } from './events.js';
import type { AuthorRow } from './model.js';
import type { AuthorRepository, UserRepository } from './repository.js';
import type { By } from './users.js';

/** Characters. */
/** Maximum characters of an author's metadata as JSON. */
const MAX_METADATA = 10_000;

const required = (label: string, max: number) =>
  z.string().trim().min(1, `${label} is required`).max(max, `${label} is too long (at most ${max} characters)`);

const agentSchema = z.object({
  agentName: required('Agent name', MAX_AGENT_NAME),
  agentVersion: required('Agent version', MAX_AGENT_VERSION),
  agentDate: z
    .string()
    .trim()
    .min(1, 'Agent date is required')
    .refine((text) => text === '' || isCalendarDate(text), 'Agent date must be a date in the form YYYY-MM-DD'),
  metadata: z
    .record(z.string(), z.unknown())
    .refine(
      (value) => JSON.stringify(value).length <= MAX_METADATA,
      `Metadata is too long (at most ${MAX_METADATA} characters)`,
    )
    .optional(),
});

/** Identifying fields of an AI agent's author (API-15). */
export type Agent = z.infer<typeof agentSchema>;

/** Validates an agent. @throws AppError with all bad fields */
export const checkAgent = (input: {
  agentName: string;
  agentVersion: string;
  agentDate: string;
  metadata?: unknown;
}): Agent => parseFields<Agent>(agentSchema, input);

/** Author with the person's name; empty for agents. */
export interface NamedAuthor {
  row: AuthorRow;
  personName: string;
}

export interface AuthorDeps {
  authors: AuthorRepository;
  users: Pick<UserRepository, 'findAll'>;
}

const plain = (metadata: object = {}): unknown => JSON.parse(JSON.stringify(metadata));

/** Existing author, if the values match. @throws AppError FAILED_PRECONDITION */
function same(row: AuthorRow, { agentDate, metadata }: Agent, { via }: By['actor']): AuthorRow {
  const { agentName, agentVersion } = row;
  if (via !== 'service' && !(row.agentDate === agentDate && isDeepStrictEqual(plain(row.metadata), plain(metadata))))
    throw conflict(
      'author_exists',
      `There is an author "${agentName} ${agentVersion}" with another date or other metadata. Authors do not change: use another version.`,
    );
  return row;
}

export function createAuthors({ authors, users }: AuthorDeps) {
  /** In one query. */
  async function named(rows: AuthorRow[]): Promise<NamedAuthor[]> {
    const ids = rows.flatMap(({ userId }) => userId ?? []);
    const people = new Map((ids.length > 0 ? await users.findAll(ids) : []).map((user) => [user._id, user.name]));
    return rows.map((row) => ({ row, personName: people.get(row.userId ?? '') ?? '' }));
  }

  return {
    /**
     * Authors, optionally of a type, oldest first; a slice if paging is given. A project-bound key finds only itself
     * and agents created by keys of these projects.
     * @throws AppError INVALID_ARGUMENT for an unknown type
     */
    async list(
      { authorType, paging, updatedAfter }: ListAuthorsRequest,
      { actor }: By,
    ): Promise<PagedList<NamedAuthor>> {
      if (authorType && !isAuthorType(authorType))
        throw invalidFields({ author_type: `Author type must be one of ${AUTHOR_TYPES.join(', ')}` });
      const { via, authorId, scopes } = actor;
      const filter = {
        ...(isAuthorType(authorType) ? { authorType } : {}),
        ...(via === 'api_key' && scopes.length > 0 ? { only: { authorId, projectIds: scopes } } : {}),
        ...(updatedAfter ? { updatedAfter } : {}),
      };
      const { rows, pageInfo } = await pagedList(
        paging,
        (slice) => authors.list(filter, slice),
        () => authors.count(filter),
        ({ createdAt: at, _id }) => ({ at, id: _id }),
      );
      return { rows: await named(rows), pageInfo };
    },

    /** Unknown ids are omitted. */
    async byIds(ids: readonly string[]): Promise<NamedAuthor[]> {
      return ids.length > 0 ? named(await authors.findAll(ids)) : [];
    },

    /**
     * Returns the author of an agent's name and version, creating it if missing. An author created by another key gives
     * no right to write as it.
     * @throws AppError INVALID_ARGUMENT; FAILED_PRECONDITION (author_exists) if the existing one has another date or
     * metadata. Internal services get it nevertheless.
     */
    async ensureAgent(input: Parameters<typeof checkAgent>[0], { actor }: By): Promise<AuthorRow> {
      const agent = checkAgent(input);
      const { agentName, agentVersion } = agent;
      const existing = await authors.findAgent(agentName, agentVersion);
      if (existing) return same(existing, agent, actor);
      const madeInProjects = actor.scopes.length > 0 ? { madeInProjects: [...actor.scopes] } : {};
      const maker = keyMakerOf(actor);
      const madeBy = maker === undefined ? {} : { madeBy: maker };
      const values = { authorType: 'ai_agent' as const, ...agent, ...madeInProjects, ...madeBy };
      const inserted = await authors.insert(values, actor, (row) => [authorCreatedEvent(row, '')]);
      const author = inserted ?? (await authors.findAgent(agentName, agentVersion));
      if (!author) throw new Error(`agent ${agentName} ${agentVersion} has no author and cannot get one`);
      return same(author, agent, actor);
    },
  };
}

export type Authors = ReturnType<typeof createAuthors>;
