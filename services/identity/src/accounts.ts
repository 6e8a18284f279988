import type { UserRole } from '@symbio/proto/identity/vocabulary';

export interface NewAccount {
  name: string;
  /** Lower case. */
  email: string;
  password: string;
}

export interface Account {
  id: string;
  /** Whether its address must be confirmed before sign-in (AUTH-21). */
  awaitsConfirmation: boolean;
}

/**
 * Accounts of the identity provider, which stores the passwords. Every call throws AppError UNAVAILABLE if the provider
 * does not respond or fails, and every call with an account id throws AppError NOT_FOUND (`account_not_found`) if the
 * id is unknown.
 */
export interface Accounts {
  /**
   * Creates an account whose address is unconfirmed.
   *
   * @returns its id, or undefined if the address has an account
   * @throws AppError INVALID_ARGUMENT if the provider rejects the password or the address
   */
  createAccount(account: NewAccount): Promise<string | undefined>;
  /** Account of an address, case-insensitive. */
  findAccount(email: string): Promise<Account | undefined>;
  /**
   * Sets an account's name and password from the registration of a confirmation link, and confirms its address.
   * Idempotent.
   *
   * @throws AppError INVALID_ARGUMENT (`password`) if the provider rejects it; nothing has changed then
   */
  confirmAccount(id: string, registration: Pick<NewAccount, 'name' | 'password'>): Promise<void>;
  /**
   * Sets a new password and ends all sessions of the account: access tokens expire by themselves (minutes).
   *
   * @param provesAddress whether the person used a mailed link, which confirms the address
   * @throws AppError INVALID_ARGUMENT (`password`) if the provider rejects it; nothing has changed then
   */
  changePassword(id: string, password: string, provesAddress: boolean): Promise<void>;
  grantRole(id: string, role: UserRole): Promise<void>;
  /**
   * Replaces an account's product role; other roles stay. Idempotent. New tokens carry it; granted before the old one
   * is revoked.
   */
  setRole(id: string, role: UserRole): Promise<void>;
  /**
   * Enables or disables sign-in. Disabling ends all sessions: refresh tokens become invalid; access tokens expire by
   * themselves (minutes). Idempotent.
   */
  setEnabled(id: string, enabled: boolean): Promise<void>;
  /** Permanently deletes an account with its sessions, which frees its address. */
  deleteAccount(id: string): Promise<void>;
}
