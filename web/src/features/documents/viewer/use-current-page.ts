import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { listedPages, pageOfAddress } from '../../../evidence/document-pages.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import type { HitPlace } from '../../../evidence/page-search-api.js';
import { nextPlace, placeAt, useDocumentHits, type DocumentHits } from './document-hits.js';

export interface CurrentPage {
  listed: readonly DocumentPage[];
  selected: DocumentPage | null;
  /** Pages of other kinds are listed as well. */
  allPages: boolean;
  setAllPages: (all: boolean) => void;
  words: string;
  found: DocumentHits;
  placed: number | null;
  steppedTo: HitPlace | null;
  requestedAnnotation: string | null;
  select: (page: DocumentPage) => void;
  lookFor: (words: string) => void;
  /** @returns whether there is a next hit */
  stepToPlace: (direction: -1 | 1) => boolean;
  neighbour: (step: -1 | 1) => DocumentPage | undefined;
  /** Writes the current page to the URL, whatever is listed. */
  pin: () => void;
}

export function useCurrentPage(
  document: ProjectDocument,
  pages: readonly DocumentPage[],
  isProcessing: boolean,
): CurrentPage {
  const [address, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  // a reload opens the same viewer again
  const setAddress: typeof setSearch = (next, options) => setSearch(next, { ...options, state });
  const [allPagesChosen, setAllPages] = useState<boolean | null>(null);
  const words = address.get('q') ?? '';
  const found = useDocumentHits(document, words);

  const asked = pageOfAddress(pages, address.get('page'));
  const own = listedPages(pages, { category: document.category, allPages: false, isProcessing });
  // lists all pages if the document has none of its own kind, or if the URL names another page
  const allPages = allPagesChosen ?? (own.length === 0 || (asked !== null && !own.includes(asked)));
  const listed = found.pageIds ? pages.filter(({ id }) => found.pageIds?.has(id)) : allPages ? pages : own;
  const selected = (asked && listed.includes(asked) ? asked : listed[0]) ?? null;
  const placed = placeAt(found.places, address.get('hit'), selected?.id);

  return {
    ...{ listed, selected, allPages, setAllPages, words, found, placed },
    steppedTo: address.has('hit') && placed !== null ? (found.places[placed]?.place ?? null) : null,
    requestedAnnotation: asked === null || asked === selected ? address.get('annotation') : null,
    select: (page) => {
      // Back leads to the previous page, not out of the document
      setAddress(addressOfPage(address, page), { replace: page.id === selected?.id });
    },
    lookFor: (asked) => {
      const next = addressOfPage(address, selected);
      if (asked) next.set('q', asked);
      else next.delete('q');
      setAddress(next, { replace: true });
    },
    stepToPlace: (direction) => {
      // only the current page has a current hit
      const index = nextPlace(found.places, placed, direction);
      const page = pages.find(({ id }) => index !== null && id === found.places[index]?.pageId);
      if (index === null || !page) return false;
      const next = addressOfPage(address, page);
      next.set('hit', String(index + 1));
      setAddress(next, { replace: true });
      return true;
    },
    neighbour: (step) => (selected ? listed[listed.indexOf(selected) + step] : undefined),
    pin: () => {
      if (!selected) return;
      const next = new URLSearchParams(address);
      next.set('page', String(selected.page_number));
      setAddress(next, { replace: true });
    },
  };
}

/** Drops the annotation and the pixel, keeps filters and other parameters. */
function addressOfPage(address: URLSearchParams, page: DocumentPage | null): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('annotation');
  next.delete('hit');
  next.delete('at');
  if (page) next.set('page', String(page.page_number));
  return next;
}
