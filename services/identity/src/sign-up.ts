import { randomBytes } from 'node:crypto';
import { parseFields } from '@symbio/kit';
import type { UserRole } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import type { Accounts } from './accounts.js';
import { sameSecret } from './api-keys.js';
import type { Confirmations } from './confirmations.js';
import { MAX_NAME, type By, type Users } from './users.js';

/** Fewest characters of a password (AUTH-15, CONST-21), and most: hashing a longer one would only cost time. */
const MIN_PASSWORD = 6;
const MAX_PASSWORD = 200;
/** Longest e-mail address, in characters: what Keycloak's column holds, and one more than RFC 5321 allows. */
const MAX_EMAIL = 255;
/** As the registration form: something, @, a domain with a dot. Whether it exists the confirmation mail finds out. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
/** What everybody who signs up is (AUTH-25); administrators make more of them. */
const ROLE: UserRole = 'customer';

/** A filled-in registration form. */
export interface SignUpInput {
  name: string;
  email: string;
  password: string;
  secretWord: string;
}

/** A new password, as every form asks for it (AUTH-15). */
export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD, `Password must be at least ${MIN_PASSWORD} characters long`)
  .max(MAX_PASSWORD, `Password is too long (at most ${MAX_PASSWORD} characters)`);

/** An e-mail address that mail is to go to, in lower case. */
export const addressSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email address is required')
  .max(MAX_EMAIL, `Email address is too long (at most ${MAX_EMAIL} characters)`)
  .regex(EMAIL, 'Invalid email address');

const signUpSchema = (secretWord: string) =>
  z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Full name is required')
      .max(MAX_NAME, `Full name is too long (at most ${MAX_NAME} characters)`),
    email: addressSchema,
    password: passwordSchema,
    secretWord: z
      .string()
      .refine((word) => sameSecret(word, secretWord), 'Invalid secret word. Please check and try again.'),
  });

/** Checks a form, the secret word in constant time (AUTH-15, AUTH-16, OP-11). @throws AppError with all bad fields */
export const checkSignUp = (input: SignUpInput, secretWord: string): SignUpInput =>
  parseFields<SignUpInput>(signUpSchema(secretWord), input);

export interface SignUpDeps {
  accounts: Pick<Accounts, 'createAccount' | 'findAccount'>;
  users: Pick<Users, 'register'>;
  confirmations: Pick<Confirmations, 'register'>;
  passwords: { noticeAccount: (email: string) => Promise<void> };
  secretWord: string;
}

/** Bytes of a password that nobody knows; the characters after it satisfy every usual rule for passwords. */
const UNUSABLE_BYTES = 48;
const unusablePassword = (): string => `${randomBytes(UNUSABLE_BYTES).toString('base64url')}aA1!`;

/** Registration (AUTH-11 to AUTH-22). */
export function createSignUp({ accounts, users, confirmations, passwords, secretWord }: SignUpDeps) {
  /** The account that waits for its confirmation: a new one, or the existing one of this address. */
  async function openAccount({ name, email }: SignUpInput): Promise<string | undefined> {
    // the password of the form becomes good by the mailed link only
    const created = await accounts.createAccount({ name, email, password: unusablePassword() });
    if (created) return created;
    const existing = await accounts.findAccount(email);
    return existing?.awaitsConfirmation ? existing.id : undefined;
  }

  /**
   * Makes account, user and human author, and has the confirmation link mailed. Name and password of the form are kept with
   * the link and become those of the account when it is followed. The owner of an address with an account in use gets a mail
   * that says so; the answer is the same. The slow rest (role, mail) follows the answer, so its time reveals nothing. Each
   * step may be repeated: signing up again after a failure finishes what was begun.
   *
   * @throws AppError INVALID_ARGUMENT with all bad fields, UNAVAILABLE
   */
  return async function signUp(input: SignUpInput, context: By): Promise<void> {
    const form = checkSignUp(input, secretWord);
    const { name, email } = form;
    const userId = await openAccount(form);
    const user = userId && (await users.register({ userId, email, name, realmRoles: [ROLE] }, context));
    // an account that was ever used keeps its password, even if its address has to be confirmed again
    if (user && user.awaitsFirstSignIn) await confirmations.register(user._id, form, context);
    else await passwords.noticeAccount(email);
  };
}

export type SignUp = ReturnType<typeof createSignUp>;

const addressForm = z.object({ email: addressSchema });

/** Checks an address that somebody typed. @throws AppError with the bad field */
export const checkAddress = (email: string): string => parseFields<{ email: string }>(addressForm, { email }).email;

/** Another confirmation link for people who lost the first one (AUTH-09). */
export function createResendConfirmation({
  accounts,
  confirmations,
}: {
  accounts: Pick<Accounts, 'findAccount'>;
  confirmations: Pick<Confirmations, 'resend'>;
}) {
  /** Has a link mailed soon, where the address waits for one. @throws AppError INVALID_ARGUMENT, UNAVAILABLE */
  return async function resend(email: string, context: By): Promise<void> {
    const account = await accounts.findAccount(checkAddress(email));
    if (account?.awaitsConfirmation) await confirmations.resend(account.id, context);
  };
}

export type ResendConfirmation = ReturnType<typeof createResendConfirmation>;
