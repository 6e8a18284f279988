import { AppError, invalidFields, type Clock, type Logger } from '@symbio/kit';
import { z } from 'zod';
import type { Accounts } from './accounts.js';
import type { IdentityConfig } from './config.js';

export type KeycloakSettings = Pick<
  IdentityConfig,
  | 'KEYCLOAK_URL'
  | 'KEYCLOAK_REALM'
  | 'KEYCLOAK_CLIENT'
  | 'KEYCLOAK_ADMIN_CLIENT'
  | 'KEYCLOAK_ADMIN_SECRET'
  | 'PUBLIC_URL'
>;

/** Milliseconds to wait for each answer of Keycloak. */
const LIMIT_MS = 5_000;
/** Milliseconds before its end at which an access token is no longer used. */
const TOKEN_MARGIN_MS = 10_000;
/** Keycloak's name for "must confirm the address before signing in". */
const VERIFY_EMAIL = 'VERIFY_EMAIL';

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const usersAnswer = z.array(
  z.object({
    id: z.string(),
    enabled: z.boolean().default(false),
    emailVerified: z.boolean().default(false),
    requiredActions: z.array(z.string()).default([]),
  }),
);
const roleAnswer = z.object({ id: z.string(), name: z.string() });
/** Keycloak names a refused password in `error`, any other refused value in `errorMessage`. */
const refusalAnswer = z.object({
  error: z.string().default(''),
  error_description: z.string().default(''),
  errorMessage: z.string().default(''),
});

/** First name and the rest: Keycloak keeps a name in two parts and joins them with a space in its tokens. */
function nameParts(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** Accounts of a Keycloak realm over its admin REST interface, as a client with the role manage-users. */
export function keycloakAccounts(config: KeycloakSettings, clock: Clock, log: Logger): Accounts {
  const realm = encodeURIComponent(config.KEYCLOAK_REALM);
  const base = config.KEYCLOAK_URL.replace(/\/+$/, '');
  let held: { token: string; until: number } | undefined;

  /** What the person hears when Keycloak fails; the log has the reason, for somebody has to repair it. */
  function unavailable(cause: unknown): AppError {
    log.error({ err: cause }, 'Keycloak does not answer as it should');
    return new AppError(
      'UNAVAILABLE',
      'sign_up_unavailable',
      'Creating an account is not possible right now. Please try again in a moment.',
      { cause },
    );
  }

  async function send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async function answerOf<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
    try {
      return schema.parse(await response.json());
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /** An answer nobody expected. The query stays out of the log: it may hold an address. */
  async function unexpected(response: Response): Promise<AppError> {
    const { status, url } = response;
    const words = (await response.text()).slice(0, 300);
    return unavailable(new Error(`Keycloak answered ${status} to ${new URL(url).pathname}: ${words}`));
  }

  async function accessToken(): Promise<string> {
    const now = clock.now().getTime();
    if (held && held.until > now) return held.token;
    const response = await send(`${base}/realms/${realm}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: config.KEYCLOAK_ADMIN_CLIENT,
        client_secret: config.KEYCLOAK_ADMIN_SECRET,
      }),
    });
    if (!response.ok) throw await unexpected(response);
    const { access_token: token, expires_in: seconds } = await answerOf(response, tokenAnswer);
    held = { token, until: now + seconds * 1000 - TOKEN_MARGIN_MS };
    return token;
  }

  async function admin(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await send(`${base}/admin/realms/${realm}${path}`, {
      method,
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    // revoked, or Keycloak has other keys now: the next call asks for a new one
    if (response.status === 401) held = undefined;
    return response;
  }

  /** The refusal of a value as the field it is about; anything else is not the person's doing. */
  async function refusal(response: Response): Promise<AppError> {
    if (response.status !== 400) return unexpected(response);
    const parsed = refusalAnswer.safeParse(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    const { error, error_description: description, errorMessage } = parsed.data ?? refusalAnswer.parse({});
    const code = error || errorMessage;
    if (code.startsWith('invalidPassword'))
      return invalidFields({ password: description || 'This password is not accepted. Please choose another one.' });
    if (/email/i.test(code)) return invalidFields({ email: 'Invalid email address' });
    return unexpected(response);
  }

  const user = (id: string): string => `/users/${encodeURIComponent(id)}`;

  return {
    async createAccount({ name, email, password }) {
      const response = await admin('POST', '/users', {
        username: email,
        email,
        ...nameParts(name),
        enabled: true,
        emailVerified: false,
        requiredActions: [VERIFY_EMAIL],
        credentials: [{ type: 'password', value: password, temporary: false }],
      });
      if (response.status === 409) return undefined;
      if (!response.ok) throw await refusal(response);
      const id = response.headers.get('location')?.split('/').at(-1);
      if (!id) throw unavailable(new Error('Keycloak made an account without saying where'));
      return id;
    },

    async findAccount(email) {
      const response = await admin('GET', `/users?${new URLSearchParams({ email, exact: 'true' }).toString()}`);
      if (!response.ok) throw await unexpected(response);
      const [found] = await answerOf(response, usersAnswer);
      if (!found) return undefined;
      const { id, enabled, emailVerified, requiredActions } = found;
      return { id, awaitsConfirmation: enabled && !emailVerified && requiredActions.includes(VERIFY_EMAIL) };
    },

    async replacePassword(id, password) {
      const response = await admin('PUT', `${user(id)}/reset-password`, {
        type: 'password',
        value: password,
        temporary: false,
      });
      if (!response.ok) throw await refusal(response);
    },

    async grantRole(id, role) {
      const found = await admin('GET', `/roles/${encodeURIComponent(role)}`);
      if (!found.ok) throw await unexpected(found);
      const granted = await admin('POST', `${user(id)}/role-mappings/realm`, [await answerOf(found, roleAnswer)]);
      if (!granted.ok) throw await unexpected(granted);
    },

    async sendConfirmation(id) {
      const query = new URLSearchParams({
        client_id: config.KEYCLOAK_CLIENT,
        redirect_uri: new URL('/login?confirmed=1', config.PUBLIC_URL).href,
      });
      const response = await admin('PUT', `${user(id)}/send-verify-email?${query.toString()}`);
      if (!response.ok) throw await unexpected(response);
    },
  };
}
