import type { Router } from 'express';
import { about, unseen } from '../http/audit/audit-subject.js';
import type { User } from '@symbio/proto/identity';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, listOf, paging, pathId, text } from '../http/input.js';
import { list } from '../http/lists.js';
import { presentUser } from '../present/people.js';
import { presentMember } from '../present/projects.js';
import { callerOf, parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

const profile = z.strictObject({ name: text, company: text, phone: text });
const membership = z.strictObject({ user_id: z.string({ error: 'user_id is required' }), role: text });
const userChange = z.strictObject({ role: text, disabled: z.boolean().nullish() });
/** The default role applies to new members only (AUTH-38). */
const roleChange = z.strictObject({ role: z.string({ error: 'role is required' }) });

/** User as seen by administrators; `disabled` appears only if true. */
const presentAccount = ({ id, name, email, role, disabled }: User) => ({
  id,
  name,
  email,
  role,
  ...(disabled ? { disabled } : {}),
});

/** /api/me, /api/users, and the members of projects. */
export function people({ identity, project }: Pick<Clients, 'identity' | 'project'>): Router {
  const router = strictRouter();
  methods(router, '/me', about('user', { get: unseen }), {
    get: [
      async (request, response) => {
        const { user } = await identity.getMe({}, parentOf(request));
        response.json({ data: user && presentUser(user) });
      },
    ],
    put: [
      async (request, response) => {
        const input = body(request, profile);
        const { user } = await identity.updateMe(
          // absent and empty both mean "no value" (SET-02)
          { name: input.name ?? '', company: given(input.company), phone: given(input.phone) },
          parentOf(request),
        );
        response.json({ data: user && presentUser(user) });
      },
    ],
  });
  methods(router, '/users', about('user', { get: unseen }), {
    get: [
      async (request, response) => {
        const { users, pageInfo } = await identity.listUsers({ paging: paging(request) }, parentOf(request));
        response.json(list(users.map(presentAccount), pageInfo));
      },
    ],
  });
  methods(router, '/users/search', about('user', { get: unseen }), {
    get: [
      async (request, response) => {
        // the identity service does not know project membership
        const colleagues =
          callerOf(request).actor.role === 'customer' ? await project.listColleagues({}, parentOf(request)) : undefined;
        const text = query(request, 'q') ?? '';
        const { users } = await identity.searchUsers({ query: text, colleagues }, parentOf(request));
        // e-mail and role are present only for callers who may manage users
        const rows = users.map(({ id, name, email, role }) => ({ id, name, ...(email ? { email, role } : {}) }));
        response.json(listOf(request, rows));
      },
    ],
  });
  methods(router, '/users/:id', about('user'), {
    put: [
      async (request, response) => {
        const { role, disabled } = body(request, userChange);
        const { user } = await identity.updateUser(
          { userId: pathId(request, 'User'), role: given(role), disabled: given(disabled) },
          parentOf(request),
        );
        response.json({ data: user && presentAccount(user) });
      },
    ],
    // erases the person; their contributions stay under a neutral name
    delete: [
      async (request, response) => {
        const id = pathId(request, 'User');
        const { name } = await identity.eraseUser({ userId: id }, parentOf(request));
        response.json({ data: { id, name } });
      },
    ],
  });
  methods(router, '/projects/:id/members', about('project'), {
    get: [
      async (request, response) => {
        const { members } = await project.listMembers({ projectId: pathId(request, 'Project') }, parentOf(request));
        response.json(listOf(request, members.map(presentMember)));
      },
    ],
    post: [
      async (request, response) => {
        const input = body(request, membership);
        const { member } = await project.setMember(
          { projectId: pathId(request, 'Project'), userId: input.user_id, role: input.role ?? '' },
          parentOf(request),
        );
        response.status(201).json({ data: member && presentMember(member) });
      },
    ],
  });
  methods(router, '/projects/:id/members/:userId', about('project'), {
    put: [
      async (request, response) => {
        const { member } = await project.setMember(
          {
            projectId: pathId(request, 'Project'),
            userId: pathId(request, 'User', 'userId'),
            role: body(request, roleChange).role,
            changeOnly: true,
          },
          parentOf(request),
        );
        response.json({ data: member && presentMember(member) });
      },
    ],
    delete: [
      async (request, response) => {
        await project.removeMember(
          { projectId: pathId(request, 'Project'), userId: pathId(request, 'User', 'userId') },
          parentOf(request),
        );
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/projects/:id/access', about('project'), {
    get: [
      async (request, response) => {
        const id = pathId(request, 'Project');
        const { roles } = await project.checkAccess({ projectIds: [id] }, parentOf(request));
        response.json({ data: { has_access: roles[id] !== undefined, role: roles[id] ?? null } });
      },
    ],
  });
  return router;
}
