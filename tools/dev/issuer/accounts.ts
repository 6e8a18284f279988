/** Creates, finds, changes and removes accounts. */
import { randomUUID } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import { ADMIN_BASE, json, withUser, type AdminParts } from './admin-parts.js';
import { hashPassword, weakness } from './passwords.js';
import type { User } from './store.js';

/** A user in Keycloak's REST format, limited to the fields used by the identity service. */
interface UserRepresentation {
  id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
  enabled: boolean;
  requiredActions: string[];
  createdTimestamp: number;
  credentials: { type: string; value: string; temporary?: boolean }[];
}

export function accountRoutes(parts: AdminParts): Router {
  const { store } = parts;
  const router = express.Router();

  router.post(`${ADMIN_BASE}/users`, json, (request, response) => createAccount(parts, request, response));

  router.get(`${ADMIN_BASE}/users`, (request, response) => {
    const { email, username, search } = request.query;
    const exact = request.query.exact === 'true';
    const wanted = [email, username, search]
      .find((value) => typeof value === 'string')
      ?.trim()
      .toLowerCase();
    const first = Number(request.query.first ?? 0);
    const max = Number(request.query.max ?? 100);
    const found = store
      .allUsers()
      .filter((user) => wanted === undefined || (exact ? user.email === wanted : user.email.includes(wanted)));
    response.json(found.slice(first, first + max).map(represent));
  });

  router.get(
    `${ADMIN_BASE}/users/:id`,
    withUser(store, (user, _request, response) => void response.json(represent(user))),
  );

  router.put(
    `${ADMIN_BASE}/users/:id`,
    json,
    withUser(store, async (user, request, response) => {
      const given = representationOf(request);
      const email = given.email?.trim().toLowerCase() ?? user.email;
      const owner = store.userByEmail(email);
      if (owner && owner.id !== user.id) {
        response.status(409).json({ errorMessage: 'User exists with same email' });
        return;
      }
      await store.putUser({
        ...user,
        email,
        name: nameOf(given) ?? user.name,
        emailVerified: given.emailVerified ?? user.emailVerified,
        enabled: given.enabled ?? user.enabled,
      });
      response.sendStatus(204);
    }),
  );

  router.delete(
    `${ADMIN_BASE}/users/:id`,
    withUser(store, async (user, _request, response) => {
      await store.deleteUser(user.id);
      response.sendStatus(204);
    }),
  );

  return router;
}

async function createAccount({ store, tokens, now }: AdminParts, request: Request, response: Response): Promise<void> {
  const given = representationOf(request);
  const email = (given.email ?? given.username ?? '').trim().toLowerCase();
  const password = given.credentials?.find((credential) => credential.type === 'password')?.value;
  if (!email.includes('@')) {
    response.status(400).json({ field: 'email', errorMessage: 'error-invalid-email' });
    return;
  }
  const problem = password === undefined ? undefined : weakness(password);
  if (problem !== undefined) {
    response.status(400).json(problem);
    return;
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password, store.passwordCost);
  // checked after hashing: a concurrent call may have created the account
  if (store.userByEmail(email)) {
    response.status(409).json({ errorMessage: 'User exists with same email' });
    return;
  }
  const user: User = {
    id: randomUUID(),
    email,
    name: nameOf(given) ?? '',
    emailVerified: given.emailVerified ?? false,
    enabled: given.enabled ?? false,
    roles: [],
    passwordHash,
    createdAt: now(),
  };
  await store.putUser(user);
  response
    .status(201)
    .location(`${new URL(tokens.issuer).origin}${ADMIN_BASE}/users/${user.id}`)
    .end();
}

function representationOf(request: Request): Partial<UserRepresentation> {
  return (request.body as Partial<UserRepresentation> | undefined) ?? {};
}

function nameOf(given: Partial<UserRepresentation>): string | undefined {
  if (given.firstName === undefined && given.lastName === undefined) return undefined;
  return [given.firstName ?? '', given.lastName ?? ''].join(' ').trim();
}

function represent(user: User): Omit<UserRepresentation, 'credentials'> {
  const [firstName = '', ...rest] = user.name.split(' ');
  return {
    id: user.id,
    username: user.email,
    email: user.email,
    firstName,
    lastName: rest.join(' '),
    emailVerified: user.emailVerified,
    enabled: user.enabled,
    requiredActions: user.emailVerified ? [] : ['VERIFY_EMAIL'],
    createdTimestamp: user.createdAt,
  };
}
