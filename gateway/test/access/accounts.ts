import { newId } from '@symbio/runtime';
import {
  ADMINISTRATOR,
  CREATOR,
  EDITOR,
  ELSEWHERE,
  KEY_ELSEWHERE,
  KEY_HERE,
  KEY_OF_ADMINISTRATOR,
  KEY_OF_EDITOR,
  KEY_OF_STAFF,
  KEY_OF_VIEWER,
  NOWHERE,
  OWNER,
  STAFF,
  STAFF_EDITOR,
  STAFF_VIEWER,
  VIEWER,
  type Key,
  type Person,
} from './callers.js';
import { SERVICE_ACCOUNT, type System } from './system.js';
import { serviceAccountToken, signIn, type Tokens } from './credentials.js';

export const PASSWORD = 'a-password-of-the-matrix';

export const ROLES: Readonly<Record<Person, string>> = {
  [ADMINISTRATOR]: 'administrator',
  [CREATOR]: 'symbio',
  [OWNER]: 'customer',
  [EDITOR]: 'customer',
  [VIEWER]: 'customer',
  [STAFF_EDITOR]: 'symbio',
  [STAFF_VIEWER]: 'symbio',
  [STAFF]: 'symbio',
  [ELSEWHERE]: 'customer',
  [NOWHERE]: 'customer',
};
/** Members of the project and of each spare project (OP-06). */
export const MEMBERS = [
  [OWNER, 'owner'],
  [EDITOR, 'editor'],
  [VIEWER, 'viewer'],
  [STAFF_EDITOR, 'editor'],
  [STAFF_VIEWER, 'viewer'],
] as const;
export const KEY_USERS: Readonly<Record<Key, Person>> = {
  [KEY_OF_ADMINISTRATOR]: ADMINISTRATOR,
  [KEY_HERE]: ADMINISTRATOR,
  [KEY_ELSEWHERE]: ADMINISTRATOR,
  [KEY_OF_STAFF]: STAFF,
  [KEY_OF_EDITOR]: EDITOR,
  [KEY_OF_VIEWER]: VIEWER,
};

/** Disabled accounts; several, since repeated sign-ins to one trigger the guessing limit. */
export const DISABLED = ['disabled 1', 'disabled 2', 'disabled 3'] as const;

export interface Account {
  id: string;
  email: string;
  tokens: Tokens;
}

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
