import {
  fields,
  flag,
  moment,
  number,
  part,
  rowSchema,
  strictSchema,
  text,
  typed,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/kit';
import { API_KEY_ACCESS, AUTHOR_TYPES, PERMISSIONS, USER_ROLES } from '@symbio/proto/identity/vocabulary';
import type { Model } from 'mongoose';
import type { Registration } from './registrations.js';

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
  /** When the person was erased: name, address and everything else of them is gone, and nothing of this row changes any more. */
  erasedAt: { type: Date },
  /** When the confirmation that somebody asked for is to be mailed next; absent when none is owed. */
  confirmationDue: { type: Date },
  /** What the link that is mailed brings into force; absent once the address is confirmed. */
  registration: { type: typed<Registration>(Object) },
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
  /** Projects of the bound key that an agent was made with; absent when it was made by anybody else. */
  madeInProjects: { type: [String], default: undefined },
  /** The API key's agent, or the key of no agent, that an agent was made by; absent when no key made it. */
  madeBy: { type: String },
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

const keyNotice = fields({
  /** Another one for each thing that is to be mailed. */
  id: text,
  kind: { type: String, enum: ['made', 'rotated'], required: true },
  /** Who did it, and the name at that time. */
  byId: text,
  byName: text,
  /** When it is to be mailed next. */
  due: moment,
  tries: number,
});

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
  /** Absent in rows written before November 2026: write. */
  access: { type: String, enum: API_KEY_ACCESS },
  /** Absent: the key does not end by itself. */
  expiresAt: { type: Date },
  /** Where it was used from at `lastUsedAt`. */
  lastUsedAddress: { type: String },
  rotatedAt: { type: Date },
  /** Minted by the client of the last rotation. */
  rotationId: { type: String },
  /** The secret before the last rotation, hashed as `keyHash`, and until when it is good. */
  oldKeyHash: { type: String },
  oldSecretUntil: { type: Date },
  /** What the person in whose name it acts is still to be mailed; absent: nothing. */
  notice: { type: part(keyNotice) },
});

export type ApiKeyRow = RowOf<typeof apiKey>;

/** Seconds a write of a key is kept: a year. */
const KEY_WRITE_SECONDS = 366 * 86_400;

const keyWrite = fields({
  /** Id of the event that told of it. */
  _id: text,
  apiKeyId: text,
  at: moment,
  method: text,
  operation: text,
  resourceId: text,
  status: number,
  requestId: text,
  address: text,
  runId: text,
  userId: text,
  authorId: text,
});

export type KeyWriteRow = ValuesOf<typeof keyWrite>;

/** Seconds a mail about a password is remembered: longer than any limit on them looks back. */
const PASSWORD_MAIL_SECONDS = 86_400;

const passwordMail = fields({
  /** UUID. */
  _id: text,
  /** A link that sets a password, the notice that one was changed, or the notice that the address already has an account. */
  kind: { type: String, enum: ['reset', 'changed', 'account'], required: true },
  /** Lower case; whether it has an account is found out when the mail is due. */
  email: text,
  askedAt: moment,
  /** When it is to be mailed next; absent when that is done. */
  due: { type: Date },
  tries: number,
  userId: { type: String },
  /** SHA-256 of the link's token, hex; absent once it is spent. The token itself is in the mail only. */
  tokenHash: { type: String },
  /** Until when the link is good. */
  goodUntil: { type: Date },
});

export type PasswordMailRow = ValuesOf<typeof passwordMail>;

export interface IdentityModels {
  users: Model<UserRow>;
  authors: Model<AuthorRow>;
  rolePermissions: Model<RolePermissionRow>;
  apiKeys: Model<ApiKeyRow>;
  keyWrites: Model<KeyWriteRow>;
  passwordMails: Model<PasswordMailRow>;
}

/** The collections of this service on its connection. */
export function identityModels(connection: Connection): IdentityModels {
  const users = rowSchema<UserRow>('users', user);
  users.index({ deletedAt: 1, searchText: 1, _id: 1 });
  users.index({ role: 1 });
  // only those who were erased, and those who are owed a confirmation, are in these
  users.index({ erasedAt: 1 }, { sparse: true });
  users.index({ confirmationDue: 1 }, { sparse: true });
  users.index({ 'registration.tokenHash': 1 }, { sparse: true });
  users.index({ email: 1 }, { partialFilterExpression: { awaitsFirstSignIn: true } });

  const authors = rowSchema<AuthorRow>('authors', author);
  authors.index({ deletedAt: 1, authorType: 1, createdAt: 1, _id: 1 });
  authors.index({ deletedAt: 1, createdAt: 1, _id: 1 });
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
  // only those whose secret was replaced are in it
  apiKeys.index({ oldKeyHash: 1 }, { sparse: true });
  apiKeys.index({ revokedAt: 1, createdAt: -1 });
  apiKeys.index({ userId: 1 });
  // only those with a mail to send are in it
  apiKeys.index({ 'notice.due': 1 }, { sparse: true });

  const keyWrites = strictSchema<KeyWriteRow>('key_writes', keyWrite);
  keyWrites.index({ apiKeyId: 1, at: -1, _id: -1 });
  keyWrites.index({ at: 1 }, { expireAfterSeconds: KEY_WRITE_SECONDS });

  const passwordMails = strictSchema<PasswordMailRow>('password_mails', passwordMail);
  passwordMails.index({ askedAt: 1 }, { expireAfterSeconds: PASSWORD_MAIL_SECONDS });
  passwordMails.index({ email: 1, kind: 1, askedAt: 1 });
  // only those that are owed, and those whose link is good, are in these
  passwordMails.index({ due: 1 }, { sparse: true });
  passwordMails.index({ tokenHash: 1 }, { unique: true, sparse: true });
  passwordMails.index({ userId: 1 }, { sparse: true });

  return {
    users: connection.model<UserRow>('User', users),
    authors: connection.model<AuthorRow>('Author', authors),
    rolePermissions: connection.model<RolePermissionRow>('RolePermission', rolePermissions),
    apiKeys: connection.model<ApiKeyRow>('ApiKey', apiKeys),
    keyWrites: connection.model<KeyWriteRow>('KeyWrite', keyWrites),
    passwordMails: connection.model<PasswordMailRow>('PasswordMail', passwordMails),
  };
}
