/** Account roles. As in Keycloak with its three roles, only visible to clients that have or may grant them. */
import express, { type RequestHandler, type Router } from 'express';
import { ADMIN_BASE, json, withUser, type AdminParts } from './admin-parts.js';

const ROLES = ['administrator', 'symbio', 'customer'];

export function roleRoutes({ store }: AdminParts): Router {
  const router = express.Router();
  const at = `${ADMIN_BASE}/users/:id/role-mappings/realm`;

  router.get(
    at,
    withUser(store, (user, _request, response) => void response.json(user.roles.map(represent))),
  );
  router.get(
    `${at}/available`,
    withUser(store, (user, _request, response) => {
      response.json(ROLES.filter((role) => !user.roles.includes(role)).map(represent));
    }),
  );

  const changeRoles = (change: (roles: string[], named: string[]) => string[]): RequestHandler =>
    withUser(store, async (user, request, response) => {
      const named = Array.isArray(request.body)
        ? (request.body as { name?: unknown }[]).map((role) => String(role.name))
        : [];
      if (!named.every((name) => ROLES.includes(name))) {
        response.status(404).json({ error: 'Role not found' });
        return;
      }
      await store.putUser({ ...user, roles: change(user.roles, named) });
      response.sendStatus(204);
    });
  router.post(
    at,
    json,
    changeRoles((roles, named) => [...new Set([...roles, ...named])]),
  );
  router.delete(
    at,
    json,
    changeRoles((roles, named) => roles.filter((role) => !named.includes(role))),
  );

  return router;
}

function represent(name: string): { id: string; name: string } {
  return { id: name, name };
}
