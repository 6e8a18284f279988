/** What is kept of a page's guesses: those that are certain enough, each with how certain it is. */
import { pageTitleOf, type PageTitle } from '../pdf/file-names.js';
import { namedYear, type DocumentNames } from './named-year.js';
import type { Guess, PageMetadata, PageType, YearGuess, YearSource } from './page-metadata.js';

/** Characters below which a page's own text is a stamp or a page number, and its writing is in its picture. */
const ENOUGH_TEXT = 20;
/** A year or a scale that is less certain than this is worse than none. */
const CERTAIN = 0.4;
/** What was read off a picture has to be this certain to count more than the document's name. */
const SURER_THAN_NAME = 0.7;

/** What a page says. Certainties are from 0 to 1, and 0 where there is no value; sources are empty then. */
export interface PageFacts {
  pageType: PageType;
  pageTypeConfidence: number;
  extractedText?: string;
  textSource: 'pdf' | 'ocr' | '';
  year?: number;
  yearConfidence: number;
  yearSource: YearSource | '';
  /** As printed, `1 inch = 50 feet` for example. */
  mapScale?: string;
  mapScaleConfidence: number;
  pageTitle?: string;
  pageTitleConfidence: number;
  pageTitleSource: PageTitle['source'] | '';
}

/** Whether a page's own text makes looking at its picture needless. */
export const saysEnough = (text: string): boolean => text.replace(/\s/g, '').length >= ENOUGH_TEXT;

/**
 * Weighs what was guessed of a page against what its document is called.
 *
 * @param textSource where `text` is from: the PDF itself, or read off the picture
 */
export function pageFacts(
  { pageType, year, mapScale, names = {} }: PageMetadata,
  text: string,
  textSource: 'pdf' | 'ocr',
  { fileName, title }: Pick<DocumentNames, 'fileName' | 'title'>,
): PageFacts {
  // the back of a sheet has no year; a photograph need not have a word on it
  const isSheet = text !== '' || pageType.value === 'aerial_photo';
  const { title: pdfTitle, subject: pdfSubject, ...ofPage } = names;
  const called = { ...ofPage, fileName, title, ...(pdfTitle && { pdfTitle }), ...(pdfSubject && { pdfSubject }) };
  const sureYear = yearOf(year, isSheet ? namedYear(called, pageType.value) : undefined, textSource);
  const pageTitle = pageTitleOf(names);
  const sureScale = certain(mapScale);
  return {
    pageType: pageType.value,
    pageTypeConfidence: pageType.confidence,
    extractedText: text || undefined,
    textSource: text ? textSource : '',
    year: sureYear?.value,
    yearConfidence: sureYear?.confidence ?? 0,
    yearSource: sureYear?.source ?? '',
    mapScale: sureScale?.value,
    mapScaleConfidence: sureScale?.confidence ?? 0,
    pageTitle: pageTitle?.value,
    pageTitleConfidence: pageTitle?.confidence ?? 0,
    pageTitleSource: pageTitle?.source ?? '',
  };
}

const certain = <G extends Guess<unknown>>(guess: G | undefined): G | undefined =>
  guess && guess.confidence >= CERTAIN ? guess : undefined;

/** The page's own year; the document's name stands in for it, speaks with it, or against a doubtful reading. */
function yearOf(
  read: YearGuess | undefined,
  named: YearGuess | undefined,
  textSource: 'pdf' | 'ocr',
): YearGuess | undefined {
  const own = certain(read);
  if (!own || !named) return own ?? named;
  if (own.value === named.value) {
    const both = 1 - (1 - own.confidence) * (1 - named.confidence);
    return { ...own, confidence: Math.round(both * 100) / 100 };
  }
  return textSource === 'pdf' || own.confidence >= SURER_THAN_NAME ? own : named;
}
