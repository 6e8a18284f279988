import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  clientId,
  idTaken,
  invalidFields,
  isId,
  newId,
  notFound,
  parseFields,
  unauthenticated,
  type Clock,
} from '@symbio/kit';
import { z } from 'zod';
import { apiKeyRevokedEvent } from './events.js';
import type { ApiKeyRow, UserRow } from './model.js';
import type {
  ApiKeyRepository,
  ApiKeyValues,
  AuthorRepository,
  GrantRepository,
  UserRepository,
} from './repository.js';
import type { Grants } from './roles.js';
import type { By } from './users.js';

/** What every key begins with: it tells a key from a token (http-api.md). */
export const KEY_PREFIX = 'sk_';
/** Random bytes of a key. */
const KEY_BYTES = 24;
const HINT_LENGTH = 4;
/** Longest name of a key, in characters, and most projects it can be limited to. */
const MAX_NAME = 200;
const MAX_PROJECTS = 100;

/** SHA-256, hex. A plain digest is enough for a key: it is random, so nobody can guess through a list of likely ones. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares in a time that tells nothing of where two secrets differ, nor of their length. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one), 'hex'), Buffer.from(hashOf(other), 'hex'));

/** A new key, shown once. */
export const newKey = (): string => `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`;

const keySchema = z.object({
  id: clientId,
  name: z.string().trim().min(1, 'Name is required').max(MAX_NAME, `Name is too long (at most ${MAX_NAME} characters)`),
  userId: z.string(),
  authorId: z.string(),
  projectIds: z
    .array(z.string().refine(isId, 'A project id is not valid'))
    .max(MAX_PROJECTS, `A key can be limited to at most ${MAX_PROJECTS} projects`),
});

/** What an administrator says of a new key. */
export type KeyInput = z.infer<typeof keySchema>;

/** The stored form of a key. */
export const apiKeyValues = (
  key: string,
  values: Omit<ApiKeyValues, 'keyHash' | 'hint' | 'lastUsedAt' | 'revokedAt'>,
): ApiKeyValues => ({
  ...values,
  keyHash: hashOf(key),
  hint: key.slice(-HINT_LENGTH),
  lastUsedAt: null,
  revokedAt: null,
});

/** Whether a key was created by this person with these values; its last use does not count. */
const sameCreation = (row: ApiKeyRow, { createdBy, name, userId, authorId, projectIds }: ApiKeyValues): boolean =>
  row.createdBy === createdBy &&
  row.name === name &&
  row.userId === userId &&
  row.authorId === authorId &&
  row.projectIds.length === projectIds.length &&
  projectIds.every((id) => row.projectIds.includes(id));

export interface ApiKeyDeps {
  apiKeys: ApiKeyRepository;
  users: Pick<UserRepository, 'find'>;
  authors: Pick<AuthorRepository, 'find'>;
  grants: Pick<GrantRepository, 'read'>;
  clock: Clock;
}

/** Rules about API keys (OP-21). */
export function createApiKeys({ apiKeys, users, authors, grants: stored, clock }: ApiKeyDeps) {
  return {
    /** Who stands behind a key. @throws AppError UNAUTHENTICATED, the same for every key that is not good */
    async resolve(key: string): Promise<{ row: ApiKeyRow; user: UserRow; grants: Grants }> {
      const row = await apiKeys.findByHash(hashOf(key));
      if (!row) throw unauthenticated();
      const [user, grants] = await Promise.all([users.find(row.userId), stored.read()]);
      if (!user || user.disabled) throw unauthenticated();
      await apiKeys.touch(row, clock.now());
      return { row, user, grants };
    },

    /**
     * On whose behalf something goes on that a user began, or a key of theirs; undefined for a disabled user, and for a
     * key that is good for nothing any more.
     * @param keyId empty: the user's own access
     */
    async standing(
      userId: string,
      keyId: string,
    ): Promise<{ row: ApiKeyRow | undefined; user: UserRow; grants: Grants } | undefined> {
      const [row, user, grants] = await Promise.all([
        keyId ? apiKeys.find(keyId) : undefined,
        users.find(userId),
        stored.read(),
      ]);
      if (!user || user.disabled || (keyId && row?.userId !== userId)) return undefined;
      return { row, user, grants };
    },

    list: () => apiKeys.list(),

    /**
     * Makes a key. The same id by the same person with the same values makes no second one: it answers the row there is,
     * without the secret. That was shown to whoever made the first call and is kept nowhere, so that no database, backup
     * or shared setting gives a key away; who never received it revokes the key and makes another.
     *
     * @throws AppError INVALID_ARGUMENT with all bad fields, FAILED_PRECONDITION when the id is taken
     */
    async create(input: KeyInput, { actor }: By): Promise<{ row: ApiKeyRow; key: string }> {
      const { id: clientsId, name, userId, authorId, projectIds } = parseFields<KeyInput>(keySchema, input);
      const user = await users.find(userId || actor.sub);
      if (!user) throw invalidFields({ user_id: 'There is no such user' });
      if (user.disabled) throw invalidFields({ user_id: 'This user is disabled' });
      const author = await authors.find(authorId || user.authorId);
      if (!author) throw invalidFields({ author_id: 'There is no such author' });
      // a key may write as an agent or as its own user, never as another person
      if (author.authorType === 'human' && author.userId !== user._id)
        throw invalidFields({ author_id: "The author must be an AI agent or the user's own" });
      const key = newKey();
      const values = apiKeyValues(key, {
        name,
        userId: user._id,
        authorId: author._id,
        projectIds: [...new Set(projectIds)],
        createdBy: actor.sub,
      });
      const id = clientsId || newId();
      const inserted = await apiKeys.insert(id, values, actor);
      if (inserted) return { row: inserted, key };
      const row = await apiKeys.find(id);
      if (!row || !sameCreation(row, values)) throw idTaken('An API key');
      return { row, key: '' };
    },

    /** Ends a key at once. @throws AppError NOT_FOUND */
    async revoke(id: string, { actor }: By): Promise<void> {
      const revoked = await apiKeys.revoke(id, clock.now(), actor, (row) => [apiKeyRevokedEvent(row)]);
      if (!revoked) throw notFound('API key');
    },
  };
}

export type ApiKeys = ReturnType<typeof createApiKeys>;
