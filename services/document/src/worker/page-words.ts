/** What a page says, as the document service takes it. */
import { pageFacts, type PictureSize, type ReadPage, type Word as SeenWord } from '@symbio/page-engine/reading';
import type { Page, Word } from '@symbio/proto/document';
import type { Peers } from './peers.js';
import type { WorkItem } from './work.js';

/** A word of the PDF itself is certain. */
export const toWords = (words: readonly SeenWord[]): Word[] =>
  words.map(({ confidence = 1, turned = 0, ...word }) => ({ ...word, confidence, turned }));

/** What is recorded of a page that was read. */
export function readingOf(page: ReadPage, source: 'pdf' | 'ocr', { document, jobId }: WorkItem) {
  const { pageNumber, width, height, dpi, pictureShare, text, words, metadata } = page;
  const size = { width, height, dpi, pictureShare };
  const facts = pageFacts(metadata, text, source, document);
  return { documentId: document.id, jobId, pageNumber, ...size, words: toWords(words), metadata: facts };
}

/** The pages as the document service has them. */
export async function pagesOf(documentId: string, peers: Peers): Promise<Page[]> {
  return (await peers.documents.listPages({ documentId }, await peers.asSelf())).pages;
}

/** Sizes of the pictures there are, by page number. */
export function picturesOf(pages: readonly Page[]): Record<number, PictureSize> {
  const ready = pages.filter(({ status }) => status === 'ready');
  return Object.fromEntries(ready.map(({ pageNumber, width, height, dpi }) => [pageNumber, { width, height, dpi }]));
}
