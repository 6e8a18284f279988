import { editsBetween } from '@symbio/proto/edits';

/** Words that distinguish no two companies. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'co company corp corporation inc incorporated llc llp lp ltd the'.split(' '),
);

const MAX_EDITS = 2;
/** Shorter names are near too many others. */
const MIN_LETTERS = 5;

const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !LEGAL_FORMS.has(word))
    .join(' ');

/** Known client that a typed name probably means; undefined if it is known exactly, or none is near. */
export function nearClient(typed: string, clients: readonly string[]): string | undefined {
  const name = typed.trim();
  if (name === '' || clients.includes(name)) return undefined;
  const sought = plain(name);
  if (sought === '') return undefined;
  const same = clients.find((client) => plain(client) === sought);
  if (same !== undefined || sought.length < MIN_LETTERS) return same;
  return clients.find((client) => {
    const known = plain(client);
    return (
      known.startsWith(sought) || (known.length >= MIN_LETTERS && editsBetween(sought, known, MAX_EDITS) <= MAX_EDITS)
    );
  });
}

const OFFERED = 8;

/** Clients whose names contain every typed word; all at first. */
export function offeredClients(typed: string, clients: readonly string[]): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return clients.filter((client) => words.every((word) => client.toLowerCase().includes(word))).slice(0, OFFERED);
}
