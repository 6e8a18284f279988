import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  AppError,
  conflict,
  invalidFields,
  isId,
  newId,
  notFound,
  parseFields,
  seesAllOrganizations,
  seesOrganization,
  unauthenticated,
  type Actor,
  type Clock,
} from '@symbio/runtime';
import { clientId, idTaken } from '@symbio/mongo';
import type { Propagation } from '@symbio/events';
import { API_KEY_ACCESS, type ApiKeyAccess } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import { apiKeyRevokedEvent, apiKeyRotatedEvent } from './events.js';
import { isNoticed, type KeyNotice } from './key-notices.js';
import type { ResolvedKey } from './mapping.js';
import type { ApiKeyRow, AuthorRow, UserRow } from './model.js';
import type {
  ApiKeyRepository,
  ApiKeyValues,
  AuthorRepository,
  GrantRepository,
  UserRepository,
} from './repository.js';
import type { Grants } from './roles.js';
import type { By } from './users.js';

/** Prefix of every key, which distinguishes keys from tokens (api/openapi.json). */
export const KEY_PREFIX = 'sk_';
const KEY_BYTES = 24;
const HINT_LENGTH = 4;
/** Maximum characters of a key's name, and maximum projects it can be limited to. */
const MAX_NAME = 200;
const MAX_PROJECTS = 100;
/** Milliseconds the previous secret stays valid after a rotation: a day, to update programs one by one. */
export const OLD_SECRET_MS = 24 * 3_600_000;

/** SHA-256, hex. A plain digest suffices: keys are random, so dictionary attacks do not work. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Constant-time comparison that reveals neither the position of a difference nor the length. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one), 'hex'), Buffer.from(hashOf(other), 'hex'));

/** The last characters of a key, to identify it in lists. */
const hintOf = (key: string): string => key.slice(-HINT_LENGTH);

/** A UTC day for messages: YYYY-MM-DD. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** New key, returned only once. */
export const newKey = (): string => `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`;

const keyExpired = (message: string): AppError => new AppError('UNAUTHENTICATED', 'key_expired', message);

const keySchema = z.object({
  id: clientId,
  name: z.string().trim().min(1, 'Name is required').max(MAX_NAME, `Name is too long (at most ${MAX_NAME} characters)`),
  userId: z.string(),
  authorId: z.string(),
  projectIds: z
    .array(z.string().refine(isId, 'A project id is not valid'))
    .max(MAX_PROJECTS, `A key can be limited to at most ${MAX_PROJECTS} projects`),
  access: z
    .enum(['', ...API_KEY_ACCESS], `Access must be one of ${API_KEY_ACCESS.join(', ')}`)
    .transform((given): ApiKeyAccess => given || 'write'),
  expiresAt: z.date().optional(),
});

const rotationSchema = z.object({
  rotationId: z.string().refine((id) => id === '' || isId(id), 'rotation_id must be a UUID'),
});

export type KeyInput = Omit<z.output<typeof keySchema>, 'access'> & { access: string };

export const apiKeyValues = (
  key: string,
  values: Omit<ApiKeyValues, 'keyHash' | 'hint' | 'lastUsedAt' | 'revokedAt'>,
): ApiKeyValues => ({
  ...values,
  keyHash: hashOf(key),
  hint: hintOf(key),
  lastUsedAt: null,
  revokedAt: null,
});

/** Whether a key was created by this person with these values; ignores its last use and rotation. */
const sameCreation = (
  row: ApiKeyRow,
  { createdBy, name, userId, authorId, projectIds, access, expiresAt }: ApiKeyValues,
): boolean =>
  row.createdBy === createdBy &&
  row.name === name &&
  row.userId === userId &&
  row.authorId === authorId &&
  row.access === access &&
  row.expiresAt?.getTime() === expiresAt?.getTime() &&
  row.projectIds.length === projectIds.length &&
  projectIds.every((id) => row.projectIds.includes(id));

/** Expiry of a key's secret; undefined: valid until the key is revoked. */
function validUntilOf({ keyHash, expiresAt, oldSecretUntil }: ApiKeyRow, hash: string): Date | undefined {
  if (hash === keyHash || !oldSecretUntil) return expiresAt;
  return expiresAt && expiresAt < oldSecretUntil ? expiresAt : oldSecretUntil;
}

/** User on whose behalf work continues, perhaps through a key. */
export interface ValidKey {
  user: UserRow;
  grants: Grants;
  key: ResolvedKey | undefined;
}

/** Whether a caller may bind a key of a user to an author: an agent of the user's organization, or the operator's. */
const isAuthorFor = (author: AuthorRow, user: UserRow, actor: Actor): boolean =>
  author.authorType === 'human' ||
  author.organizationId === user.organizationId ||
  (author.organizationId === undefined && seesAllOrganizations(actor));

export interface ApiKeyDeps {
  apiKeys: ApiKeyRepository;
  users: Pick<UserRepository, 'find' | 'findAll'>;
  authors: Pick<AuthorRepository, 'find'>;
  grants: Pick<GrantRepository, 'read'>;
  /** Waits until the gateways have received a change. */
  propagation: Pick<Propagation, 'after'>;
  clock: Clock;
  /** Whether people are mailed about keys in their name. */
  hasMail: boolean;
}

/** Rules of API keys (OP-21). */
export function createApiKeys({ apiKeys, users, authors, grants: stored, propagation, clock, hasMail }: ApiKeyDeps) {
  const noticeOf = (
    key: { userId: string },
    author: Pick<AuthorRow, 'authorType'> | undefined,
    kind: KeyNotice['kind'],
    { actor }: By,
  ): { notice?: KeyNotice } =>
    hasMail && author && isNoticed(key, author, actor)
      ? { notice: { id: newId(), kind, byId: actor.sub, byName: actor.name, due: clock.now(), tries: 0 } }
      : {};

  /** Whether a key acts for a person of the caller's organization. */
  async function isOwn({ userId }: Pick<ApiKeyRow, 'userId'>, { actor }: By): Promise<boolean> {
    return seesAllOrganizations(actor) || seesOrganization(actor, (await users.find(userId))?.organizationId);
  }

  return {
    /**
     * Identity behind a key.
     * @throws AppError UNAUTHENTICATED, identical for all invalid keys; for an expired key or old secret with the
     * reason key_expired
     */
    async resolve(key: string, address: string): Promise<ResolvedKey> {
      const hash = hashOf(key);
      const row = await apiKeys.findByHash(hash);
      if (!row) throw unauthenticated();
      const [user, author, grants] = await Promise.all([
        users.find(row.userId),
        authors.find(row.authorId),
        stored.read(),
      ]);
      if (!user || user.disabled) throw unauthenticated();
      const now = clock.now();
      if (row.expiresAt && row.expiresAt <= now)
        throw keyExpired(`This API key expired on ${dayOf(row.expiresAt)}. Ask an administrator for another one.`);
      const validUntil = validUntilOf(row, hash);
      if (validUntil && validUntil <= now)
        throw keyExpired(
          `This secret was replaced by another one and ended on ${dayOf(validUntil)}. Use the key's new secret.`,
        );
      await apiKeys.touch(row, address, now);
      return { row, user, author, grants, validUntil };
    },

    /**
     * The access of a user or their key for continued work; undefined for a disabled user and for a revoked or expired
     * key.
     * @param keyId empty: the user's own access
     */
    async findValid(userId: string, keyId: string): Promise<ValidKey | undefined> {
      const [row, user, grants] = await Promise.all([
        keyId ? apiKeys.find(keyId) : undefined,
        users.find(userId),
        stored.read(),
      ]);
      if (!user || user.disabled) return undefined;
      if (!keyId) return { user, grants, key: undefined };
      if (row?.userId !== userId || (row.expiresAt && row.expiresAt <= clock.now())) return undefined;
      const author = await authors.find(row.authorId);
      return { user, grants, key: { row, user, grants, author, validUntil: row.expiresAt } };
    },

    async list({ actor }: By): Promise<ApiKeyRow[]> {
      const rows = await apiKeys.list();
      if (seesAllOrganizations(actor)) return rows;
      const owners = await users.findAll([...new Set(rows.map(({ userId }) => userId))]);
      const own = new Set(owners.filter((row) => seesOrganization(actor, row.organizationId)).map(({ _id }) => _id));
      return rows.filter(({ userId }) => own.has(userId));
    },

    /**
     * Creates a key. Idempotent: a repeat returns the existing row without the secret. The secret is returned once and
     * not stored, so no database, backup or shared setting reveals it; if the response was lost, revoke the key and
     * create another.
     *
     * @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION
     */
    async create(input: KeyInput, by: By): Promise<{ row: ApiKeyRow; key: string }> {
      const { actor } = by;
      const given = parseFields<z.output<typeof keySchema>>(keySchema, input);
      const { id: clientsId, name, userId, authorId, projectIds, access, expiresAt } = given;
      if (expiresAt && expiresAt <= clock.now()) throw invalidFields({ expires_at: 'The end must be in the future' });
      const user = await users.find(userId || actor.sub);
      if (!user || !seesOrganization(actor, user.organizationId))
        throw invalidFields({ user_id: 'There is no such user' });
      if (user.disabled) throw invalidFields({ user_id: 'This user is disabled' });
      const author = await authors.find(authorId || user.authorId);
      // an agent of the operator works for every organization, but not with a firm's keys
      if (!author || !isAuthorFor(author, user, actor)) throw invalidFields({ author_id: 'There is no such author' });
      // a key may write as an agent or as its own user, never as another person
      if (author.authorType === 'human' && author.userId !== user._id) {
        const person = await users.find(author.userId ?? '');
        const isSeen = person !== undefined && seesOrganization(actor, person.organizationId);
        throw invalidFields({
          author_id: isSeen ? "The author must be an AI agent or the user's own" : 'There is no such author',
        });
      }
      const key = newKey();
      const values = apiKeyValues(key, {
        name,
        userId: user._id,
        authorId: author._id,
        projectIds: [...new Set(projectIds)],
        access,
        ...(expiresAt ? { expiresAt } : {}),
        createdBy: actor.sub,
        ...noticeOf({ userId: user._id }, author, 'made', by),
      });
      const id = clientsId || newId();
      const inserted = await apiKeys.insert(id, values, actor);
      if (inserted) return { row: inserted, key };
      const row = await apiKeys.find(id);
      if (!row || !sameCreation(row, values)) throw idTaken('An API key');
      return { row, key: '' };
    },

    /**
     * Replaces a key's secret; the previous one stays valid for OLD_SECRET_MS. Idempotent: repeating the rotation id
     * returns the existing row without the secret, as `create` does.
     *
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION for an expired key
     */
    async rotate(input: { id: string; rotationId: string }, by: By): Promise<{ row: ApiKeyRow; key: string }> {
      const { rotationId: clientsId } = parseFields<z.output<typeof rotationSchema>>(rotationSchema, {
        rotationId: input.rotationId,
      });
      const rotationId = clientsId || newId();
      const key = newKey();
      const before = await apiKeys.find(input.id);
      if (!before || !(await isOwn(before, by))) throw notFound('API key');
      const author = await authors.find(before.authorId);
      const newSecret = ({
        rotationId: last,
        expiresAt,
        keyHash,
        userId,
      }: ApiKeyRow): Partial<ApiKeyValues> | undefined => {
        if (last === rotationId) return undefined;
        const now = clock.now();
        if (expiresAt && expiresAt <= now)
          throw conflict('key_expired', 'This API key has expired. Revoke it and create another one.');
        return {
          keyHash: hashOf(key),
          hint: hintOf(key),
          oldKeyHash: keyHash,
          oldSecretUntil: new Date(now.getTime() + OLD_SECRET_MS),
          rotatedAt: now,
          rotationId,
          ...noticeOf({ userId }, author, 'rotated', by),
        };
      };
      let row: ApiKeyRow | undefined;
      // the secret from before the previous rotation expires now
      await propagation.after(async () => {
        row = await apiKeys.change(input.id, by.actor, newSecret, (after) => [apiKeyRotatedEvent(after)]);
        return row?.keyHash === hashOf(key) ? row : undefined;
      });
      if (!row) throw notFound('API key');
      return { row, key: row.keyHash === hashOf(key) ? key : '' };
    },

    /** Revokes a key; returns once the gateways have received it. @throws AppError NOT_FOUND */
    async revoke(id: string, { actor }: By): Promise<void> {
      const key = await apiKeys.find(id);
      if (!key || !(await isOwn(key, { actor }))) throw notFound('API key');
      const revoked = await propagation.after(() =>
        apiKeys.revoke(id, clock.now(), actor, (row) => [apiKeyRevokedEvent(row)]),
      );
      if (!revoked) throw notFound('API key');
    },
  };
}

export type ApiKeys = ReturnType<typeof createApiKeys>;
