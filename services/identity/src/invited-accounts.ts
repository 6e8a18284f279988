import { conflict, parseFields } from '@symbio/runtime';
import type { UserRole } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import { userEvents, type FindPersonResponse } from '@symbio/proto/identity';
import type { Accounts } from './accounts.js';
import { userEvent } from './events.js';
import type { UserRow } from './model.js';
import type { GrantRepository, UserRepository } from './repository.js';
import { addressSchema, checkAddress, nameSchema, passwordSchema, unusablePassword } from './sign-up.js';
import type { By, Users } from './users.js';

/** Role of invited people, as after registration (AUTH-25). */
const ROLE: UserRole = 'customer';

const form = z.object({ name: nameSchema, email: addressSchema, password: passwordSchema });
type Form = z.infer<typeof form>;

export interface InvitedAccount extends Form {
  /** Of the project; empty: the operator of the installation. */
  organizationId: string;
}

export interface InvitedAccountDeps {
  accounts: Pick<Accounts, 'createAccount' | 'findAccount' | 'grantRole' | 'confirmAccount'>;
  users: Pick<Users, 'register'>;
  userRows: Pick<UserRepository, 'find' | 'change'>;
  grants: Pick<GrantRepository, 'read'>;
}

const accountExists = () =>
  conflict('account_exists', 'This address has an account. Sign in with it to accept the invitation.');

/** Accounts of invited people. The project service keeps the invitations, and has verified the mailed link. */
export function createInvitedAccounts({ accounts, users, userRows, grants }: InvitedAccountDeps) {
  /** Unconfirmed account of an address: a new one, or that of a pending registration. */
  async function openAccount({ name, email }: Form): Promise<string> {
    const created = await accounts.createAccount({ name, email, password: unusablePassword() });
    if (created) return created;
    const existing = await accounts.findAccount(email);
    if (!existing?.awaitsConfirmation) throw accountExists();
    return existing.id;
  }

  return {
    /** Person who can sign in with an address. @throws AppError INVALID_ARGUMENT, UNAVAILABLE */
    async find(input: string): Promise<FindPersonResponse> {
      const none = { userId: '', hasAccount: false, role: '', organizationId: '' };
      const account = await accounts.findAccount(checkAddress(input));
      if (!account || account.awaitsConfirmation) return none;
      const user = await userRows.find(account.id);
      if (!user || user.disabled || user.erasedAt) return { ...none, hasAccount: true };
      const { _id: userId, role, organizationId = '' } = user;
      return { userId, hasAccount: true, role, organizationId };
    },

    /**
     * Creates a confirmed account. The link proved the address, so a pending registration of it is replaced.
     * @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION (account_exists), UNAVAILABLE
     */
    async create({ organizationId, ...input }: InvitedAccount, context: By): Promise<UserRow> {
      const checked = parseFields<Form>(form, input);
      const { name, email, password } = checked;
      const userId = await openAccount(checked);
      const user = await users.register(
        { userId, email, name, realmRoles: [ROLE] },
        context,
        organizationId || undefined,
      );
      // an account that was ever used keeps its password
      if (!user.awaitsFirstSignIn || user.disabled) throw accountExists();
      await accounts.grantRole(userId, user.role);
      await accounts.confirmAccount(userId, { name, password });
      const settle = () => ({
        name,
        organizationId: organizationId || undefined,
        registration: undefined,
        confirmationDue: undefined,
        confirmationTries: undefined,
      });
      const stored = await grants.read();
      const isSame = user.name === name && (user.organizationId ?? '') === organizationId;
      const publish = (row: UserRow) => (isSame ? [] : [userEvent(userEvents.changed, row, stored)]);
      return (await userRows.change(userId, context.actor, settle, publish)) ?? user;
    },
  };
}

export type InvitedAccounts = ReturnType<typeof createInvitedAccounts>;
