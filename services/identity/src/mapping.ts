import type { ApiKey, Author, Caller, KeyWrite, MailAddress, Organization, User } from '@symbio/proto/identity';
import { PERMISSIONS } from '@symbio/proto/identity/vocabulary';
import type { ApiKeyRow, AuthorRow, KeyWriteRow, OrganizationRow, UserRow } from './model.js';
import type { Grants } from './roles.js';

/** All fields that the user and administrators see. */
export const toUser = (row: UserRow, grants: Grants): User => ({
  id: row._id,
  email: row.email,
  name: row.name,
  company: row.company,
  phone: row.phone,
  role: row.role,
  authorId: row.authorId,
  permissions: { ...grants[row.role] },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  disabled: row.disabled ?? false,
  qualification: row.qualification && { ...row.qualification },
  organizationId: row.organizationId ?? '',
});

/** User's public fields: id and name. */
export const toUserName = ({ _id, name }: UserRow): User => ({
  id: _id,
  email: '',
  name,
  role: '',
  authorId: '',
  permissions: {},
  disabled: false,
  organizationId: '',
});

export const toCaller = (row: UserRow, grants: Grants): Caller => ({
  userId: row._id,
  authorId: row.authorId,
  name: row.name,
  email: row.email,
  role: row.role,
  permissions: PERMISSIONS.filter((permission) => grants[row.role][permission]),
  projectIds: [],
  apiKeyId: '',
  access: '',
  agentId: '',
  organizationId: row.organizationId ?? '',
});

export const toOrganization = ({ _id, name, createdAt }: OrganizationRow): Organization => ({
  id: _id,
  name,
  createdAt,
});

export interface ResolvedKey {
  row: ApiKeyRow;
  user: UserRow;
  grants: Grants;
  author: AuthorRow | undefined;
  /** Undefined: valid until revoked. */
  validUntil: Date | undefined;
}

/** Caller of a key: its user. Its actions appear as the agent's if it writes as one. */
export const toKeyCaller = ({ row, user, grants, author, validUntil }: ResolvedKey): Caller => ({
  ...toCaller(user, grants),
  authorId: row.authorId,
  ...(author?.authorType === 'ai_agent' ? { name: agentLabel(author), agentId: author._id } : {}),
  projectIds: row.projectIds,
  apiKeyId: row._id,
  access: row.access,
  validUntil,
});

export const agentLabel = ({ agentName, agentVersion }: AuthorRow): string => `${agentName} ${agentVersion}`;

export const toAuthor = (row: AuthorRow, personName: string): Author => ({
  id: row._id,
  authorType: row.authorType,
  userId: row.userId,
  agentName: row.agentName,
  agentVersion: row.agentVersion,
  agentDate: row.agentDate,
  metadata: row.metadata,
  displayName: row.authorType === 'human' ? personName : agentLabel(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  madeBy: row.madeBy ?? '',
});

/** Key without its secret. */
export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row._id,
  name: row.name,
  userId: row.userId,
  authorId: row.authorId,
  projectIds: row.projectIds,
  hint: row.hint,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt ?? undefined,
  lastUsedAddress: row.lastUsedAddress ?? '',
  access: row.access,
  expiresAt: row.expiresAt,
  rotatedAt: row.rotatedAt,
  oldSecretUntil: row.oldSecretUntil,
});

export const toKeyWrite = ({ _id, ...values }: KeyWriteRow): KeyWrite => ({ id: _id, ...values });

export const toMailAddress = ({ _id, name, email, role, organizationId = '' }: UserRow): MailAddress => ({
  userId: _id,
  ...{ name, email, role, organizationId },
});
