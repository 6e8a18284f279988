import { isEmail } from '../../lib/ui/forms.js';
import { post } from './password-requests.js';
import { operation } from '../../lib/http/operation.js';

/** CONST-21 */
export const PASSWORD_MINIMUM = 6;

export const PASSWORD_RULE = `At least ${PASSWORD_MINIMUM} characters.`;

export interface Registration {
  name: string;
  email: string;
  password: string;
  confirmation: string;
  secretWord: string;
}

export type RegistrationErrors = Partial<Record<keyof Registration, string>>;

/** AUTH-11, AUTH-14, AUTH-15 */
export function validateRegistration(form: Registration): RegistrationErrors {
  const email = form.email.trim();
  return {
    ...(form.name.trim() === '' ? { name: 'Full name is required' } : {}),
    ...(email === ''
      ? { email: 'Email address is required' }
      : isEmail(email)
        ? {}
        : { email: 'Invalid email address' }),
    ...validateNewPassword(form),
    ...(form.secretWord.trim() === '' ? { secretWord: 'Secret word is required' } : {}),
  };
}

/** AUTH-14, AUTH-15 */
export function validateNewPassword({
  password,
  confirmation,
}: Pick<Registration, 'password' | 'confirmation'>): Pick<RegistrationErrors, 'password' | 'confirmation'> {
  return {
    ...(password === ''
      ? { password: 'Password is required' }
      : password.length < PASSWORD_MINIMUM
        ? { password: `Password must be at least ${PASSWORD_MINIMUM} characters long` }
        : {}),
    ...(confirmation === ''
      ? { confirmation: 'Please confirm your password' }
      : confirmation !== password
        ? { confirmation: 'Passwords do not match' }
        : {}),
  };
}

/** AUTH-16, AUTH-17. @throws CallError 429 after too many attempts */
export async function verifySecretWord(secretWord: string): Promise<boolean> {
  const answer = (await post(operation('POST', '/api/secret-manager', { body: { secretWord } }))) as {
    data?: { isValid?: boolean };
  } | null;
  return answer?.data?.isValid === true;
}

/** @throws CallError 400 with messages by field, 429 after too many attempts */
export async function signUp({ name, email, password, secretWord }: Registration): Promise<void> {
  await post(
    operation('POST', '/api/auth/sign-up', {
      body: { name: name.trim(), email: email.trim(), password, secretWord: secretWord.trim() },
    }),
  );
}
