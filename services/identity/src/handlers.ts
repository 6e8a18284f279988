import { invalidFields, isId } from '@symbio/runtime';
import { pageInfo, pageSpec, type Handlers } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { Administration } from './administration.js';
import { sameSecret, type ApiKeys } from './api-keys.js';
import { auditHandlers } from './audit/handlers.js';
import type { Retention } from './audit/retention.js';
import type { Trail } from './audit/trail.js';
import type { Authors } from './authors.js';
import type { Confirmations } from './confirmations.js';
import type { Erasure } from './erasure.js';
import type { InvitedAccounts } from './invited-accounts.js';
import type { KeyWrites } from './key-writes.js';
import {
  toApiKey,
  toAuthor,
  toCaller,
  toKeyCaller,
  toKeyWrite,
  toMailAddress,
  toOrganization,
  toUser,
  toUserName,
} from './mapping.js';
import type { Organizations } from './organizations.js';
import { reachOf, seesAddresses } from './policy.js';
import type { Passwords } from './passwords.js';
import type { ResendConfirmation, SignUp } from './sign-up.js';
import type { Users } from './users.js';

export interface HandlerDeps {
  users: Users;
  administration: Administration;
  organizations: Pick<Organizations, 'list' | 'create' | 'rename'>;
  erasure: Pick<Erasure, 'erase'>;
  authors: Authors;
  apiKeys: ApiKeys;
  keyWrites: KeyWrites;
  signUp: SignUp;
  resendConfirmation: ResendConfirmation;
  confirmations: Pick<Confirmations, 'confirm' | 'awaits'>;
  passwords: Passwords;
  invitedAccounts: InvitedAccounts;
  trail: Trail;
  retention: Pick<Retention, 'set'>;
  secretWord: string;
}

export function createHandlers({
  users,
  administration,
  organizations,
  erasure,
  authors,
  apiKeys,
  keyWrites,
  signUp,
  resendConfirmation,
  confirmations,
  passwords,
  invitedAccounts,
  trail,
  retention,
  secretWord,
}: HandlerDeps): Handlers<typeof IdentityServiceService> {
  return {
    ...auditHandlers(trail, retention),

    async resolveUser(claims, context) {
      if (!isId(claims.userId)) throw invalidFields({ user_id: 'A user id is a UUID' });
      const { user, grants } = await users.resolve(claims, context);
      return { caller: toCaller(user, grants) };
    },

    async resolveApiKey({ key, address }) {
      return { caller: toKeyCaller(await apiKeys.resolve(key, address)) };
    },

    async getCaller({ userId, apiKeyId }) {
      const found = await apiKeys.findValid(userId, apiKeyId);
      return { caller: found && (found.key ? toKeyCaller(found.key) : toCaller(found.user, found.grants)) };
    },

    verifySecretWord: (request) => Promise.resolve({ isValid: sameSecret(request.secretWord, secretWord) }),

    async signUp(request, context) {
      await signUp(request, context);
      return {};
    },

    async resendConfirmation({ email }, context) {
      await resendConfirmation(email, context);
      return {};
    },

    async confirmAddress({ token }) {
      return { userId: await confirmations.confirm(token) };
    },

    async awaitsConfirmation({ email, password }) {
      return { awaits: await confirmations.awaits(email, password) };
    },

    async requestPasswordReset({ email }) {
      await passwords.requestReset(email);
      return {};
    },

    async resetPassword({ token, password }) {
      return { userId: await passwords.reset(token, password) };
    },

    async changePassword({ userId, password }) {
      await passwords.change(userId, password);
      return {};
    },

    findPerson: ({ email }) => invitedAccounts.find(email),

    async createInvitedAccount(request, context) {
      const { _id: userId, authorId } = await invitedAccounts.create(request, context);
      return { userId, authorId };
    },

    async getMe(_request, { actor }) {
      const { user, grants } = await users.get(actor.sub);
      return { user: toUser(user, grants) };
    },

    async updateMe(request, context) {
      const { user, grants } = await users.update(request, context);
      return { user: toUser(user, grants) };
    },

    async saveQualification({ qualification }, context) {
      const { user, grants } = await users.saveQualification(qualification, context);
      return { user: toUser(user, grants) };
    },

    async listUsers({ paging }, context) {
      const page = pageSpec(paging);
      const { rows, count, grants } = await users.list(page, context);
      return { users: rows.map((row) => toUser(row, grants)), pageInfo: pageInfo(page, count) };
    },

    async updateUser(request, context) {
      const { user, grants } = await administration.update(request, context);
      return { user: toUser(user, grants) };
    },

    async listOrganizations() {
      return { organizations: (await organizations.list()).map(toOrganization) };
    },

    async createOrganization(request, context) {
      return { organization: toOrganization(await organizations.create(request, context)) };
    },

    async renameOrganization(request, context) {
      return { organization: toOrganization(await organizations.rename(request, context)) };
    },

    async eraseUser({ userId }, context) {
      return { name: await erasure.erase(userId, context) };
    },

    async searchUsers({ query, colleagues }, { actor }) {
      const { rows, grants } = await users.search(query, reachOf(actor, colleagues));
      return { users: rows.map((row) => (seesAddresses(actor) ? toUser(row, grants) : toUserName(row))) };
    },

    async getUserNames({ ids, organizationId }, context) {
      return { names: await users.names(ids, context, organizationId) };
    },

    async getMailAddresses({ ids }) {
      const rows = await users.mailable(ids);
      return { addresses: rows.map(toMailAddress) };
    },

    async listAuthors(request, context) {
      const { rows, pageInfo } = await authors.list(request, context);
      return { authors: rows.map(({ row, personName }) => toAuthor(row, personName)), pageInfo };
    },

    async getAuthors({ ids }, context) {
      const found = await authors.byIds(ids, context);
      return { authors: found.map(({ row, personName }) => toAuthor(row, personName)) };
    },

    async createAgentAuthor(request, context) {
      return { author: toAuthor(await authors.ensureAgent(request, context), '') };
    },

    async listApiKeys(_request, context) {
      return { apiKeys: (await apiKeys.list(context)).map(toApiKey) };
    },

    async createApiKey(request, context) {
      const { row, key } = await apiKeys.create(request, context);
      return { apiKey: toApiKey(row), key };
    },

    async rotateApiKey(request, context) {
      const { row, key } = await apiKeys.rotate(request, context);
      return { apiKey: toApiKey(row), key };
    },

    async listKeyWrites({ id, paging }, context) {
      const { rows, pageInfo: info } = await keyWrites.list(id, paging, context);
      return { writes: rows.map(toKeyWrite), pageInfo: info };
    },

    async revokeApiKey({ id }, context) {
      await apiKeys.revoke(id, context);
      return {};
    },
  };
}
