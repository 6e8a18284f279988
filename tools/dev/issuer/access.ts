/** Grants or revokes access for the identity service: sets passwords and ends all sessions. */
import express, { type Router } from 'express';
import { ADMIN_BASE, json, withUser, type AdminParts } from './admin-parts.js';
import { text } from './http.js';
import { hashPassword, weakness } from './passwords.js';

export function accessRoutes({ store }: AdminParts): Router {
  const router = express.Router();
  const endSessionsOf = (userId: string): Promise<void> => store.endSessions((session) => session.userId === userId);

  router.put(
    `${ADMIN_BASE}/users/:id/reset-password`,
    json,
    withUser(store, async (user, request, response) => {
      const { value } = (request.body ?? {}) as { value?: unknown };
      const password = text(value);
      const problem = weakness(password);
      if (problem !== undefined) {
        response.status(400).json(problem);
        return;
      }
      await store.putUser({ ...user, passwordHash: await hashPassword(password, store.passwordCost) });
      await endSessionsOf(user.id);
      response.sendStatus(204);
    }),
  );

  router.post(
    `${ADMIN_BASE}/users/:id/logout`,
    withUser(store, async (user, _request, response) => {
      await endSessionsOf(user.id);
      response.sendStatus(204);
    }),
  );

  return router;
}
