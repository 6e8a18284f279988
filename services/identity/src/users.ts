import { AppError, newValues, notFound, ownedByOrganization, parseFields, unauthenticated } from '@symbio/runtime';
import type { CallContext, PageSpec } from '@symbio/rpc';
import { userEvents, type Qualification } from '@symbio/proto/identity';
import { z } from 'zod';
import { authorCreatedEvent, userEvent } from './events.js';
import { agentLabel } from './mapping.js';
import type { AuthorRow, UserRow } from './model.js';
import { knows, knowsAgent, worksIn, type Reach } from './policy.js';
import { checkQualification } from './qualifications.js';
import type { AuthorRepository, GrantRepository, UserRepository } from './repository.js';
import { roleFromToken, type Grants } from './roles.js';

export interface TokenClaims {
  userId: string;
  email: string;
  name: string;
  realmRoles: readonly string[];
}

/** Maximum characters of name and company, and of the phone number. */
export const MAX_NAME = 200;
const MAX_PHONE = 50;
/** Maximum users in a search result (CONST-19). */
export const SEARCH_LIMIT = 10;

const DISABLED = 'This account is disabled. Please ask an administrator to enable it.';

const optionalText = (max: number, message: string) =>
  z
    .string()
    .trim()
    .max(max, message)
    .transform((text) => text || undefined)
    .optional();

const profileSchema = z.object({
  name: z.string().trim().min(1, 'Name is required').max(MAX_NAME, `Name is too long (at most ${MAX_NAME} characters)`),
  company: optionalText(MAX_NAME, `Company is too long (at most ${MAX_NAME} characters)`),
  phone: optionalText(MAX_PHONE, `Phone is too long (at most ${MAX_PHONE} characters)`),
});

/** Profile fields that a person may change (SET-01). */
export type Profile = z.infer<typeof profileSchema>;

/** Validates a profile; empty texts count as absent (SET-02). @throws AppError with all bad fields */
export const checkProfile = (input: { name: string; company?: string; phone?: string }): Profile =>
  parseFields<Profile>(profileSchema, input);

/** New user's name: the token's, or the e-mail address if it has none. */
const nameFrom = ({ name, email, userId }: TokenClaims): string => (name.trim() || email || userId).slice(0, MAX_NAME);

export type By = Pick<CallContext, 'actor'>;

export interface UserDeps {
  users: UserRepository;
  authors: Pick<AuthorRepository, 'findAll' | 'findHuman' | 'insert'>;
  grants: Pick<GrantRepository, 'read'>;
}

export function createUsers({ users, authors, grants: stored }: UserDeps) {
  const changed = (grants: Grants) => (row: UserRow) => [userEvent(userEvents.changed, row, grants)];

  async function ensureHumanAuthor(userId: string, name: string, { actor }: By): Promise<AuthorRow> {
    const existing = await authors.findHuman(userId);
    if (existing) return existing;
    const inserted = await authors.insert({ authorType: 'human', userId }, actor, (row) => [
      authorCreatedEvent(row, name),
    ]);
    const author = inserted ?? (await authors.findHuman(userId));
    if (!author) throw new Error(`user ${userId} has no author and cannot get one`);
    return author;
  }

  /**
   * Creates user and human author (AUTH-22), or returns the existing user. The author comes first, so every user has
   * one; concurrent first calls read the winner's result.
   */
  async function insert(
    claims: TokenClaims,
    context: By,
    grants: Grants,
    more: Pick<UserRow, 'awaitsFirstSignIn' | 'organizationId'> = {},
  ): Promise<UserRow> {
    const name = nameFrom(claims);
    const author = await ensureHumanAuthor(claims.userId, name, context);
    const values = {
      email: claims.email.toLowerCase(),
      name,
      role: roleFromToken(claims.realmRoles),
      roleSource: 'token' as const,
      authorId: author._id,
      ...more,
    };
    const inserted = await users.insert(claims.userId, values, context.actor, (row) => [
      userEvent(userEvents.registered, row, grants),
    ]);
    const user = inserted ?? (await users.find(claims.userId));
    if (!user) throw notFound('User');
    return user;
  }

  /**
   * Differences of a token from the record: the address always, the role until an administrator sets it, and the first
   * sign-in after sign-up.
   */
  function changesOf(
    user: UserRow,
    claims: TokenClaims,
  ): Partial<Pick<UserRow, 'email' | 'role' | 'awaitsFirstSignIn'>> | undefined {
    const email = claims.email.toLowerCase() || user.email;
    const role = user.roleSource === 'administrator' ? user.role : roleFromToken(claims.realmRoles);
    if (email === user.email && role === user.role && !user.awaitsFirstSignIn) return undefined;
    return { email, role, awaitsFirstSignIn: undefined };
  }

  return {
    async resolve(claims: TokenClaims, context: By): Promise<{ user: UserRow; grants: Grants }> {
      const grants = await stored.read();
      const user = (await users.find(claims.userId)) ?? (await insert(claims, context, grants));
      if (user.erasedAt) throw unauthenticated();
      if (user.disabled) throw new AppError('UNAUTHENTICATED', 'account_disabled', DISABLED);
      if (!changesOf(user, claims)) return { user, grants };
      const updated = await users.change(user._id, context.actor, (row) => changesOf(row, claims), changed(grants));
      return { user: updated ?? user, grants };
    },

    async ensure(claims: TokenClaims, context: By): Promise<void> {
      if (!(await users.find(claims.userId))) await insert(claims, context, await stored.read());
    },

    /** User of a new, unconfirmed account (AUTH-21, AUTH-22). Idempotent. */
    async register(claims: TokenClaims, context: By, organizationId?: string): Promise<UserRow> {
      const existing = await users.find(claims.userId);
      return existing ?? insert(claims, context, await stored.read(), { awaitsFirstSignIn: true, organizationId });
    },

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<{ user: UserRow; grants: Grants }> {
      const [user, grants] = await Promise.all([users.find(id), stored.read()]);
      if (!user) throw notFound('User');
      return { user, grants };
    },

    /**
     * Changes the caller's own profile. Unchanged values write nothing. @throws AppError INVALID_ARGUMENT, NOT_FOUND
     */
    async update(input: Parameters<typeof checkProfile>[0], { actor }: By) {
      const { name, company, phone } = checkProfile(input);
      const grants = await stored.read();
      const profile = { name, company, phone };
      const user = await users.change(actor.sub, actor, (row) => newValues(row, profile), changed(grants));
      if (!user) throw notFound('User');
      return { user, grants };
    },

    /** Of the caller; undefined removes it. @throws AppError INVALID_ARGUMENT, NOT_FOUND */
    async saveQualification(input: Qualification | undefined, { actor }: By) {
      const qualification = input && checkQualification(input);
      const grants = await stored.read();
      const user = await users.change(actor.sub, actor, (row) => newValues(row, { qualification }), changed(grants));
      if (!user) throw notFound('User');
      return { user, grants };
    },

    async list(page: PageSpec, { actor }: By) {
      const [{ rows, count }, grants] = await Promise.all([
        users.list(page, ownedByOrganization(actor)),
        stored.read(),
      ]);
      return { rows, count, grants };
    },

    /**
     * At most ten users within reach whose name contains the text (CONST-19). Partial e-mail addresses match only for
     * callers who may see addresses; others must enter all of it, or they could guess one letter by letter.
     */
    async search(text: string, reach: Reach) {
      const words = text.trim().replace(/\s+/g, ' ');
      const [rows, grants] = await Promise.all([users.search(words, reach, SEARCH_LIMIT), stored.read()]);
      return { rows, grants };
    },

    /**
     * Agents by author id; unknown ids, and those of other organizations, are omitted.
     * @param organizationId only people who may work in its projects; empty: the operator's
     */
    async names(ids: readonly string[], { actor }: By, organizationId?: string): Promise<Record<string, string>> {
      const found = ids.length > 0 ? await users.findAll(ids) : [];
      const rows = found.filter(
        (row) => knows(actor, row) && (organizationId === undefined || worksIn(row, organizationId || undefined)),
      );
      const names = new Map(rows.map((row) => [row._id, row.name]));
      const others = ids.filter((id) => !names.has(id));
      const agents = others.length > 0 ? await authors.findAll(others) : [];
      for (const agent of agents)
        if (agent.authorType === 'ai_agent' && knowsAgent(actor, agent)) names.set(agent._id, agentLabel(agent));
      return Object.fromEntries(names);
    },

    /** Users by id who can receive mail: excludes unknown and disabled ones, and unconfirmed addresses. */
    async mailable(ids: readonly string[]): Promise<UserRow[]> {
      const rows = ids.length > 0 ? await users.findAll(ids) : [];
      return rows.filter(({ disabled, awaitsFirstSignIn, email }) => !disabled && !awaitsFirstSignIn && email !== '');
    },
  };
}

export type Users = ReturnType<typeof createUsers>;
