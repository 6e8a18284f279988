/** People of the matrix at the identity provider, through Keycloak's own interface. */
import { newId } from '@symbio/kit';
import { SERVICE_ACCOUNT, type System } from './system.js';
import { serviceAccountToken, signIn, type Tokens } from './credentials.js';

/** Password of everybody in the matrix. */
export const PASSWORD = 'a-password-of-the-matrix';

/** Somebody who has signed in. */
export interface Account {
  id: string;
  email: string;
  tokens: Tokens;
}

/** Makes accounts with a confirmed address and signs each in. */
export async function makeAccounts<Name extends string>(
  system: System,
  people: readonly { name: Name; role: string }[],
): Promise<Record<Name, Account>> {
  const bearer = await serviceAccountToken(system.issuerUrl);
  const call = async (path: string, body: unknown): Promise<Response> => {
    const response = await fetch(`${system.issuerUrl}/admin/realms/symbio${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${SERVICE_ACCOUNT.clientId}: ${path} answered ${response.status}`);
    return response;
  };
  /** Roles are granted as they are known to the realm, by id and name. */
  const roleOf = async (name: string): Promise<unknown> => {
    const response = await fetch(`${system.issuerUrl}/admin/realms/symbio/roles/${name}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    return response.ok ? response.json() : { name };
  };
  const entries = people.map(async ({ name, role }): Promise<[Name, Account]> => {
    const email = `${newId()}@access.test`;
    const created = await call('/users', {
      username: email,
      email,
      firstName: name,
      lastName: 'Of the matrix',
      enabled: true,
      emailVerified: true,
      credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
    });
    const id = created.headers.get('location')?.split('/').at(-1) ?? '';
    await call(`/users/${id}/role-mappings/realm`, [await roleOf(role)]);
    return [name, { id, email, tokens: await signIn(system.issuerUrl, email, PASSWORD) }];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, Account>;
}
