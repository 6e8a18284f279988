import type { FactSource } from '@symbio/proto/document/vocabulary';
import { guessMapScale } from '../map-scale.js';
import type { PageType } from '../page-evidence.js';
import type { DocumentNames } from '../year-in-names.js';
import { reading, type FactReading } from './facts.js';
import { properName, volumeNumber } from './values.js';

interface Name {
  text: string;
  source: FactSource;
  detail: string;
  confidence: number;
  ofPage: boolean;
}

export interface SheetNames extends DocumentNames {
  /** Page label with a number other than the page's. */
  labelNumber?: string;
  /** Page count; 0 if unknown. */
  totalPages?: number;
}

function namesOf(names: SheetNames): Name[] {
  const { bookmark = '', sections = [], label = '', fileName, title, pdfTitle = '', pdfSubject = '' } = names;
  const document = { source: 'document_information' as const, ofPage: false };
  const all: Name[] = [
    { text: bookmark, source: 'page_label', detail: 'bookmark', confidence: 0.65, ofPage: true },
    { text: label, source: 'page_label', detail: 'page_label', confidence: 0.55, ofPage: true },
    ...sections.map((text): Name => ({
      text,
      source: 'page_label',
      detail: 'section',
      confidence: 0.55,
      ofPage: false,
    })),
    { text: plainFileName(fileName), source: 'file_name', detail: 'file_name', confidence: 0.5, ofPage: false },
    { text: title, detail: 'title', confidence: 0.5, ...document },
    { text: pdfTitle, detail: 'pdf_title', confidence: 0.45, ...document },
    { text: pdfSubject, detail: 'pdf_subject', confidence: 0.4, ...document },
  ];
  return all.filter(({ text }) => text !== '');
}

const plainFileName = (name: string): string => name.replace(/\.pdf$/i, '').replace(/[_-]+/g, ' ');

const SHEET = /\b(?:sheet|sht|plate|pl|panel)[ .#:]*(\d{1,4}[a-z]?)\b/i;
const VOLUME = /\bvol(?:ume)?[ .#:]*(\d{1,3}[a-z]?|[ivxl]+|one|two|three|four|five|six|seven|eight|nine|ten)\b/i;
const NORTH = /\bnorth (?:is )?(?:at |to )?(?:the )?(up|top|right|down|bottom|left)\b/i;
const DEGREES: Readonly<Record<string, string>> = {
  up: '0',
  top: '0',
  right: '90',
  down: '180',
  bottom: '180',
  left: '270',
};
/** Library of Congress titles: "Sanborn Fire Insurance Map from Brooklyn, Kings County". */
const MAP_OF = /\bmaps? (?:from|of) (?:the )?(?:city of )?(\p{Lu}[\p{L}.'’ -]+?)(?=[,;(]|\s+\d|\s+vol|$)/iu;
const NO_PLACE =
  /\b(?:sanborns?|fire|insurance|maps?|atlas|historic(?:al)?|sheets?|sht|plates?|pages?|pgs?|vol(?:ume)?s?|edr|report|scan(?:s|ned)?|copy|final|draft|rev(?:ised)?|of|the|and|from|for|in|to|pdf|perris|certified|package|section|part|demo|test|sample|january|february|march|april|may|june|july|august|september|october|november|december)\b/gi;
/** Publisher names that make the rest of a name the place. */
const FIRE_MAP = /\b(?:sanborn|perris|fire insurance|insurance maps?)\b/i;
const MOST_PLACE_WORDS = 3;

/** Place in a fire insurance map's name; undefined if ambiguous. */
function placeIn(text: string): string | undefined {
  const titled = MAP_OF.exec(text)?.[1]?.trim();
  if (titled) return properName(titled);
  if (!FIRE_MAP.test(text)) return undefined;
  const left = text.replace(VOLUME, ' ').replace(SHEET, ' ').replace(NO_PLACE, ' ').trim();
  // numbers are year, sheets and volumes; any other sign makes it a code
  const words = left.split(/\s+/).filter((word) => !/^[\d.,()–-]*$/.test(word));
  const isPlace =
    words.length >= 1 && words.length <= MOST_PLACE_WORDS && words.every((word) => /^\p{L}{3,}$/u.test(word));
  if (!isPlace) return undefined;
  return words.map((word) => properName(word.toUpperCase())).join(' ');
}

/** All facts except the year, which `namedYear` reads. */
export function nameReadings(names: SheetNames, type: PageType): FactReading[] {
  const found: FactReading[] = [];
  const isOnly = names.totalPages === 1;
  for (const { text, source, detail, confidence, ofPage } of namesOf(names)) {
    const add = (fact: FactReading['fact'], value: string | undefined) =>
      value !== undefined && found.push(reading(fact, value, source, detail, confidence));
    // in a multi-sheet document a number in its name is the first sheet's or another count
    if (ofPage || isOnly) add('sheet_number', SHEET.exec(text)?.[1]?.toUpperCase());
    if (ofPage || isOnly) add('north', DEGREES[NORTH.exec(text)?.[1]?.toLowerCase() ?? '']);
    add('volume', volumeNumber(VOLUME.exec(text)?.[1] ?? ''));
    add('scale', guessMapScale(text)?.value);
    if (type === 'sanborn_map') add('city', placeIn(text));
  }
  if (names.labelNumber && type === 'sanborn_map')
    found.push(reading('sheet_number', names.labelNumber, 'page_label', 'page_label', 0.5));
  return found;
}
