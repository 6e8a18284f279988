/** Page facts: guesses that are certain enough, with confidence. */
import { pageTitleOf, type PageTitle } from '../pdf/file-names.js';
import type { FactSource } from '@symbio/proto/document/vocabulary';
import { namedYear, type DocumentNames } from './year-in-names.js';
import type { PageType } from './page-evidence.js';
import type { PageMetadata, YearGuess, YearSource } from './page-metadata.js';
import { CERTAIN, decideFacts, reading, type FactReading } from './title-block/facts.js';
import { nameReadings } from './title-block/names.js';
import { properName } from './title-block/values.js';

export type TextSource = 'pdf' | 'ocr' | 'both';

/** Confidence is 0 to 1; 0 and an empty source without a value. */
export interface PageFacts {
  pageType: PageType;
  pageTypeConfidence: number;
  extractedText?: string;
  textSource: TextSource | '';
  year?: number;
  yearConfidence: number;
  yearSource: YearSource | '';
  /** As printed, such as `1 inch = 50 feet`. */
  mapScale?: string;
  mapScaleConfidence: number;
  pageTitle?: string;
  pageTitleConfidence: number;
  pageTitleSource: PageTitle['source'] | '';
  titleReadings: FactReading[];
}

/**
 * Combines page guesses with the document's names.
 *
 * @param textSource origin of `text`
 */
export function pageFacts(
  { pageType, year, lettering = [], mapScale, names = {} }: PageMetadata,
  text: string,
  textSource: TextSource,
  { fileName, title, totalPages = 0 }: Pick<DocumentNames, 'fileName' | 'title'> & { totalPages?: number },
): PageFacts {
  // the back of a sheet has no year; an aerial photo may have no text
  const isSheet = text !== '' || pageType.value === 'aerial_photo';
  const { title: pdfTitle, subject: pdfSubject, ...ofPage } = names;
  const called = { ...ofPage, fileName, title, ...(pdfTitle && { pdfTitle }), ...(pdfSubject && { pdfSubject }) };
  const printed = [...lettering];
  if (mapScale && !lettering.some(({ fact }) => fact === 'scale'))
    printed.push(reading('scale', mapScale.value, 'lettering', '', mapScale.confidence));
  const readings = [
    ...yearReadings(year, isSheet ? namedYear(called, pageType.value) : undefined, textSource),
    ...printed.map((one) => (one.fact === 'city' ? spelledAsIn(one, [fileName, title, pdfTitle]) : one)),
    ...(isSheet ? nameReadings({ ...called, totalPages }, pageType.value) : []),
  ];
  const facts = decideFacts(readings);
  const pageTitle = pageTitleOf(names);
  return {
    pageType: pageType.value,
    pageTypeConfidence: pageType.confidence,
    extractedText: text || undefined,
    textSource: text ? textSource : '',
    year: facts.year && Number(facts.year.value),
    yearConfidence: facts.year?.confidence ?? 0,
    yearSource: (facts.year?.detail ?? '') as YearSource | '',
    mapScale: facts.scale?.value,
    mapScaleConfidence: facts.scale?.confidence ?? 0,
    pageTitle: pageTitle?.value,
    pageTitleConfidence: pageTitle?.confidence ?? 0,
    pageTitleSource: pageTitle?.source ?? '',
    titleReadings: readings,
  };
}

/** Readings of names that are known before the page is read; pages that are no sheets have none. */
export function documentNameReadings(
  names: Pick<DocumentNames, 'fileName' | 'title' | 'pdfTitle' | 'pdfSubject'> & { totalPages?: number },
  type: PageType,
): FactReading[] {
  if (type === 'text') return [];
  return [...yearReadings(undefined, namedYear(names, type), 'pdf'), ...nameReadings(names, type)];
}

/** Joins words as in a name (MILL BROOK to Millbrook): large lettering has wide spaces. */
function spelledAsIn(city: FactReading, names: readonly (string | undefined)[]): FactReading {
  const letters = city.value.replace(/ /g, '').toLowerCase();
  if (letters === city.value.toLowerCase()) return city;
  const one = names.flatMap((name) => name?.match(/\p{L}+/gu) ?? []).find((word) => word.toLowerCase() === letters);
  return one ? { ...city, value: properName(one.toUpperCase()) } : city;
}

const FACT_SOURCE: Readonly<Record<string, FactSource>> = {
  bookmark: 'page_label',
  page_label: 'page_label',
  section: 'page_label',
  file_name: 'file_name',
  title: 'document_information',
  pdf_title: 'document_information',
  pdf_subject: 'document_information',
};

export const yearReading = (value: number, source: string, confidence: number): FactReading =>
  reading('year', String(value), FACT_SOURCE[source] ?? 'lettering', source, confidence);

/** Years from page and names; a year in the PDF's own text excludes those in names. */
function yearReadings(own: YearGuess | undefined, named: YearGuess | undefined, textSource: TextSource): FactReading[] {
  const isClear = own !== undefined && own.confidence >= CERTAIN && textSource === 'pdf';
  const others = isClear && named?.value !== own.value ? undefined : named;
  return [own, others]
    .flatMap((guess) => guess ?? [])
    .map(({ value, source, confidence }) => yearReading(value, source, confidence));
}
