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
} from '@symbio/mongo';
import {
  API_KEY_ACCESS,
  AUTHOR_TYPES,
  PERMISSIONS,
  QUALIFICATION_PATHS,
  USER_ROLES,
} from '@symbio/proto/identity/vocabulary';
import type { Model } from 'mongoose';
import type { Registration } from './registrations.js';

const qualification = fields({
  path: { type: String, enum: QUALIFICATION_PATHS, required: true },
  licence: text,
  state: text,
  /** YYYY-MM-DD; empty if it does not expire. */
  expiresOn: text,
});
export type StoredQualification = ValuesOf<typeof qualification>;

const user = fields({
  /** Lower case. */
  email: { type: String, default: '' },
  name: text,
  company: { type: String },
  phone: { type: String },
  role: { type: String, enum: USER_ROLES, required: true },
  roleSource: { type: String, enum: ['token', 'administrator'], required: true },
  authorId: text,
  /** Absent: the operator of the installation. */
  organizationId: { type: String },
  qualification: { type: part(qualification) },
  /** Set between sign-up and first sign-in; absent for users created from a token. */
  awaitsFirstSignIn: { type: Boolean },
  /** Set while an administrator has disabled the account. */
  disabled: { type: Boolean },
  /** Time of erasure: name, address and other personal data are removed, and this row no longer changes. */
  erasedAt: { type: Date },
  /** When to mail the requested confirmation next; absent if none is pending. */
  confirmationDue: { type: Date },
  /** Registration that the mailed link applies; absent once the address is confirmed. */
  registration: { type: typed<Registration>(Object) },
  /** Failed attempts to mail the pending confirmation. */
  confirmationTries: { type: Number },
  confirmationsSent: { type: [Date], default: undefined },
  /** Name and e-mail in lower case on two lines, for search and sorting. */
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
  /** Projects of the bound key that created the agent; absent if created otherwise. */
  madeInProjects: { type: [String], default: undefined },
  /** Of an agent: its creator's; absent: the operator's, whose agents work for every organization. */
  organizationId: { type: String },
  /** Agent of the API key that created the agent, or that key if it has none; absent if no key created it. */
  madeBy: { type: String },
});

export type AuthorRow = RowOf<typeof author>;

const organization = fields({
  name: text,
  /** In lower case, for sorting and uniqueness. */
  nameKey: text,
});

/** A client firm on the installation. */
export type OrganizationRow = RowOf<typeof organization>;

const rolePermission = fields({
  /** `<role>:<permission key>`. */
  _id: text,
  role: { type: String, enum: USER_ROLES, required: true },
  permissionKey: { type: String, enum: PERMISSIONS, required: true },
  allowed: flag,
});

export type RolePermissionRow = ValuesOf<typeof rolePermission>;

const keyNotice = fields({
  /** Unique per pending mail. */
  id: text,
  kind: { type: String, enum: ['made', 'rotated'], required: true },
  /** Acting person, and their name at that time. */
  byId: text,
  byName: text,
  /** When to mail it next. */
  due: moment,
  tries: number,
});

const apiKey = fields({
  name: text,
  /** SHA-256 of the key, hex. The key itself is not stored. */
  keyHash: text,
  /** Last four characters of the key. */
  hint: text,
  userId: text,
  authorId: text,
  projectIds: { type: [String], default: [] },
  createdBy: text,
  lastUsedAt: { type: Date, default: null },
  revokedAt: { type: Date, default: null },
  access: { type: String, enum: API_KEY_ACCESS, required: true },
  /** Absent: the key does not expire. */
  expiresAt: { type: Date },
  /** Client address at `lastUsedAt`. */
  lastUsedAddress: { type: String },
  rotatedAt: { type: Date },
  rotationId: { type: String },
  /** Hash of the secret before the last rotation, as `keyHash`, and its expiry. */
  oldKeyHash: { type: String },
  oldSecretUntil: { type: Date },
  /** Pending mail to the person in whose name it acts; absent: none. */
  notice: { type: part(keyNotice) },
});

export type ApiKeyRow = RowOf<typeof apiKey>;

/** Retention of a key's write in seconds: a year. */
const KEY_WRITE_SECONDS = 366 * 86_400;

const keyWrite = fields({
  /** Id of the recorded event. */
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

/** Retention of a password mail in seconds: longer than the window of any limit. */
const PASSWORD_MAIL_SECONDS = 86_400;

const passwordMail = fields({
  /** UUID. */
  _id: text,
  /** Password reset link, the notice of a changed password, or the notice that the address already has an account. */
  kind: { type: String, enum: ['reset', 'changed', 'account'], required: true },
  /** Lower case; whether it has an account is checked when the mail is due. */
  email: text,
  askedAt: moment,
  /** When to mail it next; absent once done. */
  due: { type: Date },
  tries: number,
  userId: { type: String },
  /** SHA-256 of the link's token, hex; absent once used. Only the mail contains the token. */
  tokenHash: { type: String },
  /** Expiry of the link. */
  goodUntil: { type: Date },
});

export type PasswordMailRow = ValuesOf<typeof passwordMail>;

export interface IdentityModels {
  users: Model<UserRow>;
  authors: Model<AuthorRow>;
  organizations: Model<OrganizationRow>;
  rolePermissions: Model<RolePermissionRow>;
  apiKeys: Model<ApiKeyRow>;
  keyWrites: Model<KeyWriteRow>;
  passwordMails: Model<PasswordMailRow>;
}

export function identityModels(connection: Connection): IdentityModels {
  const users = rowSchema<UserRow>('users', user);
  users.index({ deletedAt: 1, searchText: 1, _id: 1 });
  users.index({ role: 1 });
  // partial: only people of firms
  users.index(
    { organizationId: 1, searchText: 1, _id: 1 },
    { partialFilterExpression: { organizationId: { $exists: true } } },
  );
  // sparse: only erased users, and users with a pending confirmation
  users.index({ erasedAt: 1 }, { sparse: true });
  users.index({ confirmationDue: 1 }, { sparse: true });
  users.index({ 'registration.tokenHash': 1 }, { sparse: true });
  users.index({ email: 1 }, { partialFilterExpression: { awaitsFirstSignIn: true } });

  const authors = rowSchema<AuthorRow>('authors', author);
  authors.index({ deletedAt: 1, authorType: 1, createdAt: 1, _id: 1 });
  authors.index({ deletedAt: 1, createdAt: 1, _id: 1 });
  // one author per person, and per agent version of an organization, also under concurrent creation
  authors.index({ userId: 1 }, { unique: true, partialFilterExpression: { authorType: 'human' } });
  authors.index(
    { organizationId: 1, agentName: 1, agentVersion: 1 },
    { unique: true, partialFilterExpression: { authorType: 'ai_agent' } },
  );

  const organizations = rowSchema<OrganizationRow>('organizations', organization);
  organizations.index({ nameKey: 1 }, { unique: true });

  const rolePermissions = strictSchema<RolePermissionRow>('role_permissions', rolePermission);
  rolePermissions.index({ role: 1 });

  const apiKeys = rowSchema<ApiKeyRow>('api_keys', apiKey);
  apiKeys.index({ keyHash: 1 }, { unique: true });
  // sparse: only keys with a replaced secret
  apiKeys.index({ oldKeyHash: 1 }, { sparse: true });
  apiKeys.index({ revokedAt: 1, createdAt: -1 });
  apiKeys.index({ userId: 1 });
  // sparse: only keys with a pending mail
  apiKeys.index({ 'notice.due': 1 }, { sparse: true });

  const keyWrites = strictSchema<KeyWriteRow>('key_writes', keyWrite);
  keyWrites.index({ apiKeyId: 1, at: -1, _id: -1 });
  keyWrites.index({ at: 1 }, { expireAfterSeconds: KEY_WRITE_SECONDS });

  const passwordMails = strictSchema<PasswordMailRow>('password_mails', passwordMail);
  passwordMails.index({ askedAt: 1 }, { expireAfterSeconds: PASSWORD_MAIL_SECONDS });
  passwordMails.index({ email: 1, kind: 1, askedAt: 1 });
  // sparse: only pending mails, and mails with a valid link
  passwordMails.index({ due: 1 }, { sparse: true });
  passwordMails.index({ tokenHash: 1 }, { unique: true, sparse: true });
  passwordMails.index({ userId: 1 }, { sparse: true });

  return {
    users: connection.model<UserRow>('User', users),
    authors: connection.model<AuthorRow>('Author', authors),
    organizations: connection.model<OrganizationRow>('Organization', organizations),
    rolePermissions: connection.model<RolePermissionRow>('RolePermission', rolePermissions),
    apiKeys: connection.model<ApiKeyRow>('ApiKey', apiKeys),
    keyWrites: connection.model<KeyWriteRow>('KeyWrite', keyWrites),
    passwordMails: connection.model<PasswordMailRow>('PasswordMail', passwordMails),
  };
}
