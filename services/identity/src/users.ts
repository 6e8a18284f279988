import {
  AppError,
  newValues,
  notFound,
  parseFields,
  unauthenticated,
  type CallContext,
  type PageSpec,
} from '@symbio/kit';
import { userEvents } from '@symbio/proto/identity';
import { z } from 'zod';
import { authorCreatedEvent, userEvent } from './events.js';
import { agentLabel } from './mapping.js';
import type { AuthorRow, UserRow } from './model.js';
import type { Reach } from './policy.js';
import type { AuthorRepository, GrantRepository, UserRepository } from './repository.js';
import { roleFromToken, type Grants } from './roles.js';

/** What a verified access token says of its bearer. */
export interface TokenClaims {
  userId: string;
  email: string;
  name: string;
  realmRoles: readonly string[];
}

/** Longest name and company, and longest phone number, in characters. */
export const MAX_NAME = 200;
const MAX_PHONE = 50;
/** Most users that a search answers (CONST-19). */
export const SEARCH_LIMIT = 10;

/** What a person reads whom an administrator keeps out. */
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

/** The part of a profile that a person may change (SET-01). */
export type Profile = z.infer<typeof profileSchema>;

/** Checks a profile; empty texts count as absent (SET-02). @throws AppError with all bad fields */
export const checkProfile = (input: { name: string; company?: string; phone?: string }): Profile =>
  parseFields<Profile>(profileSchema, input);

/** The name a new user gets: the token's, or the e-mail address for an account without one. */
const nameFrom = ({ name, email, userId }: TokenClaims): string => (name.trim() || email || userId).slice(0, MAX_NAME);

/** On whose behalf a rule acts; also the service itself, when nobody calls. */
export type By = Pick<CallContext, 'actor'>;

export interface UserDeps {
  users: UserRepository;
  authors: Pick<AuthorRepository, 'findAll' | 'findHuman' | 'insert'>;
  grants: Pick<GrantRepository, 'read'>;
}

/** Rules about people. */
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
   * Makes user and human author (AUTH-22), or answers the user there is. The author goes first, so that a user that exists always has
   * one; of concurrent first calls each step is won by one and read by the others.
   */
  async function insert(
    claims: TokenClaims,
    context: By,
    grants: Grants,
    more: Pick<UserRow, 'awaitsFirstSignIn'> = {},
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
   * What a token says differently from the record: the address always, the role until an administrator set it, and
   * that a person who signed up has signed in.
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
    /**
     * The user behind a verified token, with what each role may do.
     * @throws AppError UNAUTHENTICATED for a disabled account, and for somebody who was erased
     */
    async resolve(claims: TokenClaims, context: By): Promise<{ user: UserRow; grants: Grants }> {
      const grants = await stored.read();
      const user = (await users.find(claims.userId)) ?? (await insert(claims, context, grants));
      if (user.erasedAt) throw unauthenticated();
      if (user.disabled) throw new AppError('UNAUTHENTICATED', 'account_disabled', DISABLED);
      if (!changesOf(user, claims)) return { user, grants };
      const updated = await users.change(user._id, context.actor, (row) => changesOf(row, claims), changed(grants));
      return { user: updated ?? user, grants };
    },

    /** Makes the user of an account unless there is one. */
    async ensure(claims: TokenClaims, context: By): Promise<void> {
      if (!(await users.find(claims.userId))) await insert(claims, context, await stored.read());
    },

    /** The user of an account that was just made and has yet to be confirmed (AUTH-21, AUTH-22); once, if repeated. */
    async register(claims: TokenClaims, context: By): Promise<UserRow> {
      const existing = await users.find(claims.userId);
      return existing ?? insert(claims, context, await stored.read(), { awaitsFirstSignIn: true });
    },

    /** A user. @throws AppError NOT_FOUND */
    async get(id: string): Promise<{ user: UserRow; grants: Grants }> {
      const [user, grants] = await Promise.all([users.find(id), stored.read()]);
      if (!user) throw notFound('User');
      return { user, grants };
    },

    /** Changes the caller's own profile. What is already so changes nothing. @throws AppError INVALID_ARGUMENT, NOT_FOUND */
    async update(input: Parameters<typeof checkProfile>[0], { actor }: By) {
      const { name, company, phone } = checkProfile(input);
      const grants = await stored.read();
      const profile = { name, company, phone };
      const user = await users.change(actor.sub, actor, (row) => newValues(row, profile), changed(grants));
      if (!user) throw notFound('User');
      return { user, grants };
    },

    async list(page: PageSpec) {
      const [{ rows, count }, grants] = await Promise.all([users.list(page), stored.read()]);
      return { rows, count, grants };
    },

    /**
     * At most ten users within reach whose name contains the text (CONST-19). Parts of an e-mail address are only for those who
     * may see addresses: anybody else could guess one letter by letter, so they need to know all of it.
     */
    async search(text: string, reach: Reach) {
      const words = text.trim().replace(/\s+/g, ' ');
      const [rows, grants] = await Promise.all([users.search(words, reach, SEARCH_LIMIT), stored.read()]);
      return { rows, grants };
    },

    /** Names of people by their ids, and of agents by the ids of their authors; unknown ids are left out. */
    async names(ids: readonly string[]): Promise<Record<string, string>> {
      const rows = ids.length > 0 ? await users.findAll(ids) : [];
      const names = new Map(rows.map((row) => [row._id, row.name]));
      const others = ids.filter((id) => !names.has(id));
      const agents = others.length > 0 ? await authors.findAll(others) : [];
      for (const agent of agents) if (agent.authorType === 'ai_agent') names.set(agent._id, agentLabel(agent));
      return Object.fromEntries(names);
    },

    /** Users by id who can get mail: not unknown or disabled ones, and none whose address nobody confirmed. */
    async mailable(ids: readonly string[]): Promise<UserRow[]> {
      const rows = ids.length > 0 ? await users.findAll(ids) : [];
      return rows.filter(({ disabled, awaitsFirstSignIn, email }) => !disabled && !awaitsFirstSignIn && email !== '');
    },
  };
}

export type Users = ReturnType<typeof createUsers>;
