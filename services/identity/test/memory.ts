/** In-memory dependencies of the rules: repositories and the identity provider's accounts. */
import { AppError, createLogger, newId, serviceActor, type Actor } from '@symbio/runtime';
import type { ErasedPeople, ErasedPerson } from '@symbio/people';
import type { Propagation } from '@symbio/events';
import { MemoryRows } from '@symbio/mongo/testing';
import { TestClock, administrator, person } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import type { Mail, Recipient } from '@symbio/mail';
import type { Accounts } from '../src/accounts.js';
import { createAdministration } from '../src/administration.js';
import { createApiKeys } from '../src/api-keys.js';
import { createAuthors } from '../src/authors.js';
import { createKeyNotices } from '../src/key-notices.js';
import { createErasure } from '../src/erasure.js';
import type { ApiKeyRow, AuthorRow, PasswordMailRow, UserRow } from '../src/model.js';
import type { PasswordMailRepository } from '../src/password-mail-repository.js';
import {
  isUseToWrite,
  type ApiKeyRepository,
  type AuthorFilter,
  type AuthorRepository,
  type GrantRepository,
  type UserRepository,
} from '../src/repository.js';
import { worksIn } from '../src/policy.js';
import { defaultGrantRows, grantsFrom } from '../src/roles.js';
import { createUsers, type TokenClaims } from '../src/users.js';

const memoryUsers = (rows: MemoryRows<UserRow>): UserRepository => ({
  find: (id) => Promise.resolve(rows.find(id)),
  findAll: (ids) => Promise.resolve(rows.all().filter(({ _id }) => ids.includes(_id))),
  erased: () => Promise.resolve(rows.all().filter(({ erasedAt }) => erasedAt)),
  list(_page, { organizationId }) {
    const there = rows
      .all()
      .filter(
        (row) => !row.erasedAt && (organizationId === undefined || organizationId === (row.organizationId ?? null)),
      );
    return Promise.resolve({ rows: there, count: there.length });
  },
  search: (text) => Promise.resolve(rows.all().filter(({ name }) => name.includes(text))),
  idsKnownTo: (organizationId) =>
    Promise.resolve(rows.all().flatMap((row) => (worksIn(row, organizationId ?? undefined) ? [row._id] : []))),
  hasAdministrator: (exceptId) =>
    Promise.resolve(
      rows
        .all()
        .some(
          (row) =>
            row.role === 'administrator' &&
            !row.organizationId &&
            !row.disabled &&
            !row.awaitsFirstSignIn &&
            row._id !== exceptId,
        ),
    ),
  confirmationsDue: () => Promise.resolve([]),
  findAwaiting: (email) =>
    Promise.resolve(rows.all().find((row) => row.email === email && row.awaitsFirstSignIn === true)),
  findByConfirmation: (hash) =>
    Promise.resolve(rows.all().find(({ registration }) => registration?.tokenHash === hash)),
  insert: (id, values, actor, events) => rows.insert(id, { ...values, searchText: '' }, actor, events),
  change: (id, actor, decide, events) =>
    rows.change(id, actor, (row, after) => {
      const set = row.erasedAt ? undefined : decide(row);
      return set && { set, events: events(after(set)) };
    }),
});

function memoryAuthors(rows: MemoryRows<AuthorRow>): AuthorRepository {
  const human = (userId?: string) => rows.all().find((row) => row.authorType === 'human' && row.userId === userId);
  const agent = (name?: string, version?: string, organizationId?: string) =>
    rows
      .all()
      .find(
        (row) =>
          row.authorType === 'ai_agent' &&
          row.agentName === name &&
          row.agentVersion === version &&
          row.organizationId === organizationId,
      );
  const found = ({ authorType: type, only, updatedAfter, knownTo }: AuthorFilter) =>
    rows
      .all()
      .filter(
        ({ authorType, updatedAt }) => (!type || authorType === type) && !(updatedAfter && updatedAt <= updatedAfter),
      )
      .filter(
        ({ _id, madeInProjects = [] }) =>
          !only || _id === only.authorId || madeInProjects.some((id) => only.projectIds.includes(id)),
      )
      .filter(
        ({ userId, authorType, organizationId }) =>
          !knownTo ||
          (authorType === 'human'
            ? knownTo.userIds.includes(userId ?? '')
            : [knownTo.organizationId ?? undefined, undefined].includes(organizationId)),
      );
  return {
    find: (id) => Promise.resolve(rows.find(id)),
    findAll: (ids) => Promise.resolve(rows.all().filter(({ _id }) => ids.includes(_id))),
    list: (filter, slice) => {
      const from = slice?.after
        ? found(filter).findIndex(({ _id }) => _id === slice.after?.id) + 1
        : (slice?.skip ?? 0);
      return Promise.resolve(found(filter).slice(from, slice && from + slice.perPage));
    },
    count: (filter) => Promise.resolve(found(filter).length),
    findHuman: (userId) => Promise.resolve(human(userId)),
    findAgent: (name, version, organizationId) => Promise.resolve(agent(name, version, organizationId)),
    insert(values, actor, events) {
      const there =
        values.authorType === 'human'
          ? human(values.userId)
          : agent(values.agentName, values.agentVersion, values.organizationId);
      return there ? Promise.resolve(undefined) : rows.insert(newId(), values, actor, events);
    },
  };
}

function memoryApiKeys(rows: MemoryRows<ApiKeyRow>): ApiKeyRepository {
  const current = () => rows.all().filter(({ revokedAt }) => revokedAt === null);
  return {
    find: (id) => Promise.resolve(current().find(({ _id }) => _id === id)),
    findByHash: (hash) =>
      Promise.resolve(current().find(({ keyHash, oldKeyHash }) => keyHash === hash || oldKeyHash === hash)),
    list: () => Promise.resolve(current().reverse()),
    ofUser: (userId) => Promise.resolve(current().filter((row) => row.userId === userId)),
    insert: (id, values, actor) => rows.insert(id, values, actor, () => []),
    async touch(row, address, now) {
      if (!isUseToWrite(row, address, now)) return;
      const set = { lastUsedAt: now, lastUsedAddress: address };
      await rows.change(row._id, administrator(), () => ({ set, events: [] }));
    },
    async change(id, actor, decide, events) {
      const row = await rows.change(id, actor, (current, after) => {
        const set = current.revokedAt === null ? decide(current) : undefined;
        return set && { set, events: events(after(set)) };
      });
      return row?.revokedAt === null ? row : undefined;
    },
    noticesDue: (now) =>
      Promise.resolve(
        rows
          .all()
          .filter(({ notice }) => notice && notice.due <= now)
          .map(({ _id }) => _id),
      ),
    claimNotice: (id, now, until) =>
      rows.change(id, administrator(), ({ notice }) =>
        notice && notice.due <= now
          ? { set: { notice: { ...notice, due: until, tries: notice.tries + 1 } }, events: [] }
          : undefined,
      ),
    async noticeDone(id, noticeId) {
      await rows.change(id, administrator(), ({ notice }) =>
        notice?.id === noticeId ? { set: { notice: undefined }, events: [] } : undefined,
      );
    },
    async revoke(id, now, actor, events) {
      let ended = false;
      const revoked = await rows.change(id, actor, (row, after) => {
        ended = row.revokedAt === null;
        const set = { revokedAt: now };
        return ended ? { set, events: events(after(set)) } : undefined;
      });
      return ended ? revoked : undefined;
    },
  };
}

export function memoryPasswordMails() {
  const rows = new Map<string, PasswordMailRow>();
  const change = (id: string, set: Partial<PasswordMailRow>): void => {
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, ...set });
  };
  const all = () => [...rows.values()];
  const repository: PasswordMailRepository = {
    add: (row) => Promise.resolve(void rows.set(row._id, row)),
    count: (kind, email, after) =>
      Promise.resolve(all().filter((row) => row.email === email && row.kind === kind && row.askedAt > after).length),
    due: (now) =>
      Promise.resolve(
        all()
          .filter(({ due }) => due && due <= now)
          .map(({ _id }) => _id),
      ),
    claim(id, now, until) {
      const row = rows.get(id);
      if (!row?.due || row.due > now) return Promise.resolve(undefined);
      change(id, { due: until, tries: row.tries + 1 });
      return Promise.resolve(rows.get(id));
    },
    setLink: (id, link) => Promise.resolve(change(id, link)),
    done: (id) => Promise.resolve(change(id, { due: undefined })),
    useLink(tokenHash, now) {
      const row = all().find((each) => each.tokenHash === tokenHash && each.goodUntil && each.goodUntil > now);
      if (!row?.userId) return Promise.resolve(undefined);
      change(row._id, { tokenHash: undefined });
      return Promise.resolve({ id: row._id, userId: row.userId });
    },
    restoreLink: (id, tokenHash) => Promise.resolve(change(id, { tokenHash })),
    invalidateLinks(userId) {
      for (const row of all()) if (row.userId === userId) change(row._id, { tokenHash: undefined });
      return Promise.resolve();
    },
    removeAllOf(userId, email) {
      for (const row of all()) if (row.userId === userId || row.email === email) rows.delete(row._id);
      return Promise.resolve();
    },
  };
  return {
    repository,
    get rows() {
      return all();
    },
  };
}

/** Identity provider's roles and enabled accounts, in the order set; its calls may fail. */
export function fakeProvider() {
  const changes: { id: string; role?: string; enabled?: boolean; deleted?: true }[] = [];
  const failures = new Map<'setRole' | 'setEnabled' | 'deleteAccount', AppError>();
  const set = (call: 'setRole' | 'setEnabled' | 'deleteAccount', change: (typeof changes)[number]): Promise<void> => {
    const failure = failures.get(call);
    if (failure) return Promise.reject(failure);
    changes.push(change);
    return Promise.resolve();
  };
  const accounts: Pick<Accounts, 'setRole' | 'setEnabled' | 'deleteAccount'> = {
    setRole: (id, role) => set('setRole', { id, role }),
    setEnabled: (id, enabled) => set('setEnabled', { id, enabled }),
    deleteAccount: (id) => set('deleteAccount', { id, deleted: true }),
  };
  return { accounts, changes, failures };
}

export const away = new AppError('UNAVAILABLE', 'accounts_unavailable', 'Accounts cannot be changed right now.');

export const claims = (overrides: Partial<TokenClaims> = {}) => ({
  userId: newId(),
  email: `${newId()}@example.test`,
  name: 'New Person',
  ...overrides,
  realmRoles: [...(overrides.realmRoles ?? [])],
});

/** Service's rules without its servers. */
export function identityRules() {
  const clock = new TestClock();
  const rows = {
    users: new MemoryRows<UserRow>(clock),
    authors: new MemoryRows<AuthorRow>(clock),
    apiKeys: new MemoryRows<ApiKeyRow>(clock),
  };
  const grants: GrantRepository = {
    seed: () => Promise.resolve(),
    read: () => Promise.resolve(grantsFrom(defaultGrantRows())),
  };
  const repositories = {
    users: memoryUsers(rows.users),
    authors: memoryAuthors(rows.authors),
    apiKeys: memoryApiKeys(rows.apiKeys),
    grants,
  };
  const provider = fakeProvider();
  const log = createLogger({ name: 'test', level: 'silent' });
  const users = createUsers(repositories);
  /** Changes that returned only after their event had arrived. */
  const propagated: string[] = [];
  const propagation: Pick<Propagation, 'after'> = {
    async after(write) {
      const row = await write();
      if (row) propagated.push(`${row._id}@${row.rev}`);
      return row;
    },
  };
  const organizationIds = new Set<string>();
  const organizations = { exists: (id: string) => Promise.resolve(organizationIds.has(id)) };
  const administration = createAdministration({
    ...repositories,
    organizations,
    accounts: provider.accounts,
    propagation,
    log,
  });
  const passwordMails = memoryPasswordMails();
  const erasedRows = new Map<string, ErasedPerson>();
  const people: ErasedPeople = {
    add: (one) => Promise.resolve(void (erasedRows.has(one.userId) || erasedRows.set(one.userId, one))),
    all: () => Promise.resolve([...erasedRows.values()]),
  };
  const mails: { to: Recipient; mail: Mail }[] = [];
  const mailer = {
    mails,
    failure: undefined as Error | undefined,
    send(to: Recipient, mail: Mail): Promise<void> {
      return mailer.failure ? Promise.reject(mailer.failure) : Promise.resolve(void mails.push({ to, mail }));
    },
  };
  const gateway = contextOf(person({ via: 'service' }));
  return {
    clock,
    rows,
    provider,
    propagated,
    users,
    authors: createAuthors(repositories),
    apiKeys: createApiKeys({ ...repositories, propagation, clock, hasMail: true }),
    /** Mails people about keys in their name. */
    keyNotices: createKeyNotices({ ...repositories, mailer, publicUrl: 'https://symbio.example', clock, log }),
    mailer,
    administration,
    organizationIds,
    passwordMails,
    /** List stored outside the database. */
    erased: erasedRows,
    erasure: createErasure({
      ...{ ...repositories, passwordMails: passwordMails.repository, administration, accounts: provider.accounts },
      ...{ people, clock, log, self: serviceActor('identity') },
    }),
    resolve: async (token: TokenClaims): Promise<UserRow> => (await users.resolve(token, gateway)).user,
    /** A new person, and the context of their calls. */
    async newcomer({ organizationId, ...overrides }: Partial<TokenClaims> & { organizationId?: string } = {}) {
      const token = claims(overrides);
      if (organizationId !== undefined) await users.register(token, gateway, organizationId);
      const { user } = await users.resolve(token, gateway);
      const actor: Actor = person({
        ...{ sub: user._id, authorId: user.authorId, name: user.name, role: user.role },
        ...(organizationId === undefined ? {} : { organizationId }),
      });
      return { token, user, id: user._id, context: contextOf(actor) };
    },
    published: () => Object.values(rows).flatMap(({ published }) => published.map(({ name }) => name)),
  };
}

export type IdentityRules = ReturnType<typeof identityRules>;
