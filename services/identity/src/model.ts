import { outboxIndexes, outboxPaths, type Connection, type OutboxRow } from '@symbio/kit';
import { Schema, type Model } from 'mongoose';
import type { AuthorType, PermissionKey, Role } from './roles.js';

export interface UserRow extends OutboxRow {
  /** Lower case. */
  email: string;
  name: string;
  company?: string;
  phone?: string;
  role: Role;
  /** Who decided the role: the identity provider's tokens until an administrator does. */
  roleSource: 'token' | 'administrator';
  authorId: string;
  /** Set between signing up and the first sign-in; absent for those who came with a token. */
  awaitsFirstSignIn?: boolean;
  /** Set while an administrator keeps the person out. */
  disabled?: boolean;
  /** When the confirmation that somebody asked for is to be mailed next; absent when none is owed. */
  confirmationDue?: Date;
  /** How often mailing the one that is owed has failed. */
  confirmationTries?: number;
  /** When the last confirmations were mailed. */
  confirmationsSent?: Date[];
  /** Name and e-mail in lower case, one under the other: what a search looks into and a list is sorted by. */
  searchText: string;
}

export interface AuthorRow extends OutboxRow {
  authorType: AuthorType;
  userId?: string;
  agentName?: string;
  agentVersion?: string;
  agentDate?: string;
  metadata?: Record<string, unknown>;
}

export interface RolePermissionRow {
  /** `<role>:<permission key>`. */
  _id: string;
  role: Role;
  permissionKey: PermissionKey;
  allowed: boolean;
}

export interface ApiKeyRow extends OutboxRow {
  name: string;
  /** SHA-256 of the key, hex. The key itself is kept nowhere. */
  keyHash: string;
  /** Last four characters of the key. */
  hint: string;
  userId: string;
  authorId: string;
  projectIds: string[];
  createdBy: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export interface IdentityModels {
  users: Model<UserRow>;
  authors: Model<AuthorRow>;
  rolePermissions: Model<RolePermissionRow>;
  apiKeys: Model<ApiKeyRow>;
}

const options = { versionKey: false, minimize: false } as const;

/** The collections of this service on its connection. */
export function identityModels(connection: Connection): IdentityModels {
  const users = new Schema<UserRow>(
    {
      ...outboxPaths,
      email: { type: String, default: '' },
      name: { type: String, required: true },
      company: String,
      phone: String,
      role: { type: String, required: true },
      roleSource: { type: String, required: true },
      authorId: { type: String, required: true },
      awaitsFirstSignIn: Boolean,
      disabled: Boolean,
      confirmationDue: Date,
      confirmationTries: Number,
      confirmationsSent: { type: [Date], default: undefined },
      searchText: { type: String, required: true },
    },
    { ...options, collection: 'users' },
  );
  users.index({ deletedAt: 1, searchText: 1, _id: 1 });
  users.index({ role: 1 });
  // only those who are owed a confirmation are in it
  users.index({ confirmationDue: 1 }, { sparse: true });
  outboxIndexes(users);

  const authors = new Schema<AuthorRow>(
    {
      ...outboxPaths,
      authorType: { type: String, required: true },
      userId: String,
      agentName: String,
      agentVersion: String,
      agentDate: String,
      metadata: { type: Object, default: undefined },
    },
    { ...options, collection: 'authors' },
  );
  authors.index({ deletedAt: 1, authorType: 1, _id: 1 });
  authors.index({ deletedAt: 1, _id: 1 });
  // one author a person, and one for each version of an agent, also when two calls make them at once
  authors.index({ userId: 1 }, { unique: true, partialFilterExpression: { authorType: 'human' } });
  authors.index(
    { agentName: 1, agentVersion: 1 },
    { unique: true, partialFilterExpression: { authorType: 'ai_agent' } },
  );
  outboxIndexes(authors);

  const rolePermissions = new Schema<RolePermissionRow>(
    {
      _id: { type: String, required: true },
      role: { type: String, required: true },
      permissionKey: { type: String, required: true },
      allowed: { type: Boolean, required: true },
    },
    { ...options, collection: 'role_permissions' },
  );
  rolePermissions.index({ role: 1 });

  const apiKeys = new Schema<ApiKeyRow>(
    {
      ...outboxPaths,
      name: { type: String, required: true },
      keyHash: { type: String, required: true },
      hint: { type: String, required: true },
      userId: { type: String, required: true },
      authorId: { type: String, required: true },
      projectIds: { type: [String], default: [] },
      createdBy: { type: String, required: true },
      lastUsedAt: { type: Date, default: null },
      revokedAt: { type: Date, default: null },
    },
    { ...options, collection: 'api_keys' },
  );
  apiKeys.index({ keyHash: 1 }, { unique: true });
  apiKeys.index({ revokedAt: 1, createdAt: -1 });
  outboxIndexes(apiKeys);

  return {
    users: connection.model<UserRow>('User', users),
    authors: connection.model<AuthorRow>('Author', authors),
    rolePermissions: connection.model<RolePermissionRow>('RolePermission', rolePermissions),
    apiKeys: connection.model<ApiKeyRow>('ApiKey', apiKeys),
  };
}
