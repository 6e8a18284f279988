import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { listedPages, pageOfAddress } from '../../../evidence/document-pages.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import type { HitPlace } from '../../../evidence/page-search-api.js';
import { nextPlace, placeAt, useDocumentHits, type DocumentHits } from './document-hits.js';

/** Which pages of a document are listed and which of them is shown, as the address says it, with the ways to others. */
export interface ShownPage {
  listed: readonly DocumentPage[];
  /** The one that is shown; null where none is listed. */
  selected: DocumentPage | null;
  /** Whether pages of other kinds than the document's are listed, too. */
  allPages: boolean;
  setAllPages: (all: boolean) => void;
  /** What is looked for in the document; empty for nothing. */
  words: string;
  found: DocumentHits;
  /** Index of the found place that one is at; null for none. */
  placed: number | null;
  /** The place that one stepped to; null until one does. */
  steppedTo: HitPlace | null;
  /** Id of an annotation of this page that the address asks for. */
  annotationAsked: string | null;
  select: (page: DocumentPage) => void;
  lookFor: (words: string) => void;
  /** To the next found place, or the one before. @returns whether there is one */
  stepToPlace: (direction: -1 | 1) => boolean;
  /** The page after or before the one that is shown, among those that are listed. */
  neighbour: (step: -1 | 1) => DocumentPage | undefined;
  /** Writes the page that is shown into the address: it stays, whichever pages are listed then. */
  pin: () => void;
}

export function useShownPage(
  document: ProjectDocument,
  pages: readonly DocumentPage[],
  isProcessing: boolean,
): ShownPage {
  const [address, setAddress] = useSearchParams();
  const [allPagesChosen, setAllPages] = useState<boolean | null>(null);
  const words = address.get('q') ?? '';
  const found = useDocumentHits(document, words);

  const asked = pageOfAddress(pages, address.get('page'));
  const own = listedPages(pages, { category: document.category, allPages: false, isProcessing });
  // a document without pages of its own kind, or an address of another page, shows all of them
  const allPages = allPagesChosen ?? (own.length === 0 || (asked !== null && !own.includes(asked)));
  const listed = found.pageIds ? pages.filter(({ id }) => found.pageIds?.has(id)) : allPages ? pages : own;
  const selected = (asked && listed.includes(asked) ? asked : listed[0]) ?? null;
  const placed = placeAt(found.places, address.get('hit'), selected?.id);

  return {
    ...{ listed, selected, allPages, setAllPages, words, found, placed },
    steppedTo: address.has('hit') && placed !== null ? (found.places[placed]?.place ?? null) : null,
    annotationAsked: asked === null || asked === selected ? address.get('annotation') : null,
    select: (page) => {
      // Back leads to the page before, not out of the document
      setAddress(addressOfPage(address, page), { replace: page.id === selected?.id });
    },
    lookFor: (asked) => {
      const next = addressOfPage(address, selected);
      if (asked) next.set('q', asked);
      else next.delete('q');
      setAddress(next, { replace: true });
    },
    stepToPlace: (direction) => {
      // a page that is not shown has no place to step from
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

/** The address with this page; the annotation of another page goes, filters and all else stay. */
function addressOfPage(address: URLSearchParams, page: DocumentPage | null): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('annotation');
  next.delete('hit');
  if (page) next.set('page', String(page.page_number));
  return next;
}
