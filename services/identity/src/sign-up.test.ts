import { AppError } from '@symbio/runtime';
import { checkSignUp } from './sign-up.js';

const form = { name: ' Nora North ', email: ' Nora@Example.test ', password: ' 2345 ', secretWord: 'phase-one' };

const fieldsOf = (overrides: Partial<typeof form>): Record<string, string> | undefined => {
  try {
    checkSignUp({ ...form, ...overrides }, 'phase-one');
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
  return undefined;
};

describe('a registration form', () => {
  it('has its name and address trimmed and its password unchanged (AUTH-11)', () => {
    expect(checkSignUp(form, 'phase-one')).toEqual({
      name: 'Nora North',
      email: 'nora@example.test',
      password: ' 2345 ',
      secretWord: 'phase-one',
    });
  });

  it.each(['', 'nora', 'nora@', '@example.test', 'nora@example', 'nora@exam ple.test', 'a@b@c.d', 'nora@example.'])(
    'is refused with the address %j (AUTH-11, AUTH-12)',
    (email) => {
      expect(fieldsOf({ email })).toEqual({ email: email ? 'Invalid email address' : 'Email address is required' });
    },
  );

  it('accepts a password of 6 to 200 characters (AUTH-15)', () => {
    expect(fieldsOf({ password: '123456' })).toBeUndefined();
    expect(fieldsOf({ password: '12345' })).toEqual({ password: 'Password must be at least 6 characters long' });
    expect(fieldsOf({ password: 'p'.repeat(201) })).toEqual({
      password: 'Password is too long (at most 200 characters)',
    });
  });

  it.each(['', 'Phase-one', 'phase-one ', 'phase-on'])('is refused with the secret word %j (AUTH-16)', (secretWord) => {
    expect(fieldsOf({ secretWord })).toEqual({ secret_word: 'Invalid secret word. Please check and try again.' });
  });

  it('limits the length of address and name', () => {
    expect(fieldsOf({ name: 'n'.repeat(201), email: `${'e'.repeat(250)}@b.test` })).toEqual({
      name: 'Full name is too long (at most 200 characters)',
      email: 'Email address is too long (at most 255 characters)',
    });
  });
});
