/** Proposes sites from city directory lines: pure functions of a page's words and positions. */
import { boundingBox, type Box, type LetteredWord } from '../spotting/reading.js';
import { inSlices } from '../spotting/slices.js';
import type { Meanings } from '../spotting/vocabulary.js';
import { addressesIn, type Address } from './addresses.js';
import { calibrated, MIN_SCORE, scoreOf } from './listing-confidence.js';
import { entriesOf, streetAndYearOf, type Entry, type EntryToken } from './entries.js';
import { linesOf, type Line } from './lines.js';
import type { Listing, ListingPage } from './listing.js';
import { CRAFTS } from './trade-table.js';
import { tanksOn } from './tanks.js';
import { meaningsOfTrades, tradesIn, type Trade } from './trades.js';
import { yearsIn } from './years.js';

/** Words that make a person an employee of the business named next. */
const EMPLOYED =
  /^(?:clk|clerk|h?emp|empl|wks|slsmn|salesman|driver|chauf|bkpr|foremn|formn|foreman|helper|stenog|asst|opr)[.,]?$/i;

/** Header and footer of a page, as shares of the height of its lines. */
const HEAD = 0.1;
const FOOT = 0.97;
/** An entry of a street list, which may name Polk; not the year of an edition. */
const NUMBERED = /^(?!(?:1[89]|20)\d\d\b)\d{1,5}[a-f½]?\s/;
const TITLE = /\bdirectory\b|\bpolk|\bboyd|\bhaines|criss[- ]cross|classified|street guide|copyright/i;

/** Listings of a page, top to bottom; the most confident one of each site. */
export const listingsOn = (words: readonly LetteredWord[], page: ListingPage): Listing[] =>
  unique([...candidates(words, page)].flat());

/** The same in slices, see {@link inSlices}. */
export const listingsInSlices = async (
  words: readonly LetteredWord[],
  page: ListingPage,
  pause?: () => Promise<unknown>,
  sliceMs?: number,
): Promise<Listing[]> => unique(await inSlices(candidates(words, page), pause, sliceMs));

function* candidates(words: readonly LetteredWord[], page: ListingPage): Generator<Listing[]> {
  const { head, body } = partsOf(linesOf(words, page.isDirectory));
  yield [];
  if (!page.isDirectory) {
    yield tanksOn(body, page.latest);
    return;
  }
  const meanings = meaningsOfTrades();
  const year = yearOf(head, page);
  const opening = head.flatMap(({ text }) => streetAndYearOf(text, page.latest) ?? [])[0];
  for (const entry of entriesOf(body, page.latest, meanings, opening?.street)) {
    const listing = listingOf(entry, year, meanings);
    yield listing ? [listing] : [];
  }
}

/** Separates header and footer, which are not entries. */
export function partsOf(lines: readonly Line[]): { head: Line[]; body: Line[] } {
  if (lines.length === 0) return { head: [], body: [] };
  const all = boundingBox(lines.map(({ box }) => box));
  const share = ({ box }: Line): number => (box.y + box.height / 2 - all.y) / Math.max(1, all.height);
  const isOutside = (line: Line): boolean =>
    (share(line) < HEAD && ((TITLE.test(line.text) && !NUMBERED.test(line.text)) || line.column === -1)) ||
    ((share(line) < HEAD || share(line) > FOOT) && /^\W*\d{1,4}\W*$/.test(line.text)) ||
    (share(line) > FOOT && line.column === -1);
  return { head: lines.filter(isOutside), body: lines.filter((line) => !isOutside(line)) };
}

/** Edition year in the page header, else the known year of the page or document. */
export function yearOf(head: readonly Line[], { year, documentYear, latest }: ListingPage): Listing['year'] {
  const ofHead = head.flatMap(({ text }) => yearsIn(text, latest));
  const [first] = ofHead;
  if (first && new Set(ofHead.map((one) => one.year)).size === 1) return { ...first, source: 'head' };
  if (year !== undefined) return { year, text: String(year), at: 0, source: 'page' };
  return documentYear && { ...documentYear, source: 'document' };
}

function listingOf(entry: Entry, ofPage: Listing['year'], meanings: Meanings): Listing | undefined {
  const { tokens, from, heading } = entry;
  const texts = tokens.map(({ text }) => text);
  const addresses = addressesIn(texts, from);
  const own = addresses.find(({ isHome }) => !isHome);
  const address = entry.address ?? own?.text;
  // a home address is not a place of work
  if (!address && addresses.length > 0) return undefined;
  // running text, such as the terms of a search
  if (!address && /^[a-z]/.test(texts[0] ?? '')) return undefined;
  const trade = tradeOf(entry, addresses, meanings);
  if (!trade) return undefined;
  const year = yearFor(entry) ?? ofPage;
  const isByHeading = trade.landUse === heading?.trade?.landUse;
  const score = scoreOf({
    ...{ trade, isByHeading },
    reader: tokens.reduce((sum, { word }) => sum + word.confidence, 0) / tokens.length,
    hasAddress: address !== undefined,
    hasYear: year !== undefined,
  });
  if (score < MIN_SCORE || (!address && trade.confidence < 8)) return undefined;
  return {
    ...{
      landUse: trade.landUse,
      term: trade.term,
      text: texts.join(' '),
      name: nameOf(entry, addresses),
      address,
      year,
    },
    heading: isByHeading ? heading?.text : undefined,
    box: boxOf(tokens.slice(entry.evidenceFrom ?? 0)),
    confidence: calibrated(score),
    score,
  };
}

/** Year of the entry itself, else of the street's heading. */
function yearFor({ year, headingYear }: Entry): Listing['year'] {
  if (year) return { ...year, source: 'entry' };
  return headingYear && { ...headingYear, source: 'heading' };
}

/** Trade from the entry's own words or its heading, whichever is more confident. */
function tradeOf(entry: Entry, addresses: readonly Address[], meanings: Meanings): Trade | undefined {
  const { tokens, from, heading } = entry;
  const inAddress = (index: number): boolean => addresses.some((one) => index >= one.from && index < one.to);
  const own = tradesIn(
    tokens.map(({ text, word }, index) => ({
      text: inAddress(index) ? '' : text,
      confidence: word.confidence,
    })),
    { from },
    meanings,
  );
  // the employer has its own entry
  const isEmployed = ({ from: at }: Trade): boolean => tokens.slice(from, at).some(({ text }) => EMPLOYED.test(text));
  // an occupation beside a single address: that may be a home whose marker was not read
  const isOccupation = ({ term, from: at }: Trade): boolean =>
    !entry.address && CRAFTS.has(term) && !/[,;]$/.test(tokens[at - 1]?.text ?? '');
  const trusted = own.filter((trade) => !isEmployed(trade) && !isOccupation(trade));
  const outright = trusted.filter(({ term }) => term.includes(' '));
  // under a heading a word may be a name: only unambiguous terms count
  if (heading) return surest(heading.trade ? [heading.trade, ...outright] : outright);
  return surest(trusted);
}

/** The first of equals. */
function surest(trades: readonly Trade[]): Trade | undefined {
  const worth = ({ confidence, misread }: Trade): number => confidence - 14 * misread;
  return trades.reduce<Trade | undefined>((best, one) => (!best || worth(one) > worth(best) ? one : best), undefined);
}

/** Listed name: the text before the first comma, the lower-case trade or the address. */
function nameOf({ tokens, from }: Entry, addresses: readonly Address[]): string {
  const words: string[] = [];
  for (const [index, { text }] of tokens.entries()) {
    if (index < from) continue;
    if (addresses.some((one) => index === one.from) || /^[([]/.test(text)) break;
    if (/^(?!and\b|the\b)[a-z]{3,}/.test(text)) break;
    words.push(text);
    if (/[,;:]$/.test(text)) break;
  }
  return words
    .join(' ')
    .replace(/^[*†‡•.\-—]+|[,;:.]+$/g, '')
    .trim();
}

const boxOf = (tokens: readonly EntryToken[]): Box => boundingBox(tokens.map(({ word }) => word));

/** One listing per use, address and year. */
function unique(found: readonly Listing[]): Listing[] {
  const best = new Map<string, Listing>();
  for (const one of found) {
    const key = `${one.landUse}/${(one.address ?? one.text).toLowerCase()}/${one.year?.text ?? ''}`;
    const known = best.get(key);
    if (!known || one.score > known.score) best.set(key, one);
  }
  return [...best.values()];
}
