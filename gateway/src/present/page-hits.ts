import type { PageHitJson } from '@symbio/api';
import type { HitPlace, PageHit, Word } from '@symbio/proto/document';
import { isMatchKind, pageLabel, type MatchKind } from '@symbio/proto/document/vocabulary';
import { presentTileSource } from './documents.js';
import { address } from './json.js';

/**
 * Matched page with its search terms.
 * @param origin prefix of file addresses; empty: relative
 */
export function presentHit(hit: PageHit, origin = ''): PageHitJson {
  const { page, documentTitle, snippet, boxes, places, match, snippetParts } = hit;
  return {
    document_id: page?.documentId ?? '',
    document_title: documentTitle,
    page_id: page?.id ?? '',
    page_number: page?.pageNumber ?? 0,
    label: page ? pageLabel({ number: page.pageNumber, kind: page.metadata?.pageType, year: page.metadata?.year }) : '',
    thumbnail_url: address(page?.thumbnailUrl ?? '', origin) || null,
    tile_source: presentTileSource(page?.tileSource, origin),
    snippet,
    boxes: boxes.map(presentBox),
    match: matchOf(match),
    places: places.map(presentPlace),
    snippet_parts: snippetParts.map(({ text, isHit }) => ({ text, is_hit: isHit })),
  };
}

const presentBox = ({ text, x, y, width, height }: Word) => ({ text, x, y, width, height });

/** Older service versions omit the kind and match exactly. */
const matchOf = (match: string): MatchKind => (isMatchKind(match) ? match : 'exact');

const presentPlace = ({ text, match, x, y, width, height, confidence }: HitPlace) => ({
  text,
  match: matchOf(match),
  x,
  y,
  width,
  height,
  // stored as a four-byte float
  confidence: Number(confidence.toFixed(2)),
});
