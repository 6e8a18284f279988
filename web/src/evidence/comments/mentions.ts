import type { ProjectPerson } from './comments-api.js';

export interface NamedPerson {
  id: string;
  name: string;
}

export const namedPeople = (people: readonly ProjectPerson[]): NamedPerson[] =>
  people.flatMap(({ user_id: id, name }) => (name?.trim() ? [{ id, name: name.trim() }] : []));

/** `@` and what follows it up to the caret, while that can be the beginning of a name. */
const UNFINISHED = /(?:^|\s)@([^@\n]{0,40})$/u;

export interface Suggestions {
  /** Position of the `@`. */
  start: number;
  people: readonly NamedPerson[];
}

export function suggestionsAt(text: string, caret: number, people: readonly NamedPerson[]): Suggestions | null {
  const found = UNFINISHED.exec(text.slice(0, caret));
  if (!found) return null;
  const typed = (found[1] ?? '').toLowerCase();
  const start = caret - typed.length - 1;
  const matching = people.filter(({ name }) => {
    const lower = name.toLowerCase();
    return lower !== typed.trim() && (lower.startsWith(typed) || lower.split(' ').some((w) => w.startsWith(typed)));
  });
  return matching.length > 0 ? { start, people: matching.slice(0, 6) } : null;
}

export function withMention(text: string, caret: number, start: number, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

export interface TextPart {
  text: string;
  isMention: boolean;
}

/** Splits a text at `@Name` of these people; the longest name counts. */
export function partsOf(text: string, names: readonly string[]): TextPart[] {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const name = text[at] === '@' ? longestFirst.find((each) => text.startsWith(each, at + 1)) : undefined;
    if (name === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) parts.push({ text: plain, isMention: false });
    plain = '';
    parts.push({ text: `@${name}`, isMention: true });
    at += name.length + 1;
  }
  if (plain) parts.push({ text: plain, isMention: false });
  return parts;
}

export function mentionedIn(text: string, people: readonly NamedPerson[]): string[] {
  const mentioned = new Set(
    partsOf(
      text,
      people.map(({ name }) => name),
    ).flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])),
  );
  return people.filter(({ name }) => mentioned.has(name)).map(({ id }) => id);
}
