import { invalidFields, isId, pageInfo, pageSpec, type Handlers } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { Administration } from './administration.js';
import { sameSecret, type ApiKeys } from './api-keys.js';
import type { Authors } from './authors.js';
import { apiKeyMessage, authorMessage, callerMessage, userMessage, userNameMessage } from './mapping.js';
import { seesAddresses } from './policy.js';
import type { SignUp } from './sign-up.js';
import type { Users } from './users.js';

export interface HandlerDeps {
  users: Users;
  administration: Administration;
  authors: Authors;
  apiKeys: ApiKeys;
  signUp: SignUp;
  secretWord: string;
}

/** The calls of the identity service. */
export function createHandlers({
  users,
  administration,
  authors,
  apiKeys,
  signUp,
  secretWord,
}: HandlerDeps): Handlers<typeof IdentityServiceService> {
  return {
    async resolveUser(claims, { actor }) {
      if (!isId(claims.userId)) throw invalidFields({ user_id: 'A user id is a UUID' });
      const { user, grants } = await users.resolve(claims, actor);
      return { caller: callerMessage(user, grants) };
    },

    async resolveApiKey({ key }) {
      const { row, user, grants } = await apiKeys.resolve(key);
      return { caller: callerMessage(user, grants, row) };
    },

    verifySecretWord: (request) => Promise.resolve({ isValid: sameSecret(request.secretWord, secretWord) }),

    async signUp(request, { actor }) {
      await signUp(request, actor);
      return {};
    },

    async getMe(_request, { actor }) {
      const { user, grants } = await users.get(actor.sub);
      return { user: userMessage(user, grants) };
    },

    async updateMe(request, { actor }) {
      const { user, grants } = await users.update(actor.sub, request, actor);
      return { user: userMessage(user, grants) };
    },

    async listUsers({ paging }) {
      const page = pageSpec(paging);
      const { rows, count, grants } = await users.list(page);
      return { users: rows.map((row) => userMessage(row, grants)), pageInfo: pageInfo(page, count) };
    },

    async updateUser({ userId, role, disabled }, { actor }) {
      const { user, grants } = await administration.update(userId, { role, disabled }, actor);
      return { user: userMessage(user, grants) };
    },

    async searchUsers({ query }, { actor }) {
      const { rows, grants } = await users.search(query, seesAddresses(actor));
      return { users: rows.map((row) => (seesAddresses(actor) ? userMessage(row, grants) : userNameMessage(row))) };
    },

    async getUserNames({ ids }) {
      return { names: await users.names(ids) };
    },

    async listAuthors({ authorType }) {
      const found = await authors.list(authorType);
      return { authors: found.map(({ row, personName }) => authorMessage(row, personName)) };
    },

    async getAuthors({ ids }) {
      const found = await authors.byIds(ids);
      return { authors: found.map(({ row, personName }) => authorMessage(row, personName)) };
    },

    async createAgentAuthor(request, { actor }) {
      return { author: authorMessage(await authors.ensureAgent(request, actor), '') };
    },

    async listApiKeys() {
      return { apiKeys: (await apiKeys.list()).map(apiKeyMessage) };
    },

    async createApiKey(request, { actor }) {
      const { row, key } = await apiKeys.create(request, actor);
      return { apiKey: apiKeyMessage(row), key };
    },

    async revokeApiKey({ id }, { actor }) {
      await apiKeys.revoke(id, actor);
      return {};
    },
  };
}
