import type { UserRole } from '@symbio/proto/identity/vocabulary';

/** What a person registers with. */
export interface NewAccount {
  name: string;
  /** Lower case. */
  email: string;
  password: string;
}

/** An account at the identity provider. */
export interface Account {
  id: string;
  /** Whether nobody can sign in with it before its address is confirmed (AUTH-21). */
  awaitsConfirmation: boolean;
}

/**
 * The accounts at the identity provider, which keeps the passwords. Every call throws AppError UNAVAILABLE when the
 * provider does not answer, or not as it should, and every call that names an account by its id throws AppError
 * NOT_FOUND (`account_not_found`) when the provider has none of that id.
 */
export interface Accounts {
  /**
   * Makes an account that waits for its address to be confirmed.
   *
   * @returns its id, or undefined when the address has an account
   * @throws AppError INVALID_ARGUMENT when the provider does not take the password or the address
   */
  createAccount(account: NewAccount): Promise<string | undefined>;
  /** The account of an address, whatever the case. */
  findAccount(email: string): Promise<Account | undefined>;
  /**
   * Gives an account the name and the password of the registration whose mailed link was followed, and confirms its address.
   * Doing it again changes nothing.
   *
   * @throws AppError INVALID_ARGUMENT (`password`) when the provider does not take it; nothing has changed then
   */
  confirmAccount(id: string, registration: Pick<NewAccount, 'name' | 'password'>): Promise<void>;
  /**
   * Sets the password that a person chose anew, and ends all sessions of the account: no refresh token of it is good from
   * then on; access tokens run out by themselves (minutes).
   *
   * @param provesAddress whether the person came by a mailed link: then the address counts as confirmed from now on
   * @throws AppError INVALID_ARGUMENT (`password`) when the provider does not take it; nothing has changed then
   */
  changePassword(id: string, password: string, provesAddress: boolean): Promise<void>;
  /** Gives an account a role of the realm; giving it again changes nothing. */
  grantRole(id: string, role: UserRole): Promise<void>;
  /**
   * Makes a role the only one of the product's three that an account has; roles of other kinds stay. Setting it again
   * changes nothing. Tokens made from now on carry it; the new role is given before the old one is taken, so that nobody
   * is without one in between.
   */
  setRole(id: string, role: UserRole): Promise<void>;
  /**
   * Lets people sign in with an account, or no longer. Closing it ends all its sessions: no refresh token of it is good
   * from then on; access tokens run out by themselves (minutes). Doing it again changes nothing.
   */
  setEnabled(id: string, enabled: boolean): Promise<void>;
  /** Removes an account with its sessions, for good: the address is free for another one. */
  deleteAccount(id: string): Promise<void>;
}
