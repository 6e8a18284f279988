import { afterPosition, escapeRegExp, type PageSpec } from '@symbio/rpc';
import { createListCounts, type OutboxWriter, type PendingEvent, type RowValues } from '@symbio/mongo';
import { newId, type Actor, type OfOrganization } from '@symbio/runtime';
import { USER_ROLES, type AuthorType } from '@symbio/proto/identity/vocabulary';
import type { Model, QueryFilter } from 'mongoose';
import type { ApiKeyRow, AuthorRow, RolePermissionRow, UserRow } from './model.js';
import type { Reach } from './policy.js';
import { defaultGrantRows, grantsFrom, type Grants } from './roles.js';

export type UserValues = Omit<RowValues<UserRow>, 'searchText'>;
export type AuthorValues = RowValues<AuthorRow>;
export type ApiKeyValues = RowValues<ApiKeyRow>;
type Events<Row> = (row: Row) => PendingEvent[];

export interface UserRepository {
  find(id: string): Promise<UserRow | undefined>;
  /** Including erased ones; unknown ids are omitted. */
  findAll(ids: readonly string[]): Promise<UserRow[]>;
  erased(): Promise<Pick<UserRow, '_id' | 'authorId' | 'erasedAt'>[]>;
  /** Without erased ones, by name. */
  list(page: PageSpec, of: OfOrganization): Promise<{ rows: UserRow[]; count: number }>;
  /** Enabled users whose name or e-mail address matches within a reach, by name. The text is one line. */
  search(text: string, reach: Reach, limit: number): Promise<UserRow[]>;
  /** People of an organization, and the operator's staff. */
  idsKnownTo(organizationId: string | null): Promise<string[]>;
  /** Whether a user other than `exceptId` can manage all users: an enabled administrator of the operator who has signed in. */
  hasAdministrator(exceptId?: string): Promise<boolean>;
  /** Ids of users with a due confirmation, longest waiting first. */
  confirmationsDue(now: Date, limit: number): Promise<string[]>;
  /** User who registered with an address and has not signed in yet. */
  findAwaiting(email: string): Promise<UserRow | undefined>;
  findByConfirmation(tokenHash: string): Promise<UserRow | undefined>;
  /** Undefined if the user was added concurrently. */
  insert(id: string, values: UserValues, actor: Actor, events: Events<UserRow>): Promise<UserRow | undefined>;
  /**
   * Changes a user; `decide` returns undefined for no change. Undefined if not found. An erased user is never changed,
   * even by a call that began earlier.
   */
  change(
    id: string,
    actor: Actor,
    decide: (row: UserRow) => Partial<UserValues> | undefined,
    events: Events<UserRow>,
  ): Promise<UserRow | undefined>;
}

/** The authors a project-bound key may find: its own, and agents created with keys of these projects. */
export interface AuthorsOfKey {
  authorId: string;
  projectIds: readonly string[];
}

export interface AuthorFilter {
  authorType?: AuthorType;
  /** Limits the list to a bound key's authors. */
  only?: AuthorsOfKey;
  /** Limits the list to these people, and to agents of an organization (null: the operator) and of the operator. */
  knownTo?: { userIds: readonly string[]; organizationId: string | null };
  updatedAfter?: Date;
}

export interface AuthorRepository {
  find(id: string): Promise<AuthorRow | undefined>;
  /** Unknown ids are omitted. */
  findAll(ids: readonly string[]): Promise<AuthorRow[]>;
  /** Authors, oldest first: a slice, or all. */
  list(filter: AuthorFilter, slice?: PageSpec): Promise<AuthorRow[]>;
  count(filter: AuthorFilter): Promise<number>;
  findHuman(userId: string): Promise<AuthorRow | undefined>;
  /** Of an organization; undefined: the operator. */
  findAgent(
    agentName: string,
    agentVersion: string,
    organizationId: string | undefined,
  ): Promise<AuthorRow | undefined>;
  /** Undefined if the person, or this version of the agent, has an author. */
  insert(values: AuthorValues, actor: Actor, events: Events<AuthorRow>): Promise<AuthorRow | undefined>;
}

export interface ApiKeyRepository {
  find(id: string): Promise<ApiKeyRow | undefined>;
  /** Unrevoked key whose current or previous secret has this hash. */
  findByHash(keyHash: string): Promise<ApiKeyRow | undefined>;
  /** Unrevoked keys, newest first. */
  list(): Promise<ApiKeyRow[]>;
  ofUser(userId: string): Promise<ApiKeyRow[]>;
  /** Undefined if a key with this id or hash exists, revoked or not. */
  insert(id: string, values: ApiKeyValues, actor: Actor): Promise<ApiKeyRow | undefined>;
  /** Migrates keys of the first release to the fields of published rows. */
  /** Records a key's use and client address, at most once a minute for the same address. */
  touch(row: ApiKeyRow, address: string, now: Date): Promise<void>;
  /** `decide` returns undefined for no change. Undefined if not found. */
  change(
    id: string,
    actor: Actor,
    decide: (row: ApiKeyRow) => Partial<ApiKeyValues> | undefined,
    events: Events<ApiKeyRow>,
  ): Promise<ApiKeyRow | undefined>;
  /** Ids of keys with a due notice, longest waiting first. */
  noticesDue(now: Date, limit: number): Promise<string[]>;
  /** Postpones it; undefined if already claimed. */
  claimNotice(id: string, now: Date, until: Date): Promise<ApiKeyRow | undefined>;
  /** Removes a notice that was mailed or has no recipient; a newer one stays. */
  noticeDone(id: string, noticeId: string): Promise<void>;
  revoke(id: string, now: Date, actor: Actor, events: Events<ApiKeyRow>): Promise<ApiKeyRow | undefined>;
}

export interface GrantRepository {
  /** Writes the grants of a new installation; existing rows stay unchanged. */
  seed(): Promise<void>;
  read(): Promise<Grants>;
}

/** Milliseconds within which a key's last use is not written again, to avoid a write per call. */
const LAST_USED_STEP_MS = 60_000;

/** A use is written only if the previous one was before this moment. */
export const lastUseToWrite = (now: Date): Date => new Date(now.getTime() - LAST_USED_STEP_MS);

export const isUseToWrite = (
  { lastUsedAt, lastUsedAddress }: Pick<ApiKeyRow, 'lastUsedAt' | 'lastUsedAddress'>,
  address: string,
  now: Date,
): boolean => !lastUsedAt || lastUsedAt <= lastUseToWrite(now) || lastUsedAddress !== address;

const searchTextOf = (name: string, email: string): string => `${name}\n${email}`.toLowerCase();

const knownTo = (organizationId: string | null): QueryFilter<UserRow> => ({
  $or: [{ organizationId }, { organizationId: null, role: { $ne: 'customer' } }],
});

export function userRepository(model: Model<UserRow>, writer: OutboxWriter<UserRow>): UserRepository {
  const countOfList = createListCounts();
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },
    async findAll(ids) {
      return model.find({ _id: { $in: [...ids] }, deletedAt: null }).lean();
    },
    async erased() {
      return model.find({ erasedAt: { $exists: true } }, { authorId: 1, erasedAt: 1 }).lean();
    },
    async list({ skip, perPage }, of) {
      const filter = { deletedAt: null, erasedAt: null, ...of };
      const [rows, count] = await Promise.all([
        model.find(filter).sort({ searchText: 1, _id: 1 }).skip(skip).limit(perPage).lean(),
        countOfList(model, filter),
      ]);
      return { rows, count };
    },
    idsKnownTo: (organizationId) => model.distinct('_id', { deletedAt: null, ...knownTo(organizationId) }),
    async search(text, { addresses, names, knownTo: organizationId }, limit) {
      const words = escapeRegExp(text.toLowerCase());
      // name and address are the two lines of searchText
      const byName = { searchText: { $regex: addresses === 'parts' ? words : `^[^\\n]*${words}` } };
      const known = names ? { $or: [{ _id: { $in: [...names.userIds] } }, { role: { $in: [...names.roles] } }] } : {};
      const byAddress = addresses === 'whole' && words !== '' ? [{ searchText: { $regex: `\\n${words}$` } }] : [];
      return model
        .find({
          ...{ deletedAt: null, disabled: { $ne: true }, $or: [{ ...byName, ...known }, ...byAddress] },
          ...(organizationId === undefined ? {} : { $and: [knownTo(organizationId)] }),
        })
        .sort({ searchText: 1, _id: 1 })
        .limit(limit)
        .lean();
    },
    async hasAdministrator(exceptId) {
      const found = await model
        .findOne({
          role: 'administrator',
          organizationId: null,
          deletedAt: null,
          disabled: { $ne: true },
          awaitsFirstSignIn: { $ne: true },
          ...(exceptId ? { _id: { $ne: exceptId } } : {}),
        })
        .select({ _id: 1 })
        .lean();
      return found !== null;
    },
    async confirmationsDue(now, limit) {
      const rows = await model
        .find({ confirmationDue: { $lte: now }, deletedAt: null })
        .sort({ confirmationDue: 1 })
        .limit(limit)
        .select({ _id: 1 })
        .lean();
      return rows.map(({ _id }) => _id);
    },
    async findAwaiting(email) {
      return (await model.findOne({ email, awaitsFirstSignIn: true, deletedAt: null }).lean()) ?? undefined;
    },
    async findByConfirmation(tokenHash) {
      return (await model.findOne({ 'registration.tokenHash': tokenHash, deletedAt: null }).lean()) ?? undefined;
    },
    insert: (id, values, actor, events) =>
      writer.insert(id, { ...values, searchText: searchTextOf(values.name, values.email) }, actor, events),
    change: (id, actor, decide, events) =>
      writer.change(id, actor, (row, after) => {
        const change = row.erasedAt ? undefined : decide(row);
        if (!change) return undefined;
        const set = { ...change, searchText: searchTextOf(change.name ?? row.name, change.email ?? row.email) };
        return { set, events: events(after(set)) };
      }),
  };
}

const authorsOf = ({ authorType, only, knownTo: known, updatedAfter }: AuthorFilter): QueryFilter<AuthorRow> => ({
  deletedAt: null,
  ...(authorType ? { authorType } : {}),
  ...(updatedAfter ? { updatedAt: { $gt: updatedAfter } } : {}),
  ...(only ? { $or: [{ _id: only.authorId }, { madeInProjects: { $in: [...only.projectIds] } }] } : {}),
  ...(known
    ? {
        $and: [
          {
            $or: [
              { userId: { $in: [...known.userIds] } },
              { authorType: 'ai_agent', organizationId: { $in: [known.organizationId, null] } },
            ],
          },
        ],
      }
    : {}),
});

export function authorRepository(model: Model<AuthorRow>, writer: OutboxWriter<AuthorRow>): AuthorRepository {
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },
    async findAll(ids) {
      return model.find({ _id: { $in: [...ids] }, deletedAt: null }).lean();
    },
    async list(filter, slice) {
      const after = afterPosition('createdAt', 'oldest first', slice?.after);
      const query = model.find({ $and: [authorsOf(filter), after] }).sort({ createdAt: 1, _id: 1 });
      return (slice ? query.skip(slice.skip).limit(slice.perPage) : query).lean();
    },
    count: (filter) => model.countDocuments(authorsOf(filter)),
    async findHuman(userId) {
      return (await model.findOne({ authorType: 'human', userId }).lean()) ?? undefined;
    },
    async findAgent(agentName, agentVersion, organizationId) {
      const agent = {
        authorType: 'ai_agent',
        agentName,
        agentVersion,
        organizationId: organizationId ?? null,
      } as const;
      return (await model.findOne(agent).lean()) ?? undefined;
    },
    insert: (values, actor, events) => writer.insert(newId(), values, actor, events),
  };
}

export function apiKeyRepository(model: Model<ApiKeyRow>, writer: OutboxWriter<ApiKeyRow>): ApiKeyRepository {
  return {
    async find(id) {
      return (await model.findOne({ _id: id, revokedAt: null }).lean()) ?? undefined;
    },
    async findByHash(keyHash) {
      return (
        (await model.findOne({ $or: [{ keyHash }, { oldKeyHash: keyHash }], revokedAt: null }).lean()) ?? undefined
      );
    },
    async list() {
      return model.find({ revokedAt: null }).sort({ createdAt: -1 }).lean();
    },
    async ofUser(userId) {
      return model.find({ userId, revokedAt: null }).lean();
    },
    insert: (id, values, actor) => writer.insert(id, values, actor, () => []),
    async touch(row, address, now) {
      if (!isUseToWrite(row, address, now)) return;
      await model.updateOne(
        {
          _id: row._id,
          $or: [
            { lastUsedAt: null },
            { lastUsedAt: { $lte: lastUseToWrite(now) } },
            { lastUsedAddress: { $ne: address } },
          ],
        },
        { $set: { lastUsedAt: now, lastUsedAddress: address } },
      );
    },
    async change(id, actor, decide, events) {
      const row = await writer.change(id, actor, (current, after) => {
        const set = current.revokedAt === null ? decide(current) : undefined;
        return set && { set, events: events(after(set)) };
      });
      return row?.revokedAt === null ? row : undefined;
    },
    async noticesDue(now, limit) {
      const rows = await model
        .find({ 'notice.due': { $lte: now } }, { _id: 1 })
        .sort({ 'notice.due': 1 })
        .limit(limit)
        .lean();
      return rows.map(({ _id }) => _id);
    },
    async claimNotice(id, now, until) {
      const row = await model
        .findOneAndUpdate(
          { _id: id, 'notice.due': { $lte: now } },
          { $set: { 'notice.due': until }, $inc: { 'notice.tries': 1 } },
          { returnDocument: 'after' },
        )
        .lean();
      return row ?? undefined;
    },
    async noticeDone(id, noticeId) {
      await model.updateOne({ _id: id, 'notice.id': noticeId }, { $unset: { notice: 1 } });
    },
    async revoke(id, now, actor, events) {
      let ended = false;
      const revoked = await writer.change(id, actor, (row, after) => {
        ended = row.revokedAt === null;
        const set = { revokedAt: now };
        return ended ? { set, events: events(after(set)) } : undefined;
      });
      return ended ? revoked : undefined;
    },
  };
}

export function grantRepository(model: Model<RolePermissionRow>): GrantRepository {
  return {
    async seed() {
      for (const row of defaultGrantRows())
        await model.updateOne({ _id: `${row.role}:${row.permissionKey}` }, { $setOnInsert: row }, { upsert: true });
    },
    async read() {
      return grantsFrom(await model.find({ role: { $in: [...USER_ROLES] } }).lean());
    },
  };
}
