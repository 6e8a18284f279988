/** Why something was proposed, in a short sentence; the whole narrative can be unfolded. */
export interface Reason {
  short: string;
  /** Corrected spelling of the lettering, if it differs. */
  meant: string | null;
  /** Narrative, if it says more. */
  whole: string | null;
}

/** Characters of a short sentence of other agents. */
const MOST = 120;

/** By Symbio Spotter, on a sheet and in a listing: `narrative.ts` and `listing-narrative.ts` of the feature service. */
const LETTERED =
  /^"(?<text>.+?)"(?: \(read as (?<meant>.+?)\))? is lettered(?<where> inside (?:a round outline|the outline that is marked))? on page \d+,.*? of the sheet(?:; (?<beside>.+?))?\. This suggests: /su;
const LISTED =
  /^".+" is listed(?: under "(?<heading>.+?)")? on page (?<page>\d+) of (?<source>.+?)\. Year: (?<year>.+?)\. Address: /su;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function firstSentence(text: string): string {
  const [sentence = ''] = /^.*?[.!?](?=\s+[\p{Lu}"“])/su.exec(text) ?? [text];
  return sentence.length > MOST ? `${sentence.slice(0, MOST - 1).trimEnd()}…` : sentence;
}

export function reasonOf(narrative: string): Reason {
  const lettered = LETTERED.exec(narrative)?.groups;
  if (lettered) {
    const where = lettered['where']?.replace('the outline that is marked', 'the marked outline') ?? ' on the sheet';
    const beside = lettered['beside'] ? ` ${capital(lettered['beside'])}.` : '';
    return { short: `Lettered${where}.${beside}`, meant: lettered['meant'] ?? null, whole: narrative };
  }
  const listed = LISTED.exec(narrative)?.groups;
  if (listed) {
    const { heading, page = '', source = '', year = '' } = listed;
    const dated = /^\d/.test(year) ? `, ${year.replace(/ \(.*\)$/, '')}` : '';
    const under = heading ? ` under “${heading}”` : '';
    return { short: `Listed${under} on page ${page} of ${source}${dated}.`, meant: null, whole: narrative };
  }
  const short = firstSentence(narrative.trim());
  return { short, meant: null, whole: short === narrative.trim() ? null : narrative };
}
