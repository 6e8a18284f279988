/** What is wrong with what was sent, by field. */
export type Problems = Record<string, string>;

/** None yet. Fields have any name that a sender thinks of, `__proto__` and `constructor` too: nothing is inherited. */
export const noProblems = (): Problems => Object.create(null) as Problems;

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
