// Phrases that comments must not use: each has a plain word that a reader knows at once (docs/writing.md).

const ALTERNATIVES = [
  [/\b(?:told|tells)\b/i, 'notify, report, publish, return'],
  [/\b(?:whoever|somebody|nobody)\b/i, 'the caller, a user, no process'],
  [/\bwhat (?:is|was|are|were)\b/i, 'a noun: the message, the text, the row'],
  [/\b(?:stands|lies)\b/i, 'is, is stored in'],
  [/\b(?:anew|once more)\b/i, 'again'],
  [/\bmeanwhile\b/i, 'in the meantime, or nothing'],
  [/\bof before\b/i, 'previous'],
  [/\bgoes on\b/i, 'continues'],
  [/\btaken back\b/i, 'undone, revoked'],
  [/\bfor good\b/i, 'permanently'],
  [/\bthere is none\b/i, 'none exists'],
];

/**
 * Phrases of the list in a text.
 *
 * @param {string} text of a comment
 * @returns {{ phrase: string, instead: string }[]} each with its replacements
 */
export function phrasesIn(text) {
  const flat = text.replace(/\s*\n\s*\*?\s*/g, ' ');
  return ALTERNATIVES.flatMap(([pattern, instead]) => {
    const [phrase] = pattern.exec(flat) ?? [];
    return phrase === undefined ? [] : [{ phrase, instead }];
  });
}
