import type { PageKind } from '@symbio/proto/document/vocabulary';
import type { DocumentPage } from '../../../evidence/page-records.js';

/** Something that was read off a page: what, where, and how sure it is. */
export interface PageFact {
  term: string;
  /** Null: not known. */
  value: string | null;
  /** Where it was read and how sure that is; empty when that is unknown. */
  ground: string;
}

const PAGE_TYPES: Record<PageKind, string> = {
  sanborn_map: 'Sanborn map',
  topographic_map: 'Topographic map',
  aerial_photo: 'Aerial photo',
};

/** Where a year or a title was read, in words that go on from "Read in". */
const SOURCES: Readonly<Record<string, string>> = {
  surveyed: 'the note of the survey',
  copyright: 'the copyright line',
  title_block: 'the title block',
  revised: 'the note of the revision',
  publisher: 'the line of the publisher',
  margin: 'the margin of the sheet',
  text: 'the text of the page',
  bookmark: 'the bookmark of the page',
  page_label: 'the page label of the file',
  section: 'the bookmark of its part of the file',
  file_name: 'the name of the file',
  title: 'the title of the document',
  pdf_title: 'the title among the file’s properties',
  pdf_subject: 'the subject among the file’s properties',
};

/**
 * Where something was read, and how sure that is.
 *
 * @param source one of the page's metadata; one that this version does not know is left out
 * @param confidence 0 to 1
 */
function groundOf(source: string | null | undefined, confidence: number | null | undefined): string {
  const place = source ? SOURCES[source] : undefined;
  const sure = confidence ? `${Math.round(confidence * 100)}% sure` : '';
  if (!place) return sure;
  return sure ? `Read in ${place}, ${sure}` : `Read in ${place}`;
}

/** What the file calls a page; null when it has no name for it. */
export function pageTitle(page: Pick<DocumentPage, 'metadata'>): string | null {
  return page.metadata?.page_title?.trim() || null;
}

/** What is known of a sheet, for a person who wants to judge it. */
export function pageFacts({ metadata, width, height, dpi, page_number: number }: DocumentPage): PageFact[] {
  const year = metadata?.year;
  const type = metadata?.page_type;
  const size = width && height ? `${width} × ${height} pixels` : null;
  return [
    { term: 'Page', value: String(number), ground: '' },
    {
      term: 'Title',
      value: pageTitle({ metadata }),
      ground: groundOf(metadata?.page_title_source, metadata?.page_title_confidence),
    },
    { term: 'Kind', value: type ? PAGE_TYPES[type] : null, ground: groundOf(null, metadata?.page_type_confidence) },
    {
      term: 'Year',
      value: year === undefined ? null : String(year),
      ground: groundOf(metadata?.year_source, metadata?.year_confidence),
    },
    {
      term: 'Scale',
      value: metadata?.map_scale || null,
      ground: groundOf(null, metadata?.map_scale_confidence),
    },
    { term: 'Size', value: size, ground: size && dpi ? `${dpi} dots per inch` : '' },
  ];
}
