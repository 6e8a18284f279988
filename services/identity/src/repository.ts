import {
  escapeRegExp,
  newId,
  type Actor,
  type OutboxWriter,
  type PageSpec,
  type PendingEvent,
  type RowValues,
} from '@symbio/kit';
import type { ApiKeyRow, AuthorRow, IdentityModels, UserRow } from './model.js';
import { ROLES, defaultGrantRows, grantsFrom, type AuthorType, type Grants } from './roles.js';

export interface IdentityWriters {
  users: OutboxWriter<UserRow>;
  authors: OutboxWriter<AuthorRow>;
}

export type UserValues = Omit<RowValues<UserRow>, 'searchText'>;
export type AuthorValues = RowValues<AuthorRow>;
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

    /** Users whose name or e-mail address contains a text, by name. */
    async searchUsers(text: string, limit: number): Promise<UserRow[]> {
      return users
        .find({ deletedAt: null, searchText: { $regex: escapeRegExp(text.toLowerCase()) } })
        .sort({ searchText: 1, _id: 1 })
        .limit(limit)
        .lean();
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

    async insertApiKey(row: ApiKeyRow): Promise<void> {
      await apiKeys.create(row);
    },

    /** Adds a key unless there is one with its hash, revoked or not. */
    async ensureApiKey(row: ApiKeyRow): Promise<void> {
      await apiKeys.updateOne({ keyHash: row.keyHash }, { $setOnInsert: row }, { upsert: true });
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

    /** Ends a key; answers whether there was one. */
    async revokeApiKey(id: string, now: Date): Promise<boolean> {
      const result = await apiKeys.updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt: now } });
      return result.modifiedCount === 1;
    },
  };
}
