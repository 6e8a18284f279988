import {
  escapeRegExp,
  event,
  newId,
  type Actor,
  type OutboxWriter,
  type PageSpec,
  type PendingEvent,
  type RowValues,
} from '@symbio/kit';
import { apiKeyRevoked } from './events.js';
import { apiKeyMessage } from './mapping.js';
import type { ApiKeyRow, AuthorRow, IdentityModels, UserRow } from './model.js';
import { ROLES, defaultGrantRows, grantsFrom, type AuthorType, type Grants } from './roles.js';

export interface IdentityWriters {
  users: OutboxWriter<UserRow>;
  authors: OutboxWriter<AuthorRow>;
  apiKeys: OutboxWriter<ApiKeyRow>;
}

export type UserValues = Omit<RowValues<UserRow>, 'searchText'>;
export type AuthorValues = RowValues<AuthorRow>;
export type ApiKeyValues = RowValues<ApiKeyRow>;
type UserChange = Partial<UserValues>;

/** Milliseconds within which the last use of a key is not written again: a busy key costs no write per call. */
const LAST_USED_STEP_MS = 60_000;

const searchTextOf = (name: string, email: string): string => `${name}\n${email}`.toLowerCase();

export type IdentityRepository = ReturnType<typeof identityRepository>;

/** Every query of this service. */
export function identityRepository(
  { users, authors, rolePermissions, apiKeys }: IdentityModels,
  writers: IdentityWriters,
) {
  return {
    /** Writes the grants of a new installation; rows that exist stay as they are. */
    async seedGrants(): Promise<void> {
      for (const row of defaultGrantRows())
        await rolePermissions.updateOne(
          { _id: `${row.role}:${row.permissionKey}` },
          { $setOnInsert: row },
          { upsert: true },
        );
    },

    async grants(): Promise<Grants> {
      return grantsFrom(await rolePermissions.find({ role: { $in: [...ROLES] } }).lean());
    },

    async user(id: string): Promise<UserRow | undefined> {
      return (await users.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },

    async users(ids: readonly string[]): Promise<UserRow[]> {
      return users.find({ _id: { $in: [...ids] }, deletedAt: null }).lean();
    },

    /** A page of all users by name. */
    async listUsers({ skip, perPage }: PageSpec): Promise<{ rows: UserRow[]; count: number }> {
      const filter = { deletedAt: null };
      const [rows, count] = await Promise.all([
        users.find(filter).sort({ searchText: 1, _id: 1 }).skip(skip).limit(perPage).lean(),
        users.countDocuments(filter),
      ]);
      return { rows, count };
    },

    /**
     * Users who are not disabled and whose name contains a text, by name; with `anywhere` also those whose e-mail address
     * contains it, else those whose address it is. The text is one line.
     */
    async searchUsers(text: string, anywhere: boolean, limit: number): Promise<UserRow[]> {
      const words = escapeRegExp(text.toLowerCase());
      // name and address are the two lines of searchText
      const pattern = anywhere ? words : `^[^\\n]*${words}|\\n${words}$`;
      return users
        .find({ deletedAt: null, disabled: { $ne: true }, searchText: { $regex: pattern } })
        .sort({ searchText: 1, _id: 1 })
        .limit(limit)
        .lean();
    },

    /** Whether somebody other than `exceptId` can manage users: an administrator who is not disabled and has signed in. */
    async hasAdministrator(exceptId?: string): Promise<boolean> {
      const found = await users
        .findOne({
          role: 'administrator',
          deletedAt: null,
          disabled: { $ne: true },
          awaitsFirstSignIn: { $ne: true },
          ...(exceptId ? { _id: { $ne: exceptId } } : {}),
        })
        .select({ _id: 1 })
        .lean();
      return found !== null;
    },

    /** Ids of users who are owed a confirmation by now, the longest one first. */
    async confirmationsDue(now: Date, limit: number): Promise<string[]> {
      const rows = await users
        .find({ confirmationDue: { $lte: now }, deletedAt: null })
        .sort({ confirmationDue: 1 })
        .limit(limit)
        .select({ _id: 1 })
        .lean();
      return rows.map(({ _id }) => _id);
    },

    /** Adds a user; answers undefined when somebody else did in the meantime. */
    insertUser(id: string, values: UserValues, actor: Actor, events: (row: UserRow) => PendingEvent[]) {
      return writers.users.insert(
        id,
        { ...values, searchText: searchTextOf(values.name, values.email) },
        actor,
        events,
      );
    },

    /** Changes a user; `decide` answers undefined when there is nothing to change. */
    changeUser(
      id: string,
      actor: Actor,
      decide: (row: UserRow) => UserChange | undefined,
      events: (row: UserRow) => PendingEvent[],
    ): Promise<UserRow | undefined> {
      return writers.users.change(id, actor, (row, after) => {
        const change = decide(row);
        if (!change) return undefined;
        const set = { ...change, searchText: searchTextOf(change.name ?? row.name, change.email ?? row.email) };
        return { set, events: events(after(set)) };
      });
    },

    async author(id: string): Promise<AuthorRow | undefined> {
      return (await authors.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },

    async authors(ids: readonly string[]): Promise<AuthorRow[]> {
      return authors.find({ _id: { $in: [...ids] }, deletedAt: null }).lean();
    },

    /** All authors, or those of a type, oldest first. */
    async listAuthors(authorType: AuthorType | undefined): Promise<AuthorRow[]> {
      return authors
        .find({ deletedAt: null, ...(authorType ? { authorType } : {}) })
        .sort({ _id: 1 })
        .lean();
    },

    async humanAuthor(userId: string): Promise<AuthorRow | undefined> {
      return (await authors.findOne({ authorType: 'human', userId }).lean()) ?? undefined;
    },

    async agentAuthor(agentName: string, agentVersion: string): Promise<AuthorRow | undefined> {
      return (await authors.findOne({ authorType: 'ai_agent', agentName, agentVersion }).lean()) ?? undefined;
    },

    /** Adds an author; answers undefined when the person, or this version of the agent, has one. */
    insertAuthor(values: AuthorValues, actor: Actor, events: (row: AuthorRow) => PendingEvent[]) {
      return writers.authors.insert(newId(), values, actor, events);
    },

    /** The key with this hash, unless it is revoked. */
    async apiKeyByHash(keyHash: string): Promise<ApiKeyRow | undefined> {
      return (await apiKeys.findOne({ keyHash, revokedAt: null }).lean()) ?? undefined;
    },

    /** Keys that are not revoked, newest first. */
    async listApiKeys(): Promise<ApiKeyRow[]> {
      return apiKeys.find({ revokedAt: null }).sort({ createdAt: -1 }).lean();
    },

    /** Adds a key; answers undefined when there is one with its hash, revoked or not. */
    insertApiKey(values: ApiKeyValues, actor: Actor): Promise<ApiKeyRow | undefined> {
      return writers.apiKeys.insert(newId(), values, actor, () => []);
    },

    /** Gives keys of the first release what rows that tell of their changes have. */
    async adoptApiKeys(now: Date): Promise<void> {
      await apiKeys.collection.updateMany(
        { rev: { $exists: false } },
        { $set: { rev: 1, updatedAt: now, deletedAt: null, outbox: [] } },
      );
    },

    /** Remembers that a key was used, at most once a minute. */
    async touchApiKey(row: ApiKeyRow, now: Date): Promise<void> {
      const before = new Date(now.getTime() - LAST_USED_STEP_MS);
      if (row.lastUsedAt && row.lastUsedAt > before) return;
      await apiKeys.updateOne(
        { _id: row._id, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: before } }] },
        { $set: { lastUsedAt: now } },
      );
    },

    /** Ends a key and tells others; answers whether there was one. */
    async revokeApiKey(id: string, actor: Actor, now: Date): Promise<boolean> {
      let ended = false;
      await writers.apiKeys.change(id, actor, (row, after) => {
        ended = row.revokedAt === null;
        const set = { revokedAt: now };
        return ended ? { set, events: [event(apiKeyRevoked, '', { apiKey: apiKeyMessage(after(set)) })] } : undefined;
      });
      return ended;
    },
  };
}
