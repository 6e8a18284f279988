import type { app, AuthorJson } from '@symbio/api';
import type { Author, User } from '@symbio/proto/identity';
import { moment } from './json.js';

export const presentUser = (user: User): app.people.MeJson => ({
  id: user.id,
  email: user.email,
  name: user.name,
  company: user.company ?? null,
  phone: user.phone ?? null,
  role: user.role,
  author_id: user.authorId,
  qualification: user.qualification
    ? {
        ...{ path: user.qualification.path, licence: user.qualification.licence, state: user.qualification.state },
        expires_on: user.qualification.expiresOn,
      }
    : null,
  ...(user.organizationId === '' ? {} : { organization_id: user.organizationId }),
  // the map's keys are permission names, not fields
  permissions: user.permissions,
});

export const presentAuthor = (author: Author): AuthorJson => ({
  id: author.id,
  author_type: author.authorType,
  user_id: author.userId ?? null,
  agent_name: author.agentName ?? null,
  agent_version: author.agentVersion ?? null,
  agent_date: author.agentDate ?? null,
  display_name: author.displayName,
  created_at: moment(author.createdAt),
  updated_at: moment(author.updatedAt),
  metadata: author.metadata ?? null,
});
