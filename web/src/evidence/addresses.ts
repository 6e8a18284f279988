/** Street addresses in labels and narratives, to find findings about one place. */

const KINDS: Readonly<Record<string, string>> = {
  street: 'st',
  st: 'st',
  avenue: 'av',
  ave: 'av',
  av: 'av',
  road: 'rd',
  rd: 'rd',
  lane: 'la',
  la: 'la',
  place: 'pl',
  pl: 'pl',
  boulevard: 'blvd',
  blvd: 'blvd',
  court: 'ct',
  ct: 'ct',
  square: 'sq',
  sq: 'sq',
  alley: 'al',
  drive: 'dr',
  dr: 'dr',
  terrace: 'ter',
  ter: 'ter',
};

/** `Address: 111 Market St.` in the narrative of a listing. */
const STATED = /\bAddress: (\d.*?)\.(?=\s+(?:Name|This|Year)\b|\s*$)/u;
const WRITTEN = new RegExp(
  String.raw`\b\d{1,5}(?:[-–]\d{1,5})?(?: ?½| 1/2)?,? (?:[NSEW]\.? )?(?:[\p{L}\d'’]+\.? ){1,3}?(?:${Object.keys(KINDS).join('|')})\b`,
  'iu',
);

/** As written; null without one. */
export function addressIn(...texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const found = STATED.exec(text ?? '')?.[1] ?? WRITTEN.exec(text ?? '')?.[0];
    if (found) return found.trim();
  }
  return null;
}

/** Equal for spellings of one address: `111 Market Street` and `111 MARKET ST.` */
export const addressKey = (address: string): string =>
  address
    .toLowerCase()
    .replace(/[.,'’]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => KINDS[word] ?? word)
    .join(' ');
