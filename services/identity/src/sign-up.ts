import { randomBytes } from 'node:crypto';
import { parseFields } from '@symbio/runtime';
import type { UserRole } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import type { Accounts } from './accounts.js';
import { sameSecret } from './api-keys.js';
import type { Confirmations } from './confirmations.js';
import { MAX_NAME, type By, type Users } from './users.js';

/** Minimum characters of a password (AUTH-15, CONST-21), and the maximum, which limits hashing cost. */
const MIN_PASSWORD = 6;
const MAX_PASSWORD = 200;
/** Maximum characters of an e-mail address: Keycloak's column size, one more than RFC 5321 allows. */
const MAX_EMAIL = 255;
/** As the registration form: text, @, a domain with a dot. The confirmation mail checks that it exists. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
/** Role of new users (AUTH-25); administrators may change it. */
const ROLE: UserRole = 'customer';

export interface SignUpInput {
  name: string;
  email: string;
  password: string;
  secretWord: string;
}

/** Validates a new password for every form (AUTH-15). */
export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD, `Password must be at least ${MIN_PASSWORD} characters long`)
  .max(MAX_PASSWORD, `Password is too long (at most ${MAX_PASSWORD} characters)`);

/** Validates a recipient address; lower-cases it. */
export const addressSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email address is required')
  .max(MAX_EMAIL, `Email address is too long (at most ${MAX_EMAIL} characters)`)
  .regex(EMAIL, 'Invalid email address');

/** Validates a person's name in a form. */
export const nameSchema = z
  .string()
  .trim()
  .min(1, 'Full name is required')
  .max(MAX_NAME, `Full name is too long (at most ${MAX_NAME} characters)`);

const signUpSchema = (secretWord: string) =>
  z.object({
    name: nameSchema,
    email: addressSchema,
    password: passwordSchema,
    secretWord: z
      .string()
      .refine((word) => sameSecret(word, secretWord), 'Invalid secret word. Please check and try again.'),
  });

/**
 * Validates a form, the secret word in constant time (AUTH-15, AUTH-16, OP-11). @throws AppError with all bad fields
 */
export const checkSignUp = (input: SignUpInput, secretWord: string): SignUpInput =>
  parseFields<SignUpInput>(signUpSchema(secretWord), input);

export interface SignUpDeps {
  accounts: Pick<Accounts, 'createAccount' | 'findAccount'>;
  users: Pick<Users, 'register'>;
  confirmations: Pick<Confirmations, 'register'>;
  passwords: { noticeAccount: (email: string) => Promise<void> };
  secretWord: string;
}

/** Bytes of an unknown random password; the characters after it satisfy common password rules. */
const UNUSABLE_BYTES = 48;
export const unusablePassword = (): string => `${randomBytes(UNUSABLE_BYTES).toString('base64url')}aA1!`;

/** Registration (AUTH-11 to AUTH-22). */
export function createSignUp({ accounts, users, confirmations, passwords, secretWord }: SignUpDeps) {
  /** Unconfirmed account: a new one, or the existing one of this address. */
  async function openAccount({ name, email }: SignUpInput): Promise<string | undefined> {
    // the form's password applies only through the mailed link
    const created = await accounts.createAccount({ name, email, password: unusablePassword() });
    if (created) return created;
    const existing = await accounts.findAccount(email);
    return existing?.awaitsConfirmation ? existing.id : undefined;
  }

  /**
   * Creates account, user and human author, and schedules the confirmation link. Name and password of the form are
   * stored with the link and applied when it is used. The owner of an address with an account in use gets a notice by
   * mail; the response is the same. The slow rest (role, mail) follows the response, so its time reveals nothing.
   * Idempotent: signing up again after a failure finishes the registration.
   *
   * @throws AppError INVALID_ARGUMENT, UNAVAILABLE
   */
  return async function signUp(input: SignUpInput, context: By): Promise<void> {
    const form = checkSignUp(input, secretWord);
    const { name, email } = form;
    const userId = await openAccount(form);
    const user = userId && (await users.register({ userId, email, name, realmRoles: [ROLE] }, context));
    // an account that was ever used keeps its password, even if its address must be confirmed again
    if (user && user.awaitsFirstSignIn) await confirmations.register(user._id, form, context);
    else await passwords.noticeAccount(email);
  };
}

export type SignUp = ReturnType<typeof createSignUp>;

const addressForm = z.object({ email: addressSchema });

/** Validates an entered address. @throws AppError with the bad field */
export const checkAddress = (email: string): string => parseFields<{ email: string }>(addressForm, { email }).email;

/** Sends another confirmation link to people who lost the first one (AUTH-09). */
export function createResendConfirmation({
  accounts,
  confirmations,
}: {
  accounts: Pick<Accounts, 'findAccount'>;
  confirmations: Pick<Confirmations, 'resend'>;
}) {
  /** Schedules a link if the address awaits one. @throws AppError INVALID_ARGUMENT, UNAVAILABLE */
  return async function resend(email: string, context: By): Promise<void> {
    const account = await accounts.findAccount(checkAddress(email));
    if (account?.awaitsConfirmation) await confirmations.resend(account.id, context);
  };
}

export type ResendConfirmation = ReturnType<typeof createResendConfirmation>;
