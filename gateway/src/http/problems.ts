import type { z } from 'zod';

export type Problems = Record<string, string>;

/** Map without prototype: clients may send fields such as `__proto__`. */
export const noProblems = (): Problems => Object.create(null) as Problems;

/** Maximum unknown fields reported per object, to keep the event loop free. */
const MAX_UNKNOWN = 50;

/** What a value must be, by the schema's type. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function wrongType(name: string, issue: z.core.$ZodIssue): string {
  const type = issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined;
  return type === undefined ? `${name} has the wrong type` : `${name} must be ${type}`;
}

/** With the schema's own messages. */
export function problemsOf(error: z.ZodError, kind: 'parameter' | 'field', problems: Problems): void {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MAX_UNKNOWN))
        problems[[...issue.path, key].join('.')] ??= `Unknown ${kind} "${key}"`;
      continue;
    }
    const name = issue.path.join('.') || 'body';
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    const isPlain = issue.message.startsWith('Invalid input');
    problems[name] ??= isMissing ? `${name} is required` : isPlain ? wrongType(name, issue) : issue.message;
  }
}

/** NUL or an unpaired surrogate: no database can store them. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

export const unstorable = (name: string): string => `${name} contains characters that cannot be stored`;

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
