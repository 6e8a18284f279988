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
  accounts: Pick<Accounts, 'createAccount' | 'findAccount' | 'replacePassword'>;
  users: Pick<Users, 'register' | 'awaitsFirstSignIn'>;
  confirmations: Pick<Confirmations, 'ask'>;
  secretWord: string;
}

/** Registration (AUTH-11 to AUTH-22). */
export function createSignUp({ accounts, users, confirmations, secretWord }: SignUpDeps) {
  /** The account to go on with: a new one, or the one of this address that was never confirmed. */
  async function openAccount({ name, email, password }: SignUpInput): Promise<string | undefined> {
    const created = await accounts.createAccount({ name, email, password });
    if (created) return created;
    const existing = await accounts.findAccount(email);
    if (!existing?.awaitsConfirmation) return undefined;
    // whoever registers again expects the password typed last; an account that was ever used keeps its own
    if (await users.awaitsFirstSignIn(existing.id)) await accounts.replacePassword(existing.id, password);
    return existing.id;
  }

  /**
   * Makes account, user and human author, and has the confirmation link mailed. An address with a confirmed account ends
   * here without a word, so that the answer tells nobody who has an account; neither does the time it takes, for the slow
   * rest (role, mail) follows the answer. Each step may be repeated: signing up again after a failure finishes what was begun.
   *
   * @throws AppError INVALID_ARGUMENT with all bad fields, UNAVAILABLE
   */
  return async function signUp(input: SignUpInput, context: By): Promise<void> {
    const form = checkSignUp(input, secretWord);
    const userId = await openAccount(form);
    if (!userId) return;
    await users.register({ userId, email: form.email, name: form.name, realmRoles: [ROLE] }, context);
    await confirmations.ask(userId, context);
  };
}

export type SignUp = ReturnType<typeof createSignUp>;

const addressForm = z.object({ email: addressSchema });

/** Checks an address that somebody typed. @throws AppError with the bad field */
export const checkAddress = (email: string): string => parseFields<{ email: string }>(addressForm, { email }).email;

/** Another confirmation link for who lost the first one (AUTH-09). */
export function createResendConfirmation({
  accounts,
  confirmations,
}: {
  accounts: Pick<Accounts, 'findAccount'>;
  confirmations: Pick<Confirmations, 'ask'>;
}) {
  /** Has a link mailed soon, where the address waits for one. @throws AppError INVALID_ARGUMENT, UNAVAILABLE */
  return async function resend(email: string, context: By): Promise<void> {
    const account = await accounts.findAccount(checkAddress(email));
    if (account?.awaitsConfirmation) await confirmations.ask(account.id, context);
  };
}

export type ResendConfirmation = ReturnType<typeof createResendConfirmation>;
