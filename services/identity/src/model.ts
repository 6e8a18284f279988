import {
  fields,
  flag,
  rowSchema,
  strictSchema,
  text,
  typed,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/kit';
import { AUTHOR_TYPES, PERMISSIONS, USER_ROLES } from '@symbio/proto/identity/vocabulary';
import type { Model } from 'mongoose';

const user = fields({
  /** Lower case. */
  email: { type: String, default: '' },
  name: text,
  company: { type: String },
  phone: { type: String },
  role: { type: String, enum: USER_ROLES, required: true },
  /** Who decided the role: the identity provider's tokens until an administrator does. */
  roleSource: { type: String, enum: ['token', 'administrator'], required: true },
  authorId: text,
  /** Set between signing up and the first sign-in; absent for those who came with a token. */
  awaitsFirstSignIn: { type: Boolean },
  /** Set while an administrator keeps the person out. */
  disabled: { type: Boolean },
  /** When the confirmation that somebody asked for is to be mailed next; absent when none is owed. */
  confirmationDue: { type: Date },
  /** How often mailing the one that is owed has failed. */
  confirmationTries: { type: Number },
  /** When the last confirmations were mailed. */
  confirmationsSent: { type: [Date], default: undefined },
  /** Name and e-mail in lower case, one under the other: what a search looks into and a list is sorted by. */
  searchText: text,
});

export type UserRow = RowOf<typeof user>;

const author = fields({
  authorType: { type: String, enum: AUTHOR_TYPES, required: true },
  userId: { type: String },
  agentName: { type: String },
  agentVersion: { type: String },
  agentDate: { type: String },
  metadata: { type: typed<Record<string, unknown>>(Object) },
});

export type AuthorRow = RowOf<typeof author>;

const rolePermission = fields({
  /** `<role>:<permission key>`. */
  _id: text,
  role: { type: String, enum: USER_ROLES, required: true },
  permissionKey: { type: String, enum: PERMISSIONS, required: true },
  allowed: flag,
});

export type RolePermissionRow = ValuesOf<typeof rolePermission>;

const apiKey = fields({
  name: text,
  /** SHA-256 of the key, hex. The key itself is kept nowhere. */
  keyHash: text,
  /** Last four characters of the key. */
  hint: text,
  userId: text,
  authorId: text,
  projectIds: { type: [String], default: [] },
  createdBy: text,
  lastUsedAt: { type: Date, default: null },
  revokedAt: { type: Date, default: null },
});

export type ApiKeyRow = RowOf<typeof apiKey>;

export interface IdentityModels {
  users: Model<UserRow>;
  authors: Model<AuthorRow>;
  rolePermissions: Model<RolePermissionRow>;
  apiKeys: Model<ApiKeyRow>;
}

/** The collections of this service on its connection. */
export function identityModels(connection: Connection): IdentityModels {
  const users = rowSchema<UserRow>('users', user);
  users.index({ deletedAt: 1, searchText: 1, _id: 1 });
  users.index({ role: 1 });
  // only those who are owed a confirmation are in it
  users.index({ confirmationDue: 1 }, { sparse: true });

  const authors = rowSchema<AuthorRow>('authors', author);
  authors.index({ deletedAt: 1, authorType: 1, _id: 1 });
  authors.index({ deletedAt: 1, _id: 1 });
  // one author a person, and one for each version of an agent, also when two calls make them at once
  authors.index({ userId: 1 }, { unique: true, partialFilterExpression: { authorType: 'human' } });
  authors.index(
    { agentName: 1, agentVersion: 1 },
    { unique: true, partialFilterExpression: { authorType: 'ai_agent' } },
  );

  const rolePermissions = strictSchema<RolePermissionRow>('role_permissions', rolePermission);
  rolePermissions.index({ role: 1 });

  const apiKeys = rowSchema<ApiKeyRow>('api_keys', apiKey);
  apiKeys.index({ keyHash: 1 }, { unique: true });
  apiKeys.index({ revokedAt: 1, createdAt: -1 });

  return {
    users: connection.model<UserRow>('User', users),
    authors: connection.model<AuthorRow>('Author', authors),
    rolePermissions: connection.model<RolePermissionRow>('RolePermission', rolePermissions),
    apiKeys: connection.model<ApiKeyRow>('ApiKey', apiKeys),
  };
}
