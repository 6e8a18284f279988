/** Converts page content to the document service's format. */
import {
  pageFacts,
  type PictureSize,
  type ReadPage,
  type TextSource,
  type Word as SeenWord,
} from '@symbio/page-engine/reading';
import type { Page, Word } from '@symbio/proto/document';
import type { Peers } from './peers.js';
import type { WorkItem } from './work.js';

/** Words of the PDF itself have confidence 1. */
export const toWords = (words: readonly SeenWord[]): Word[] =>
  words.map(({ confidence = 1, turned = 0, ...word }) => ({ ...word, confidence, turned }));

export function readingOf(page: ReadPage, source: TextSource, { document, jobId }: WorkItem) {
  const { pageNumber, width, height, dpi, pictureShare, text, words, metadata } = page;
  const size = { width, height, dpi, pictureShare };
  const facts = pageFacts(metadata, text, source, document);
  return { documentId: document.id, jobId, pageNumber, ...size, words: toWords(words), metadata: facts };
}

export async function pagesOf(documentId: string, peers: Peers): Promise<Page[]> {
  return (await peers.documents.listPages({ documentId }, await peers.asSelf())).pages;
}

export function picturesOf(pages: readonly Page[]): Record<number, PictureSize> {
  const ready = pages.filter(({ status }) => status === 'ready');
  return Object.fromEntries(ready.map(({ pageNumber, width, height, dpi }) => [pageNumber, { width, height, dpi }]));
}
