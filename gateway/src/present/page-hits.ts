import type { PageHitJson } from '@symbio/api';
import type { PageHit, Word } from '@symbio/proto/document';
import { pageLabel } from '@symbio/proto/document/vocabulary';
import { address } from './json.js';

/**
 * A page that was found, with the words that were looked for.
 * @param origin what addresses of files begin with; empty: they are relative
 */
export function presentHit({ page, documentTitle, snippet, boxes }: PageHit, origin = ''): PageHitJson {
  return {
    document_id: page?.documentId ?? '',
    document_title: documentTitle,
    page_id: page?.id ?? '',
    page_number: page?.pageNumber ?? 0,
    label: page ? pageLabel({ number: page.pageNumber, kind: page.metadata?.pageType, year: page.metadata?.year }) : '',
    thumbnail_url: address(page?.thumbnailUrl ?? '', origin) || null,
    snippet,
    boxes: boxes.map(presentBox),
  };
}

const presentBox = ({ text, x, y, width, height }: Word) => ({ text, x, y, width, height });
