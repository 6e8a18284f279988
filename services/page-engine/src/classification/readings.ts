/** A near match in a scan is probably one of these words. */
const VOCABULARY = new Set(
  `abstract action aerial agency analytical appraisal appurtenances assessment boring borings boundary brownfield case
  certificate certified chain city claims cleanup closed closure commitment completion concern conditions contaminated
  contour corrective covenant database deed department determined directory directories easement environmental executor
  exceptions findings further government grantee grantor groundwater highest historical imagery indenture inquiries
  instrument insurance intrusion investigation invoice land lease letter lien liens limitations library maps minute
  monitoring newsletter notice number occupant owner orphan parcel party permit permits petroleum phase photograph
  photographs photos plan policy preliminary professional property proposal quadrangle questionnaire radius recognized
  record records recorded release remedial remediation rental report request response responsive roll sanborn sampling
  schedule search series sheet site soil spill street subsurface survey surveyor system tank tanks tenant tightness title
  topographic tract trustee underground violation vapor warranty wells witnesseth`.split(/\s+/),
);
/** Near matches that are words themselves. */
const OTHERS = new Set(
  'better director directors latter lumber owned please police rental repair research resort thanks walls'.split(' '),
);
const BY_LENGTH = new Map<number, string[]>();
for (const word of VOCABULARY) BY_LENGTH.set(word.length, [...(BY_LENGTH.get(word.length) ?? []), word]);

/** In shorter words an error often yields another word. */
const SHORTEST = 5;
const LONG = 8;

/**
 * Text with OCR errors undone, the original first: digits between letters become letters, spaced capitals are joined,
 * near matches become vocabulary words. Lower case in and out.
 */
export function readings(text: string): string[] {
  const mended = text
    .replace(/\b(?:[a-z] ){3,}[a-z]\b/g, (spread) => spread.replaceAll(' ', ''))
    .replace(/(?<=[a-z])0|0(?=[a-z])/g, 'o')
    .replace(/(?<=[a-z])5(?=[a-z])/g, 's')
    .replace(/(?<=[a-z])8(?=[a-z])/g, 'b')
    .replace(/(?<=[a-z])vv|vv(?=[a-z])/g, 'w')
    .replace(/(?<=[a-z])[1|!]|[1|!](?=[a-z])/g, 'l');
  return [...new Set([text, mended.replace(/[a-z]{5,}/g, nearestWord)])];
}

/** Word itself without a single near one. A plural is not an error. */
function nearestWord(word: string): string {
  if (word.length < SHORTEST || OTHERS.has(word) || VOCABULARY.has(word) || VOCABULARY.has(word.replace(/s$/, '')))
    return word;
  const most = word.length >= LONG ? 2 : 1;
  for (let mistakes = 1; mistakes <= most; mistakes++) {
    const near = new Set<string>();
    for (let length = Math.max(SHORTEST, word.length - mistakes); length <= word.length + mistakes; length++)
      for (const known of BY_LENGTH.get(length) ?? []) if (distance(word, known, mistakes) <= mistakes) near.add(known);
    const [only] = near;
    if (only !== undefined && near.size === 1) return only;
    if (near.size > 1) return word;
  }
  return runTogether(word);
}

/** Splits words that lost their space ("environmentalsite"). */
function runTogether(word: string): string {
  for (let at = SHORTEST; at <= word.length - 4; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (VOCABULARY.has(head) && VOCABULARY.has(tail)) return `${head} ${tail}`;
  }
  return word;
}

/** Edit distance; `most` + 1 if greater than `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return row[b.length] ?? most + 1;
}
