import { escapeRegExp } from '@symbio/rpc';

/** Backslash escapes the next character. */
const TOKEN = /\\(.)|(%)|(_)|([^\\%_]|\\$)/gsu;

/**
 * Converts a SQL pattern to a regular expression (flags `is`): % is any text, _ any character. Text without either
 * matches anywhere (API-11, name_ilike).
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
  // the leftmost match suffices; lookahead plus backreference is atomic, which prevents catastrophic backtracking
  const middle = rest.filter((part) => part !== '').map((part, index) => `(?=(.*?${part}))\\${index + 1}`);
  return `^${first}${middle.join('')}${last === undefined ? '' : `.*${last}`}$`;
}
