/** What a page says, as the document service takes it. */
import type { Page, PageMetadata, Word } from '@symbio/proto/document';
import { pageTitleOf } from '../pipeline/file-names.js';
import { namedYear, type DocumentNames } from '../pipeline/named-year.js';
import type { Guess, PageMetadata as SeenMetadata, YearGuess } from '../pipeline/page-metadata.js';
import type { Word as SeenWord } from '../pipeline/pdfium.js';
import type { PictureSize } from '../reading/page-reader.js';
import type { Peers } from './peers.js';

/** Characters below which a page's own text is a stamp or a page number, and its writing is in its picture. */
const ENOUGH_TEXT = 20;
/** A year or a scale that is less certain than this is worse than none. */
const CERTAIN = 0.4;

/** Whether a page's own text makes looking at its picture needless. */
export const saysEnough = (text: string): boolean => text.replace(/\s/g, '').length >= ENOUGH_TEXT;

/** What was read off a picture has to be this certain to count more than the document's name. */
const SURER_THAN_NAME = 0.7;

/** Guesses that are certain enough to be kept, each with how certain it is. */
export function toMetadata(
  { pageType, year, mapScale, names = {} }: SeenMetadata,
  text: string,
  textSource: 'pdf' | 'ocr',
  { fileName, title }: Pick<DocumentNames, 'fileName' | 'title'>,
): PageMetadata {
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

/** A word of the PDF itself is certain. */
export const toWords = (words: readonly SeenWord[]): Word[] =>
  words.map(({ confidence = 1, turned = 0, ...word }) => ({ ...word, confidence, turned }));

/** The pages as the document service has them. */
export async function pagesOf(documentId: string, peers: Peers): Promise<Page[]> {
  return (await peers.documents.listPages({ documentId }, await peers.asSelf())).pages;
}

/** Sizes of the pictures there are, by page number. */
export function picturesOf(pages: readonly Page[]): Record<number, PictureSize> {
  const ready = pages.filter(({ status }) => status === 'ready');
  return Object.fromEntries(ready.map(({ pageNumber, width, height, dpi }) => [pageNumber, { width, height, dpi }]));
}
