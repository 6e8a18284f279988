import { MAX_AGENT_NAME, MAX_AGENT_VERSION } from '@symbio/proto/limits';
import { isDeepStrictEqual } from 'node:util';
import {
  conflict,
  invalidFields,
  isCalendarDate,
  keyMakerOf,
  organizationOf,
  parseFields,
  seesAllOrganizations,
  type Actor,
} from '@symbio/runtime';
import { pagedList, type PagedList } from '@symbio/rpc';
import type { ListAuthorsRequest } from '@symbio/proto/identity';
import { AUTHOR_TYPES, isAuthorType } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import { authorCreatedEvent } from './events.js';
import type { AuthorRow, UserRow } from './model.js';
import { knows, knowsAgent } from './policy.js';
import type { AuthorFilter, AuthorRepository, UserRepository } from './repository.js';
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
  users: Pick<UserRepository, 'findAll' | 'idsKnownTo'>;
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
  async function peopleOf(rows: AuthorRow[]): Promise<Map<string, UserRow>> {
    const ids = rows.flatMap(({ userId }) => userId ?? []);
    return new Map((ids.length > 0 ? await users.findAll(ids) : []).map((user) => [user._id, user]));
  }

  /** Without authors of other organizations. In one query. */
  async function named(rows: AuthorRow[], actor: Actor): Promise<NamedAuthor[]> {
    const people = await peopleOf(rows);
    return rows.flatMap((row) => {
      const person = people.get(row.userId ?? '');
      const isKnown = row.authorType === 'ai_agent' ? knowsAgent(actor, row) : !person || knows(actor, person);
      return isKnown ? [{ row, personName: person?.name ?? '' }] : [];
    });
  }

  async function knownTo(actor: Actor): Promise<Pick<AuthorFilter, 'knownTo'>> {
    if (seesAllOrganizations(actor)) return {};
    const organizationId = actor.organizationId ?? null;
    return { knownTo: { userIds: await users.idsKnownTo(organizationId), organizationId } };
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
        ...(await knownTo(actor)),
      };
      const { rows, pageInfo } = await pagedList(
        paging,
        (slice) => authors.list(filter, slice),
        () => authors.count(filter),
        ({ createdAt: at, _id }) => ({ at, id: _id }),
      );
      return { rows: await named(rows, actor), pageInfo };
    },

    /** Unknown ids, and those of other organizations, are omitted. */
    async byIds(ids: readonly string[], { actor }: By): Promise<NamedAuthor[]> {
      return ids.length > 0 ? named(await authors.findAll(ids), actor) : [];
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
      const existing = await authors.findAgent(agentName, agentVersion, actor.organizationId);
      if (existing) return same(existing, agent, actor);
      const madeInProjects = actor.scopes.length > 0 ? { madeInProjects: [...actor.scopes] } : {};
      const maker = keyMakerOf(actor);
      const madeBy = maker === undefined ? {} : { madeBy: maker };
      const values = {
        authorType: 'ai_agent' as const,
        ...agent,
        ...madeInProjects,
        ...madeBy,
        ...organizationOf(actor),
      };
      const inserted = await authors.insert(values, actor, (row) => [authorCreatedEvent(row, '')]);
      const author = inserted ?? (await authors.findAgent(agentName, agentVersion, actor.organizationId));
      if (!author) throw new Error(`agent ${agentName} ${agentVersion} has no author and cannot get one`);
      return same(author, agent, actor);
    },
  };
}

export type Authors = ReturnType<typeof createAuthors>;
