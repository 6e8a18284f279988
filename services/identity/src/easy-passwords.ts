/** Passwords that are tried first by whoever guesses: those most used, as breaches showed, and words of this product. */
import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 49,000 passwords, lower case, gathered from lists of breached ones. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** What is near at hand here: the product, its roles, what it is about. A password is more than one of them and some digits. */
export const OWN_WORDS = [
  'symbio',
  'administrator',
  'customer',
  'password',
  'phase',
  'sanborn',
  'environmental',
  'assessment',
] as const;
const ONLY_OWN_WORDS = new RegExp(`^(?:${OWN_WORDS.join('|')}|[\\d\\s!.?#$*@_-])*$`);

/** Whether a password is among those that are tried first. In whatever case: guessing tries that, too. */
export function isEasyPassword(password: string): boolean {
  const plain = password.toLowerCase();
  // digits alone are left to the list: a long row of dice throws is a good password
  return COMMON.has(plain) || (/[a-z]/.test(plain) && ONLY_OWN_WORDS.test(plain));
}
