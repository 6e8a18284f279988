import { randomUUID } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import { createTransport } from 'nodemailer';
import { bearerOf, returnsTo } from './http.js';
import { messagePage, PAGE_HEADERS } from './pages.js';
import type { ServiceAccount } from './oidc-parts.js';
import { hashPassword } from './passwords.js';
import type { IssuerStore, User } from './store.js';
import { REALM, type Tokens } from './tokens.js';

const BASE = `/admin/realms/${REALM}`;
/** As the product's sign-up form asks (AUTH-15). */
const MIN_PASSWORD = 6;
/** Keycloak's default for links a person asked for is 12 hours when an administrator sends them. */
const LINK_SECONDS = 12 * 3600;
const VERIFY_EMAIL = 'verify-email';
const ROLES = ['administrator', 'symbio', 'customer'];

/** A user as Keycloak's REST interface shows and takes it; only what the identity service needs. */
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

/** How confirmation links are mailed. */
interface MailSettings {
  /** Where mail goes; without it the link is refused with 500, as Keycloak does without a mail server. */
  smtpUrl?: string;
  /** Origin whose `/api/auth/confirm` the link leads to; without it, to the issuer itself. */
  publicUrl?: string;
}

/**
 * The part of Keycloak's admin REST interface that the identity service uses: make, find, change and remove accounts,
 * set passwords and roles, end sessions, and mail the link that confirms an address. Only the service account's token
 * opens it. As with its three roles in Keycloak, roles are seen through the account that has them or may be given them.
 */
export function adminRoutes(
  store: IssuerStore,
  tokens: Tokens,
  serviceAccount: ServiceAccount,
  { smtpUrl, publicUrl }: MailSettings,
  now: () => number,
): Router {
  const router = express.Router();
  const body = express.json({ limit: '64kb' });

  router.use(BASE, async (request, response, next) => {
    const claims = await tokens.read(bearerOf(request), 'Bearer');
    if (claims === undefined) response.status(401).json({ error: 'HTTP 401 Unauthorized' });
    else if (claims.azp !== serviceAccount.clientId || claims.sid !== undefined) {
      response.status(403).json({ error: 'HTTP 403 Forbidden' });
    } else next();
  });

  const withUser =
    (handle: (user: User, request: Request, response: Response) => Promise<void> | void) =>
    async (request: Request, response: Response): Promise<void> => {
      const user = store.user(String(request.params.id));
      if (user) await handle(user, request, response);
      else response.status(404).json({ error: 'User not found' });
    };

  router.post(`${BASE}/users`, body, async (request, response) => {
    const given = representationOf(request);
    const email = (given.email ?? given.username ?? '').trim().toLowerCase();
    const password = given.credentials?.find((credential) => credential.type === 'password')?.value;
    if (!email.includes('@')) {
      response.status(400).json({ field: 'email', errorMessage: 'error-invalid-email' });
      return;
    }
    const problem = password === undefined ? undefined : weak(password);
    if (problem !== undefined) {
      response.status(400).json(problem);
      return;
    }
    const passwordHash = password === undefined ? undefined : await hashPassword(password, store.passwordCost);
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
      .location(`${new URL(tokens.issuer).origin}${BASE}/users/${user.id}`)
      .end();
  });

  router.get(`${BASE}/users`, (request, response) => {
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
    `${BASE}/users/:id`,
    withUser((user, _request, response) => void response.json(represent(user))),
  );

  router.put(
    `${BASE}/users/:id`,
    body,
    withUser(async (user, request, response) => {
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
    `${BASE}/users/:id`,
    withUser(async (user, _request, response) => {
      await store.deleteUser(user.id);
      response.sendStatus(204);
    }),
  );

  router.put(
    `${BASE}/users/:id/reset-password`,
    body,
    withUser(async (user, request, response) => {
      const { value } = (request.body ?? {}) as { value?: unknown };
      const password = typeof value === 'string' ? value : '';
      const problem = weak(password);
      if (problem !== undefined) {
        response.status(400).json(problem);
        return;
      }
      await store.putUser({ ...user, passwordHash: await hashPassword(password, store.passwordCost) });
      await store.endSessions((session) => session.userId === user.id);
      response.sendStatus(204);
    }),
  );

  router.get(
    `${BASE}/users/:id/role-mappings/realm`,
    withUser((user, _request, response) => void response.json(user.roles.map(representRole))),
  );
  router.get(
    `${BASE}/users/:id/role-mappings/realm/available`,
    withUser(
      (user, _request, response) =>
        void response.json(ROLES.filter((role) => !user.roles.includes(role)).map(representRole)),
    ),
  );
  const changeRoles = (change: (roles: string[], named: string[]) => string[]) =>
    withUser(async (user, request, response) => {
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
    `${BASE}/users/:id/role-mappings/realm`,
    body,
    changeRoles((roles, named) => [...new Set([...roles, ...named])]),
  );
  router.delete(
    `${BASE}/users/:id/role-mappings/realm`,
    body,
    changeRoles((roles, named) => roles.filter((role) => !named.includes(role))),
  );
  router.post(
    `${BASE}/users/:id/logout`,
    withUser(async (user, _request, response) => {
      await store.endSessions((session) => session.userId === user.id);
      response.sendStatus(204);
    }),
  );

  router.put(
    `${BASE}/users/:id/send-verify-email`,
    withUser(async (user, request, response) => {
      const back = typeof request.query.redirect_uri === 'string' ? request.query.redirect_uri : undefined;
      if (back !== undefined && !returnsTo(publicUrl)('confirmed', back)) {
        response.status(400).json({ errorMessage: 'Invalid redirect uri.' });
        return;
      }
      if (smtpUrl === undefined) {
        response.status(500).json({ errorMessage: 'Failed to send execute actions email: SMTP_URL is not set' });
        return;
      }
      const token = await tokens.forAction({ typ: VERIFY_EMAIL, email: user.email, back }, user.id, LINK_SECONDS);
      const link =
        publicUrl === undefined
          ? `${tokens.issuer}/login-actions/action-token?key=${encodeURIComponent(token)}`
          : `${publicUrl}/api/auth/confirm?token=${encodeURIComponent(token)}`;
      await createTransport(smtpUrl).sendMail({
        from: 'Symbio <no-reply@symbio.test>',
        to: user.email,
        subject: 'Confirm your email address',
        text: `Hello ${user.name},\n\nopen this link to confirm your email address and start using Symbio:\n\n${link}\n\nIt is good for 12 hours. If you did not sign up, ignore this message.\n`,
      });
      response.sendStatus(204);
    }),
  );

  // What the mailed link opens. It is not under /admin: whoever can read the mail may follow it.
  router.get(`/realms/${REALM}/login-actions/action-token`, async (request, response) => {
    const claims = await tokens.read(typeof request.query.key === 'string' ? request.query.key : '', VERIFY_EMAIL);
    const user = claims?.sub === undefined ? undefined : store.user(claims.sub);
    const back = typeof claims?.back === 'string' ? claims.back : undefined;
    // a link for an address that changed meanwhile, or one that was followed before, confirms nothing
    if (!user || user.email !== claims?.email || user.emailVerified) {
      response
        .status(400)
        .set(PAGE_HEADERS)
        .send(messagePage('Link not valid', 'This confirmation link is over or was used before.'));
      return;
    }
    await store.putUser({ ...user, emailVerified: true });
    if (back !== undefined) response.redirect(302, back);
    else response.set(PAGE_HEADERS).send(messagePage('Address confirmed', 'You can sign in now.'));
  });

  return router;
}

function representationOf(request: Request): Partial<UserRepresentation> {
  return (request.body as Partial<UserRepresentation> | undefined) ?? {};
}

function nameOf(given: Partial<UserRepresentation>): string | undefined {
  if (given.firstName === undefined && given.lastName === undefined) return undefined;
  return [given.firstName ?? '', given.lastName ?? ''].join(' ').trim();
}

/** Keycloak's refusal of a password, or undefined for one that is long enough. */
function weak(password: string): { error: string; error_description: string } | undefined {
  if (password.length >= MIN_PASSWORD) return undefined;
  return {
    error: 'invalidPasswordMinLengthMessage',
    error_description: `Invalid password: minimum length ${MIN_PASSWORD}.`,
  };
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

function representRole(name: string): { id: string; name: string } {
  return { id: name, name };
}
