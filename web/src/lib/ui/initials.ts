/** `AL` for Ada Lovelace. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first = '?', ...rest] = words.map((word) => [...word][0]?.toUpperCase() ?? '');
  return `${first}${rest.at(-1) ?? ''}`;
}
