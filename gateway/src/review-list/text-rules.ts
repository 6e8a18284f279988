/** Rules on the texts of the next version, and on its conclusions. */
import { normalizeAddress } from './addresses.js';
import type { Evidence, JudgedFeature, ReportText } from './evidence.js';
import { isOneSlip } from './one-slip.js';
import type { Item, Rule } from './rule.js';

/** Of E1527, by the standard of the report. */
const EDITION = '21';
const OTHER_EDITION = /\bE\s?1527-(\d{2})\b/g;
const ADDRESS =
  /\b\d{1,5} (?:[A-Z][a-z]+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Place|Pl)\b/g;
const LEFTOVER = /\{\{?[#/]?[a-z_.]+\}?\}|\[(?:insert|tbd|xx+)[^\]]*\]|lorem ipsum/gi;
/** As parcels are identified in land records. */
const PARCEL = /\b(?:parcel|APN|PIN|tax map|legal description|block \d+,? lots? \d+)\b/i;
const GRADIENT = /\bgradient\b|\bgroundwater (?:flow|move)|\bground water (?:flow|move)|\bflow direction\b/i;
const RECOMMENDED = /\brecommend(?:s|ed|ations?)?\b/gi;
/** Advice against further work. */
const NO_ADVICE = /\bno (?:further|additional|other) [a-z ]{0,40}recommended\b|\bnot recommend/i;
const NAME = /\b[A-Z][a-z]{6,}\b/g;
const TERM = /\b(?:C|H)?RECs?\b|recognized environmental condition/i;
const NEGATED = /\b(?:no|not|nor|neither)\b/i;
/** Kinds that the conclusions name (E1527-21, 12). */
const CONCLUDED: readonly string[] = ['rec', 'crec'];

const textItem = ({ key, label }: ReportText, found: string): Item => ({
  kind: 'text',
  id: key,
  label: `${label}: ${found}`,
});

/** Each match of a text that the rule refuses, once. */
const inTexts = (
  { texts }: Evidence,
  pattern: RegExp,
  isWrong: (found: string, text: ReportText) => boolean = () => true,
): Item[] =>
  texts.flatMap((text) =>
    [...new Set(Array.from(text.text.matchAll(pattern), ([found]) => found))]
      .filter((found) => isWrong(found, text))
      .map((found) => textItem(text, found)),
  );

const conclusionsOf = ({ texts }: Evidence): string => texts.find(({ key }) => key === 'conclusions')?.text ?? '';
function isNamedIn(text: string): (feature: JudgedFeature) => boolean {
  const words = text.toLowerCase();
  return ({ name }) => words.includes(name.toLowerCase());
}
const isConcluded = ({ determination }: JudgedFeature): boolean => CONCLUDED.includes(determination?.kind ?? '');
const featureItem = ({ id, name }: JudgedFeature): Item => ({ kind: 'feature', id, label: name });

/** The words of names that people wrote elsewhere in the project. */
function knownNames({ features, property: { address, city, client } }: Evidence): Set<string> {
  return new Set(
    [...features.map(({ name }) => name), address, city, client].flatMap((text) => text.match(NAME) ?? []),
  );
}

const isMisspelt = (word: string, names: ReadonlySet<string>): boolean =>
  !names.has(word) &&
  [...names].some((name) => isOneSlip(word, name) && !word.startsWith(name) && !name.startsWith(word));

export const TEXT_RULES: readonly Rule[] = [
  {
    rule: 'TXT-3',
    severity: 'block',
    text: 'A text has a tag or a placeholder that was not replaced.',
    find: (evidence) => inTexts(evidence, LEFTOVER),
  },
  {
    rule: 'CON-1',
    severity: 'warn',
    text: 'The text of the conclusions does not name a REC or CREC, which the report lists below it.',
    find(evidence) {
      const text = conclusionsOf(evidence);
      if (text.trim() === '') return [];
      const isNamed = isNamedIn(text);
      return evidence.features.filter((one) => isConcluded(one) && !isNamed(one)).map(featureItem);
    },
  },
  {
    rule: 'CON-2',
    severity: 'warn',
    text: 'The text of the conclusions names a feature that is judged neither REC nor CREC.',
    find(evidence) {
      const isNamed = isNamedIn(conclusionsOf(evidence));
      return evidence.features.filter((one) => one.determination && !isConcluded(one) && isNamed(one)).map(featureItem);
    },
  },
  {
    rule: 'CON-3',
    severity: 'warn',
    text: 'A text recommends something, although no feature is judged a REC or CREC.',
    find: (evidence) =>
      evidence.features.some(isConcluded) ? [] : inTexts(evidence, RECOMMENDED, (_, { text }) => !NO_ADVICE.test(text)),
  },
  ...[
    {
      ...{ rule: 'SITE-2', key: 'site_description', wanted: PARCEL },
      text: 'The site description names no parcel and no legal description.',
    },
    {
      ...{ rule: 'SITE-3', key: 'physical_setting', wanted: GRADIENT },
      text: 'The physical setting does not say where groundwater flows, so that no neighbor is known to be upgradient.',
    },
  ].map(({ rule, key, wanted, text: sentence }): Rule => ({
    ...{ rule, severity: 'warn', text: sentence },
    find: ({ texts }) =>
      texts
        .filter((one) => one.key === key && one.text.trim() !== '' && !wanted.test(one.text))
        .map(({ label }) => ({ kind: 'text', id: key, label })),
  })),
  {
    rule: 'TXT-1',
    severity: 'warn',
    text: 'An address differs from that of the property by one letter or digit.',
    find(evidence) {
      const address = normalizeAddress(evidence.property.address);
      return inTexts(evidence, ADDRESS, (found) => isOneSlip(normalizeAddress(found), address));
    },
  },
  {
    rule: 'TXT-2',
    severity: 'warn',
    text: 'A name is spelled in two ways.',
    find(evidence) {
      const names = knownNames(evidence);
      return inTexts(evidence, NAME, (found) => isMisspelt(found, names));
    },
  },
  {
    rule: 'TXT-4',
    severity: 'warn',
    text: `A text names another edition of the standard than E1527-${EDITION}.`,
    find: (evidence) => inTexts(evidence, OTHER_EDITION, (found) => !found.endsWith(`-${EDITION}`)),
  },
  {
    rule: 'TXT-5',
    severity: 'warn',
    text: 'The reason of a feature that is judged none calls it a REC.',
    find: ({ features }) =>
      features
        .filter(
          ({ determination }) =>
            determination?.kind === 'none' && TERM.test(determination.reason) && !NEGATED.test(determination.reason),
        )
        .map(featureItem),
  },
];
