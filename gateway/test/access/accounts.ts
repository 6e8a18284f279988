import { createAccount } from '@symbio/fixtures/issuer-admin';
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
import type { System } from './system.js';
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

/** Several: repeated sign-ins to one trigger the guessing limit. */
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
  const token = await serviceAccountToken(system.issuerUrl);
  const entries = people.map(async ({ name, role }): Promise<[Name, Account]> => {
    const email = `${newId()}@access.test`;
    const account = { email, firstName: name, lastName: 'Of the matrix', password: PASSWORD, role };
    const id = await createAccount(system.issuerUrl, token, account);
    return [name, { id, email, tokens: await signIn(system.issuerUrl, email, PASSWORD) }];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, Account>;
}
