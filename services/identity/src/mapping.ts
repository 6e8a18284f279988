import type { ApiKey, Author, Caller, User } from '@symbio/proto/identity';
import { PERMISSIONS } from '@symbio/proto/identity/vocabulary';
import type { ApiKeyRow, AuthorRow, UserRow } from './model.js';
import type { Grants } from './roles.js';

/** A user with everything the user itself and administrators may see. */
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
});

/** A user as everybody may see it: by id and name. */
export const toUserName = ({ _id, name }: UserRow): User => ({
  id: _id,
  email: '',
  name,
  role: '',
  authorId: '',
  permissions: {},
  disabled: false,
});

/** On whose behalf a call runs: a user, perhaps through a key that writes as another author. */
export const toCaller = (row: UserRow, grants: Grants, key?: ApiKeyRow): Caller => ({
  userId: row._id,
  authorId: key?.authorId ?? row.authorId,
  name: key?.name ?? row.name,
  email: row.email,
  role: row.role,
  permissions: PERMISSIONS.filter((permission) => grants[row.role][permission]),
  projectIds: key?.projectIds ?? [],
  apiKeyId: key?._id ?? '',
});

/** An author; `personName` is the name of the person behind a human author. */
export const toAuthor = (row: AuthorRow, personName: string): Author => ({
  id: row._id,
  authorType: row.authorType,
  userId: row.userId,
  agentName: row.agentName,
  agentVersion: row.agentVersion,
  agentDate: row.agentDate,
  metadata: row.metadata,
  displayName: row.authorType === 'human' ? personName : `${row.agentName} ${row.agentVersion}`,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** A key without its secret. */
export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row._id,
  name: row.name,
  userId: row.userId,
  authorId: row.authorId,
  projectIds: row.projectIds,
  hint: row.hint,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt ?? undefined,
});
