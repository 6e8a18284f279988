import { PERMISSIONS, QUALIFICATION_PATHS, USER_ROLES } from '@symbio/proto/identity/vocabulary';
import { PROJECT_ROLES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { administered, appOperation } from '../operation.js';
import { clientId, id, moment, one, paging, success, text, word } from '../schemas/common.js';
import { plainList } from './common.js';

const qualification = z
  .strictObject({ path: word(QUALIFICATION_PATHS), licence: z.string(), state: z.string(), expires_on: z.string() })
  .meta({ id: 'Qualification', description: 'Of an environmental professional (40 CFR 312.10).' });

export const me = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    company: z.string().nullable(),
    phone: z.string().nullable(),
    role: word(USER_ROLES),
    author_id: z.string(),
    qualification: qualification.nullable(),
    organization_id: z.string().optional().meta({ description: 'Absent: the operator of the installation.' }),
    permissions: z.record(z.string(), z.boolean()).meta({ description: `Of ${PERMISSIONS.join(', ')}.` }),
  })
  .meta({ id: 'Me', description: 'The signed-in person.' });
export type MeJson = z.output<typeof me>;

const account = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: word(USER_ROLES),
    disabled: z.boolean().optional().meta({ description: 'Present if true.' }),
    organization_id: z.string().optional().meta({ description: 'Absent: the operator of the installation.' }),
  })
  .meta({ id: 'Account', description: 'A person as seen by administrators.' });
export type AccountJson = z.output<typeof account>;

const organization = z
  .strictObject({ id: z.string(), name: z.string() })
  .meta({ id: 'Organization', description: 'A client firm on the installation.' });
export type OrganizationJson = z.output<typeof organization>;

export const member = z
  .strictObject({
    project_id: z.string(),
    user_id: z.string(),
    role: word(PROJECT_ROLES),
    name: z.string(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Member' });
export type MemberJson = z.output<typeof member>;

const foundUser = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string().optional().meta({ description: 'With `role`, for callers who may manage users.' }),
    role: word(USER_ROLES).optional(),
  })
  .meta({ id: 'FoundUser' });

const own = { subject: 'user', records: 'nothing' } as const;

export const getMe = appOperation({
  id: 'getMe',
  method: 'get',
  path: '/me',
  summary: 'The signed-in person',
  audit: own,
  answer: one(me),
});

export const updateMe = appOperation({
  id: 'updateMe',
  method: 'put',
  path: '/me',
  summary: 'Change the own profile; absent and empty both mean no value',
  audit: own,
  body: z.strictObject({ name: text, company: text, phone: text }),
  answer: one(me),
});

export const saveQualification = appOperation({
  id: 'saveQualification',
  method: 'put',
  path: '/me/qualification',
  summary: 'State the own qualification as an environmental professional; null removes it',
  audit: own,
  body: z.strictObject({
    qualification: z
      .strictObject({
        path: z.string({ error: 'Choose how you qualify.' }),
        ...{ licence: text, state: text, expires_on: text },
      })
      .nullable(),
  }),
  answer: one(me),
});

export const listUsers = appOperation({
  id: 'listUsers',
  method: 'get',
  path: '/users',
  summary: 'All people, for administrators',
  audit: own,
  query: z.strictObject(paging),
  answer: plainList(account),
});

export const searchUsers = appOperation({
  id: 'searchUsers',
  method: 'get',
  path: '/users/search',
  summary: 'People by name; for customers those of their projects',
  audit: own,
  query: z.strictObject({ q: z.string().optional(), ...paging }),
  answer: plainList(foundUser),
});

const ofUser = { audit: { subject: 'user' }, params: z.strictObject({ id: id('User') }) };

export const updateUser = appOperation({
  id: 'updateUser',
  method: 'put',
  path: '/users/{id}',
  summary: 'Change role or organization, or disable or enable an account',
  ...ofUser,
  body: z.strictObject({
    role: text,
    disabled: z.boolean().nullish(),
    organization_id: text.meta({ description: 'Empty: the operator of the installation.' }),
  }),
  answer: one(account),
});

export const listOrganizations = appOperation({
  id: 'listOrganizations',
  method: 'get',
  path: '/organizations',
  summary: 'Client firms, for staff and administrators of the operator',
  audit: own,
  query: z.strictObject(paging),
  answer: plainList(organization),
});

export const createOrganization = appOperation({
  id: 'createOrganization',
  method: 'post',
  path: '/organizations',
  summary: 'Add a client firm',
  audit: { subject: 'user', records: administered('organization.created') },
  body: z.strictObject({ id: clientId, name: text }),
  status: 201,
  answer: one(organization),
});

export const renameOrganization = appOperation({
  id: 'renameOrganization',
  method: 'put',
  path: '/organizations/{id}',
  summary: 'Rename a client firm',
  audit: { subject: 'user', records: administered('organization.renamed') },
  params: z.strictObject({ id: id('Organization') }),
  body: z.strictObject({ name: text }),
  answer: one(organization),
});

export const eraseUser = appOperation({
  id: 'eraseUser',
  method: 'delete',
  path: '/users/{id}',
  summary: 'Erase a person; their contributions stay under a neutral name',
  ...ofUser,
  answer: one(z.strictObject({ id: z.string(), name: z.string() })),
});

const audit = { subject: 'project' };
const params = z.strictObject({ id: id('Project') });
const ofMember = { audit, params: params.extend({ userId: id('User') }) };

export const listMembers = appOperation({
  id: 'listMembers',
  method: 'get',
  path: '/projects/{id}/members',
  summary: 'Members of a project',
  audit,
  params,
  query: z.strictObject(paging),
  answer: plainList(member),
});

export const addMember = appOperation({
  id: 'addMember',
  method: 'post',
  path: '/projects/{id}/members',
  summary: 'Add a member, by default as viewer',
  audit,
  params,
  body: z.strictObject({ user_id: z.string({ error: 'user_id is required' }), role: text }),
  status: 201,
  answer: one(member),
});

export const changeMemberRole = appOperation({
  id: 'changeMemberRole',
  method: 'put',
  path: '/projects/{id}/members/{userId}',
  summary: 'Change the role of a member',
  ...ofMember,
  body: z.strictObject({ role: z.string({ error: 'role is required' }) }),
  answer: one(member),
});

export const removeMember = appOperation({
  id: 'removeMember',
  method: 'delete',
  path: '/projects/{id}/members/{userId}',
  summary: 'Remove a member',
  ...ofMember,
  answer: success,
});

export const getProjectAccess = appOperation({
  id: 'getProjectAccess',
  method: 'get',
  path: '/projects/{id}/access',
  summary: 'The caller’s role in a project',
  audit,
  params,
  answer: one(
    z.strictObject({ has_access: z.boolean(), role: word(PROJECT_ROLES).nullable() }).meta({ id: 'ProjectAccess' }),
  ),
});
