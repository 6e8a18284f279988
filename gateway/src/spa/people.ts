import { app } from '@symbio/api';
import type { Organization, User } from '@symbio/proto/identity';
import type { Clients } from '../clients.js';
import { list, listOf, pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { required } from '../present/json.js';
import { presentUser } from '../present/people.js';
import { presentMember } from '../present/projects.js';

const operations = app.people;

const presentAccount = ({ id, name, email, role, disabled, organizationId }: User): app.people.AccountJson => ({
  ...{ id, name, email, role },
  ...(disabled ? { disabled } : {}),
  ...(organizationId === '' ? {} : { organization_id: organizationId }),
});

const presentOrganization = ({ id, name }: Organization): app.people.OrganizationJson => ({ id, name });

/** /api/me, /api/users, and the members of projects. */
export const people = ({ identity, project }: Pick<Clients, 'identity' | 'project'>): Route[] => [
  route(operations.getMe, async (_input, { parent }) => ({
    data: presentUser(required((await identity.getMe({}, parent)).user)),
  })),
  route(operations.updateMe, async ({ body }, { parent }) => {
    const profile = { name: body.name ?? '', company: body.company ?? undefined, phone: body.phone ?? undefined };
    return { data: presentUser(required((await identity.updateMe(profile, parent)).user)) };
  }),
  route(operations.saveQualification, async ({ body: { qualification } }, { parent }) => {
    const { path = '', licence, state, expires_on: expiresOn } = qualification ?? {};
    const given = { path, licence: licence ?? '', state: state ?? '', expiresOn: expiresOn ?? '' };
    const { user } = await identity.saveQualification(qualification ? { qualification: given } : {}, parent);
    return { data: presentUser(required(user)) };
  }),
  route(operations.listUsers, async ({ query }, { parent }) => {
    const { users, pageInfo } = await identity.listUsers({ paging: pageOf(query) }, parent);
    return list(users.map(presentAccount), pageInfo);
  }),
  route(operations.searchUsers, async ({ query }, { parent, caller }) => {
    // the identity service does not know project membership
    const colleagues = caller.actor.role === 'customer' ? await project.listColleagues({}, parent) : undefined;
    const { users } = await identity.searchUsers({ query: query.q ?? '', colleagues }, parent);
    // e-mail and role are present only for callers who may manage users
    const rows = users.map(({ id, name, email, role }) => ({ id, name, ...(email ? { email, role } : {}) }));
    return listOf(rows, query);
  }),
  route(operations.updateUser, async ({ params, body }, { parent }) => {
    const { role, disabled, organization_id: organizationId } = body;
    const change = {
      ...{ userId: params.id, role: role ?? undefined, disabled: disabled ?? undefined },
      organizationId: organizationId ?? undefined,
    };
    return { data: presentAccount(required((await identity.updateUser(change, parent)).user)) };
  }),
  route(operations.listOrganizations, async ({ query }, { parent }) => {
    const { organizations } = await identity.listOrganizations({}, parent);
    return listOf(organizations.map(presentOrganization), query);
  }),
  route(operations.createOrganization, async ({ body: { id, name } }, { parent, mintId }) => {
    const asked = { id: id ?? mintId(), name: name ?? '' };
    const { organization } = await identity.createOrganization(asked, parent);
    return { data: presentOrganization(required(organization)) };
  }),
  route(operations.renameOrganization, async ({ params: { id }, body }, { parent }) => {
    const { organization } = await identity.renameOrganization({ id, name: body.name ?? '' }, parent);
    return { data: presentOrganization(required(organization)) };
  }),
  route(operations.eraseUser, async ({ params: { id } }, { parent }) => {
    const { name } = await identity.eraseUser({ userId: id }, parent);
    return { data: { id, name } };
  }),
  route(operations.listMembers, async ({ params, query }, { parent }) => {
    const { members } = await project.listMembers({ projectId: params.id }, parent);
    return listOf(members.map(presentMember), query);
  }),
  route(operations.addMember, async ({ params, body }, { parent }) => {
    const asked = { projectId: params.id, userId: body.user_id, role: body.role ?? '' };
    return { data: presentMember(required((await project.setMember(asked, parent)).member)) };
  }),
  route(operations.changeMemberRole, async ({ params, body }, { parent }) => {
    // the default role applies to new members only (AUTH-38)
    const asked = { projectId: params.id, userId: params.userId, role: body.role, changeOnly: true };
    return { data: presentMember(required((await project.setMember(asked, parent)).member)) };
  }),
  route(operations.removeMember, async ({ params }, { parent }) => {
    await project.removeMember({ projectId: params.id, userId: params.userId }, parent);
    return { success: true as const };
  }),
  route(operations.getProjectAccess, async ({ params: { id } }, { parent }) => {
    const { roles } = await project.checkAccess({ projectIds: [id] }, parent);
    return { data: { has_access: roles[id] !== undefined, role: roles[id] ?? null } };
  }),
];
