import { randomUUID } from 'node:crypto';
import { AppError, createLogger, systemClock } from '@symbio/runtime';
import { keycloakAccounts, type KeycloakSettings } from '@symbio/identity/keycloak-accounts';
import { keycloakVerifier } from '../../src/http/auth/keycloak.js';
import { identityProvider, type SessionTokens } from '../../src/sign-in/provider.js';

export interface ProviderUnderTest {
  url: string;
  adminSecret: string;
  /** Origin of the product as configured at the provider; no server listens there. */
  publicUrl: string;
  close: () => Promise<void>;
}

export const REALM = 'symbio';
export const CLIENT = 'symbio-web';
export const PASSWORD = 'a long password';
export const OTHER_PASSWORD = 'another password';

export async function refusalOf(
  call: Promise<unknown>,
): Promise<Pick<AppError, 'code' | 'reason' | 'message' | 'fields'>> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof AppError)) throw new Error('the call was not refused', { cause: thrown });
  const { code, reason, message, fields } = thrown;
  return { code, reason, message, fields };
}

export const newEmail = (): string => `${randomUUID()}@example.test`;

export interface Users {
  under: ProviderUnderTest;
  settings: KeycloakSettings & { KEYCLOAK_CLIENT: string };
  accounts: ReturnType<typeof keycloakAccounts>;
  accountsWith: (changed: Partial<KeycloakSettings>) => ReturnType<typeof keycloakAccounts>;
  provider: ReturnType<typeof identityProvider>;
  verifier: ReturnType<typeof keycloakVerifier>;
  newcomer: (personName?: string) => Promise<{ id: string; email: string }>;
  person: (personName?: string) => Promise<{ id: string; email: string }>;
  rolesOf: (tokens: SessionTokens) => Promise<string[]>;
}

export function usersOf(under: ProviderUnderTest): Users {
  const settings: Users['settings'] = {
    KEYCLOAK_URL: under.url,
    KEYCLOAK_REALM: REALM,
    KEYCLOAK_CLIENT: CLIENT,
    KEYCLOAK_ADMIN_CLIENT: 'symbio-identity',
    KEYCLOAK_ADMIN_SECRET: under.adminSecret,
  };
  const accountsWith = (changed: Partial<KeycloakSettings>) =>
    keycloakAccounts({ ...settings, ...changed }, systemClock, createLogger({ name: 'contract', level: 'silent' }));
  const accounts = accountsWith({});
  const provider = identityProvider(settings);
  const verifier = keycloakVerifier(settings);

  async function newcomer(personName = 'Nora van North'): Promise<{ id: string; email: string }> {
    const email = newEmail();
    const id = await accounts.createAccount({ name: personName, email, password: PASSWORD });
    if (id === undefined) throw new Error('the account was not made');
    await accounts.grantRole(id, 'customer');
    return { id, email };
  }
  async function person(personName = 'Nora van North'): Promise<{ id: string; email: string }> {
    const made = await newcomer(personName);
    await accounts.confirmAccount(made.id, { name: personName, password: PASSWORD });
    return made;
  }
  const rolesOf = async (tokens: SessionTokens): Promise<string[]> =>
    (await verifier.verify(tokens.accessToken)).realmRoles;

  return {
    under,
    settings,
    accounts,
    accountsWith,
    provider,
    verifier,
    newcomer,
    person,
    rolesOf,
  };
}
