import KeycloakAdminClient, { NetworkError, fetchWithError } from '@keycloak/keycloak-admin-client';
import { AppError, invalidFields, type Clock, type Logger } from '@symbio/runtime';
import { isUserRole } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import type { Accounts } from './accounts.js';
import type { IdentityConfig } from './config.js';

export type KeycloakSettings = Pick<
  IdentityConfig,
  | 'KEYCLOAK_URL'
  | 'KEYCLOAK_REALM'
  | 'KEYCLOAK_ADMIN_CLIENT'
  | 'KEYCLOAK_ADMIN_SECRET'
  | 'KEYCLOAK_ADMIN_SECRET_PREVIOUS'
>;

/** Default timeout of each Keycloak call in milliseconds. */
const LIMIT_MS = 5_000;
/** Milliseconds before its expiry at which an access token is renewed. */
const TOKEN_MARGIN_MS = 10_000;
/** Keycloak's required action to confirm the address before sign-in. */
const VERIFY_EMAIL = 'VERIFY_EMAIL';
/** User-facing messages for Keycloak failures, by operation. */
const SIGN_UP_AWAY = ['sign_up_unavailable', 'Creating an account is not possible right now.'] as const;
const CHANGE_AWAY = ['accounts_unavailable', 'Accounts cannot be changed right now.'] as const;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const createdAnswer = z.object({ id: z.string().min(1) });
const userAnswer = z.object({
  id: z.string(),
  enabled: z.boolean().default(false),
  emailVerified: z.boolean().default(false),
  requiredActions: z.array(z.string()).default([]),
});
const usersAnswer = z.array(userAnswer);
const rolesAnswer = z.array(z.object({ id: z.string(), name: z.string() }));
/** Keycloak names a rejected password in `error`, any other rejected value in `errorMessage`. */
const refusalAnswer = z.object({
  error: z.string().default(''),
  error_description: z.string().default(''),
  errorMessage: z.string().default(''),
});

/** First name and the rest: Keycloak stores two parts and joins them with a space in its tokens. */
function nameParts(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

function refusal(thrown: NetworkError): AppError | undefined {
  if (thrown.response.status !== 400) return undefined;
  const parsed = refusalAnswer.safeParse(thrown.responseData);
  const { error, error_description: description, errorMessage } = parsed.data ?? refusalAnswer.parse({});
  const code = error || errorMessage;
  if (code.startsWith('invalidPassword'))
    return invalidFields({ password: description || 'This password is not accepted. Please choose another one.' });
  if (/email/i.test(code)) return invalidFields({ email: 'Invalid email address' });
  return undefined;
}

/**
 * Loggable part of a failure, without the query, which may contain an address, and without the library's error, which
 * contains the whole response.
 */
function reason(thrown: unknown): unknown {
  if (!(thrown instanceof NetworkError)) return thrown;
  const { status, url } = thrown.response;
  const words = JSON.stringify(thrown.responseData ?? '').slice(0, 300);
  return new Error(`Keycloak answered ${status} to ${new URL(url).pathname}: ${words}`);
}

const statusOf = (thrown: unknown): number | undefined =>
  thrown instanceof NetworkError ? thrown.response.status : undefined;

/**
 * Accounts of a Keycloak realm through its admin REST API, as a client whose service account has the roles
 * manage-users, view-users and query-users of realm-management.
 */
export function keycloakAccounts(
  config: KeycloakSettings,
  clock: Clock,
  log: Logger,
  limitMs: number = LIMIT_MS,
): Accounts {
  const baseUrl = config.KEYCLOAK_URL.replace(/\/+$/, '');
  const realm = config.KEYCLOAK_REALM;
  const client = new KeycloakAdminClient({ baseUrl, realmName: realm, timeout: limitMs });
  let held: { token: string; until: number } | undefined;

  /**
   * Gets a token by client credentials: the library renews only by refresh token, which this grant does not provide.
   */
  async function accessToken(): Promise<string> {
    const now = clock.now().getTime();
    if (held && held.until > now) return held.token;
    const answer = await withEitherSecret((secret) => requestToken(secret));
    const { access_token: token, expires_in: seconds } = tokenAnswer.parse(await answer.json());
    held = { token, until: now + seconds * 1000 - TOKEN_MARGIN_MS };
    return token;
  }

  /** Keycloak accepts one secret at a time: during a change, the old or the new one. */
  async function withEitherSecret<T>(call: (secret: string) => Promise<T>): Promise<T> {
    const { KEYCLOAK_ADMIN_SECRET: secret, KEYCLOAK_ADMIN_SECRET_PREVIOUS: other } = config;
    try {
      return await call(secret);
    } catch (thrown) {
      const status = statusOf(thrown);
      if (!other || (status !== 400 && status !== 401)) throw thrown;
      return call(other);
    }
  }

  function requestToken(secret: string) {
    return fetchWithError(`${baseUrl}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: config.KEYCLOAK_ADMIN_CLIENT,
        client_secret: secret,
      }),
      signal: AbortSignal.timeout(limitMs),
    });
  }
  client.registerTokenProvider({ getAccessToken: accessToken });

  /** Retries calls with a new token if Keycloak rejects the current one: its keys may have changed. */
  async function authorized<T>(calls: () => Promise<T>): Promise<T> {
    const used = held;
    try {
      return await calls();
    } catch (thrown) {
      if (statusOf(thrown) !== 401 || !used) throw thrown;
      if (held === used) held = undefined;
      return calls();
    }
  }

  /** Runs calls and converts errors to user-facing ones; logs the details. */
  async function request<T>([code, sentence]: readonly [string, string], calls: () => Promise<T>): Promise<T> {
    try {
      return await authorized(calls);
    } catch (thrown) {
      if (thrown instanceof AppError) throw thrown;
      const refused = thrown instanceof NetworkError ? refusal(thrown) : undefined;
      if (refused) throw refused;
      const cause = reason(thrown);
      log.error({ err: cause }, 'Keycloak does not answer as it should');
      throw new AppError('UNAVAILABLE', code, `${sentence} Please try again in a moment.`, { cause });
    }
  }

  /** Calls about one account, which may no longer exist. */
  const requestForAccount = <T>(away: readonly [string, string], calls: () => Promise<T>): Promise<T> =>
    request(away, async () => {
      try {
        return await calls();
      } catch (thrown) {
        if (statusOf(thrown) !== 404) throw thrown;
        throw new AppError(
          'NOT_FOUND',
          'account_not_found',
          'This person has no account to sign in with. Ask them to register again.',
          {
            cause: reason(thrown),
          },
        );
      }
    });

  async function productRoles(id: string): Promise<Record<'held' | 'missing', z.infer<typeof rolesAnswer>>> {
    const ofProduct = (roles: unknown) => rolesAnswer.parse(roles).filter(({ name }) => isUserRole(name));
    return {
      held: ofProduct(await client.users.listRealmRoleMappings({ id })),
      missing: ofProduct(await client.users.listAvailableRealmRoleMappings({ id })),
    };
  }

  async function setPassword(id: string, password: string): Promise<void> {
    await client.users.resetPassword({ id, credential: { type: 'password', value: password, temporary: false } });
  }

  async function confirmAddress(id: string, more: Partial<ReturnType<typeof nameParts>> = {}): Promise<void> {
    const { requiredActions } = userAnswer.parse(await client.users.findOne({ id }));
    const left = requiredActions.filter((action) => action !== VERIFY_EMAIL);
    await client.users.update({ id }, { ...more, emailVerified: true, requiredActions: left });
  }

  return {
    createAccount: ({ name, email, password }) =>
      request(SIGN_UP_AWAY, async () => {
        try {
          const created = await client.users.create({
            username: email,
            email,
            ...nameParts(name),
            enabled: true,
            emailVerified: false,
            requiredActions: [VERIFY_EMAIL],
            credentials: [{ type: 'password', value: password, temporary: false }],
          });
          return createdAnswer.parse(created).id;
        } catch (thrown) {
          if (statusOf(thrown) === 409) return undefined;
          throw thrown;
        }
      }),

    findAccount: (email) =>
      request(SIGN_UP_AWAY, async () => {
        const [found] = usersAnswer.parse(await client.users.find({ email, exact: true }));
        if (!found) return undefined;
        const { id, enabled, emailVerified, requiredActions } = found;
        return { id, awaitsConfirmation: enabled && !emailVerified && requiredActions.includes(VERIFY_EMAIL) };
      }),

    confirmAccount: (id, { name, password }) =>
      requestForAccount(SIGN_UP_AWAY, async () => {
        await setPassword(id, password);
        await confirmAddress(id, nameParts(name));
      }),

    changePassword: (id, password, provesAddress) =>
      requestForAccount(CHANGE_AWAY, async () => {
        await setPassword(id, password);
        if (provesAddress) await confirmAddress(id);
        // last: a session begun concurrently with the old password would otherwise survive
        await client.users.logout({ id });
      }),

    grantRole: (id, role) =>
      requestForAccount(SIGN_UP_AWAY, async () => {
        const { missing } = await productRoles(id);
        await client.users.addRealmRoleMappings({ id, roles: missing.filter(({ name }) => name === role) });
      }),

    setRole: (id, role) =>
      requestForAccount(CHANGE_AWAY, async () => {
        const { held: before, missing } = await productRoles(id);
        const wanted = missing.filter(({ name }) => name === role);
        const others = before.filter(({ name }) => name !== role);
        if (wanted.length > 0) await client.users.addRealmRoleMappings({ id, roles: wanted });
        if (others.length > 0) await client.users.delRealmRoleMappings({ id, roles: others });
      }),

    setEnabled: (id, enabled) =>
      requestForAccount(CHANGE_AWAY, async () => {
        await client.users.update({ id }, { enabled });
        // only now: a session begun concurrently would otherwise survive
        if (!enabled) await client.users.logout({ id });
      }),

    deleteAccount: (id) => requestForAccount(CHANGE_AWAY, () => client.users.del({ id })),
  };
}
