import type { z } from 'zod';

/** What is wrong with what was sent, by field. */
export type Problems = Record<string, string>;

/** None yet. Fields have any name that a sender thinks of, `__proto__` and `constructor` too: nothing is inherited. */
export const noProblems = (): Problems => Object.create(null) as Problems;

/** Unknown fields of one object that are named: a body may have a hundred thousand, and naming all holds everybody up. */
const MOST_UNKNOWN = 50;

/**
 * What is wrong with a value of a schema, by field; later problems of a field are dropped. The sentence that a schema declares is
 * the one that is told; zod's own speak of its types.
 */
export function problemsOf(error: z.ZodError, kind: 'parameter' | 'field', problems: Problems): void {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MOST_UNKNOWN))
        problems[[...issue.path, key].join('.')] ??= `Unknown ${kind} "${key}"`;
      continue;
    }
    const name = issue.path.join('.') || 'body';
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    const isPlain = issue.message.startsWith('Invalid input');
    problems[name] ??= isMissing ? `${name} is required` : isPlain ? `${name} has the wrong type` : issue.message;
  }
}

/** NUL, or half a surrogate pair: no store can take it as it is. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

export const unstorable = (name: string): string => `${name} holds characters that cannot be stored`;

/** The first place in a JSON value that holds text which no store can take. */
export function unstorablePlace(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path || 'body';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const at = path ? `${path}.${name}` : name;
    if (!isStorable(name)) return path || 'body';
    const found = unstorablePlace(item, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
