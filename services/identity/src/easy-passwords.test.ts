import { dictionary } from '@zxcvbn-ts/language-common';
import { isEasyPassword, OWN_WORDS } from './easy-passwords.js';

it.each([
  '123456',
  'password',
  'QWERTY',
  'Letmein',
  'iloveyou',
  'football',
  ...OWN_WORDS,
  'Symbio2026!',
  'symbio-phase-1',
])('%s is tried first by whoever guesses', (password) => expect(isEasyPassword(password)).toBe(true));

it.each(['a long password', 'six chars', '3141592653', 'symbio-local', 'mill at the river', 'ünïcödé'])(
  '%s is not',
  (password) => expect(isEasyPassword(password)).toBe(false),
);

// ASVS 6.2.4 asks for 3,000 of those that the rules take
it('knows many thousands that are long enough', () => {
  expect(dictionary['passwords-common'].filter(({ length }) => length >= 6).length).toBeGreaterThan(40_000);
});
