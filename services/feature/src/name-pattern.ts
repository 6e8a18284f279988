import { escapeRegExp } from '@symbio/kit';

/** One character or wildcard of a pattern; a backslash takes what follows literally. */
const TOKEN = /\\(.)|(%)|(_)|([^\\%_]|\\$)/gsu;

/**
 * A case-insensitive SQL pattern as the source of a regular expression (flags `is`): % is any text, _ any character.
 * A text without either matches anywhere (API-11, name_ilike).
 */
export function namePattern(ilike: string): string {
  const parts: string[] = [''];
  let wild = false;
  for (const [, escaped, percent, underscore, plain] of ilike.matchAll(TOKEN)) {
    if (percent || underscore) wild = true;
    if (percent) parts.push('');
    else parts[parts.length - 1] += underscore ? '.' : escapeRegExp(escaped ?? plain ?? '');
  }
  if (!wild) return parts.join('');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  // The leftmost place is as good as any for a middle part. A lookahead that is then repeated does not try another,
  // so that no pattern can make the database try them all.
  const middle = rest.filter((part) => part !== '').map((part, index) => `(?=(.*?${part}))\\${index + 1}`);
  return `^${first}${middle.join('')}${last === undefined ? '' : `.*${last}`}$`;
}
