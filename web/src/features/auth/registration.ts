import { CallError, errorFromResponse, networkError } from '../../lib/errors.js';
import { isEmail } from '../../lib/forms.js';

/** A password has at least this many characters (CONST-21). */
export const PASSWORD_MINIMUM = 6;

export interface Registration {
  name: string;
  email: string;
  password: string;
  confirmation: string;
  secretWord: string;
}

export type RegistrationErrors = Partial<Record<keyof Registration, string>>;

const REQUIRED: readonly (readonly [keyof Registration, string])[] = [
  ['name', 'Full name is required'],
  ['email', 'Email address is required'],
  ['password', 'Password is required'],
  ['confirmation', 'Please confirm your password'],
  ['secretWord', 'Secret word is required'],
];

/** Everything that is wrong with the form, before anything is sent (AUTH-11, AUTH-14, AUTH-15). */
export function validateRegistration(form: Registration): RegistrationErrors {
  const errors: RegistrationErrors = {};
  for (const [name, message] of REQUIRED) if (form[name].trim() === '') errors[name] = message;
  if (!errors.email && !isEmail(form.email.trim())) errors.email = 'Invalid email address';
  if (!errors.password && form.password.length < PASSWORD_MINIMUM) {
    errors.password = `Password must be at least ${PASSWORD_MINIMUM} characters long`;
  }
  if (!errors.confirmation && form.confirmation !== form.password) errors.confirmation = 'Passwords do not match';
  return errors;
}

async function post(path: string, body: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    throw new CallError(networkError());
  }
  const answer = (await response.json().catch(() => null)) as unknown;
  if (!response.ok) throw new CallError(errorFromResponse(response, answer));
  return answer;
}

/**
 * Asks the server whether the secret word is right (AUTH-16, AUTH-17).
 * @throws CallError 429 after too many tries
 */
export async function verifySecretWord(secretWord: string): Promise<boolean> {
  const answer = (await post('/api/secret-manager', { secretWord })) as { data?: { isValid?: boolean } } | null;
  return answer?.data?.isValid === true;
}

/** @throws CallError 400 with messages by field, 429 after too many tries */
export async function signUp({ name, email, password, secretWord }: Registration): Promise<void> {
  await post('/api/auth/sign-up', { name: name.trim(), email: email.trim(), password, secretWord: secretWord.trim() });
}
