import { invalidFields, isCalendarDate, parseFields } from '@symbio/kit';
import { AUTHOR_TYPES, isAuthorType } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import { authorCreatedEvent } from './events.js';
import type { AuthorRow } from './model.js';
import type { AuthorRepository, UserRepository } from './repository.js';
import type { By } from './users.js';

/** Longest agent name and version, in characters. */
const MAX_NAME = 200;
const MAX_VERSION = 100;
/** Most that an author's metadata may hold, in characters of JSON. */
const MAX_METADATA = 10_000;

const required = (label: string, max: number) =>
  z.string().trim().min(1, `${label} is required`).max(max, `${label} is too long (at most ${max} characters)`);

const agentSchema = z.object({
  agentName: required('Agent name', MAX_NAME),
  agentVersion: required('Agent version', MAX_VERSION),
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

/** What makes an AI agent's author (API-15). */
export type Agent = z.infer<typeof agentSchema>;

/** Checks an agent. @throws AppError with all bad fields */
export const checkAgent = (input: {
  agentName: string;
  agentVersion: string;
  agentDate: string;
  metadata?: unknown;
}): Agent => parseFields<Agent>(agentSchema, input);

/** An author with the name of the person behind it; empty for agents. */
export interface NamedAuthor {
  row: AuthorRow;
  personName: string;
}

export interface AuthorDeps {
  authors: AuthorRepository;
  users: Pick<UserRepository, 'findAll'>;
}

/** Rules about authors. */
export function createAuthors({ authors, users }: AuthorDeps) {
  /** Names of the people behind human authors, in one query for all. */
  async function named(rows: AuthorRow[]): Promise<NamedAuthor[]> {
    const ids = rows.flatMap(({ userId }) => userId ?? []);
    const people = new Map((ids.length > 0 ? await users.findAll(ids) : []).map((user) => [user._id, user.name]));
    return rows.map((row) => ({ row, personName: people.get(row.userId ?? '') ?? '' }));
  }

  return {
    /** All authors, or those of a type. @throws AppError INVALID_ARGUMENT for a type there is not */
    async list(authorType: string): Promise<NamedAuthor[]> {
      if (authorType && !isAuthorType(authorType))
        throw invalidFields({ author_type: `Author type must be one of ${AUTHOR_TYPES.join(', ')}` });
      return named(await authors.list(isAuthorType(authorType) ? authorType : undefined));
    },

    /** Authors by id; unknown ids are left out. */
    async byIds(ids: readonly string[]): Promise<NamedAuthor[]> {
      return ids.length > 0 ? named(await authors.findAll(ids)) : [];
    },

    /** Makes an agent's author, or answers the one of this name and version. @throws AppError INVALID_ARGUMENT */
    async ensureAgent(input: Parameters<typeof checkAgent>[0], { actor }: By): Promise<AuthorRow> {
      const agent = checkAgent(input);
      const { agentName, agentVersion } = agent;
      const existing = await authors.findAgent(agentName, agentVersion);
      if (existing) return existing;
      const inserted = await authors.insert({ authorType: 'ai_agent', ...agent }, actor, (row) => [
        authorCreatedEvent(row, ''),
      ]);
      const author = inserted ?? (await authors.findAgent(agentName, agentVersion));
      if (!author) throw new Error(`agent ${agentName} ${agentVersion} has no author and cannot get one`);
      return author;
    },
  };
}

export type Authors = ReturnType<typeof createAuthors>;
