import { SHEET_FACTS } from '@symbio/proto/document/vocabulary';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { dateOnly } from '../../../lib/ui/formats.js';
import { KIND_NAMES } from './page-kinds/page-kinds.js';
import type { SheetFactName, FactInAnswer } from './about-sheet/title-block-records.js';

export interface PageFact {
  term: string;
  /** Null if not known. */
  value: string | null;
  /** Source and confidence, or the author; empty if unknown. */
  ground: string;
  /** Correctable title block facts. */
  fact?: SheetFactName;
  /** Page kind, which is correctable. */
  isKind?: true;
  /** Absent if unknown. */
  stored?: FactInAnswer;
}

/** Author or confidence. */
function kindGround({ metadata, page_type_correction: corrected }: DocumentPage): string {
  if (!corrected) return groundOf(null, metadata?.page_type_confidence);
  const by = `Corrected by ${corrected.by_name} on ${dateOnly(corrected.at)}`;
  if (corrected.read === metadata?.page_type) return by;
  const read = corrected.read ? KIND_NAMES[corrected.read] : 'none of the kinds';
  return `${by}; recognized as ${read}`;
}

/** By correction, or because none was recognized. */
const NO_KIND = 'None of the kinds';

/** Continues "Read in". */
const SOURCES: Readonly<Record<string, string>> = {
  surveyed: 'the survey note',
  copyright: 'the copyright line',
  title_block: 'the title block',
  revised: 'the revision note',
  publisher: 'the publisher line',
  margin: 'the sheet margin',
  text: 'the text of the page',
  bookmark: 'the bookmark of the page',
  page_label: 'the page label of the file',
  section: 'the bookmark of its part of the file',
  file_name: 'the file name',
  title: 'the title of the document',
  pdf_title: 'the title among the file’s properties',
  pdf_subject: 'the subject among the file’s properties',
};

/** Of the file or document rather than the sheet. */
const NAMES: ReadonlySet<string> = new Set(['file_name', 'title', 'pdf_title', 'pdf_subject']);

/**
 * @param source from the page's metadata; unknown values are omitted
 * @param confidence 0 to 1
 */
function groundOf(source: string | null | undefined, confidence: number | null | undefined): string {
  const place = source ? SOURCES[source] : undefined;
  const isName = source !== null && source !== undefined && NAMES.has(source);
  return groundWith(place ? `${isName ? 'From' : 'Read in'} ${place}` : '', confidence);
}

const groundWith = (from: string, confidence: number | null | undefined): string =>
  [from, confidence ? `${Math.round(confidence * 100)}% sure` : ''].filter((part) => part !== '').join(', ');

/** From the file; null if it has none. */
export function pageTitle(page: Pick<DocumentPage, 'metadata'>): string | null {
  return page.metadata?.page_title?.trim() || null;
}

export const FACT_TERMS: Readonly<Record<SheetFactName, string>> = {
  year: 'Year',
  sheet_number: 'Sheet number',
  volume: 'Volume',
  city: 'City',
  scale: 'Scale',
  north: 'North',
  provider: 'Provider',
};

const DIRECTIONS: Readonly<Record<number, string>> = { 0: 'up', 90: 'right', 180: 'down', 270: 'left' };

/** North is an angle. */
export function factText(fact: SheetFactName, value: string | number | null): string | null {
  if (value === null || fact !== 'north') return value === null ? null : String(value);
  const direction = DIRECTIONS[Number(value)];
  return direction ? `${value}° (${direction})` : `${value}° clockwise from the top`;
}

function groundInAnswer(fact: SheetFactName, stored: FactInAnswer): string {
  const { source, detail, confidence, corrected, read } = stored;
  if (corrected) {
    const by = `Corrected by ${corrected.by_name} on ${dateOnly(corrected.at)}`;
    const before = read && read.value !== stored.value ? factText(fact, read.value) : null;
    return before === null ? by : `${by}; recognized as ${before}`;
  }
  if (source === 'volume') return groundWith('From the other sheets of the volume', confidence);
  if (SOURCES[detail] !== undefined) return groundOf(detail, confidence);
  if (source !== 'lettering') return groundOf(null, confidence);
  return groundWith(detail === '' ? 'Read on the sheet' : `Read on the sheet: “${detail}”`, confidence);
}

/** Servers without title blocks provide only year and scale. */
function factRow(fact: SheetFactName, { metadata, title_block: block }: DocumentPage): PageFact {
  const term = FACT_TERMS[fact];
  const stored = block?.[fact];
  if (stored) return { term, fact, value: factText(fact, stored.value), ground: groundInAnswer(fact, stored), stored };
  if (block === undefined && fact === 'year' && metadata?.year !== undefined) {
    const ground = groundOf(metadata.year_source, metadata.year_confidence);
    return { term, fact, value: String(metadata.year), ground };
  }
  if (block === undefined && fact === 'scale' && metadata?.map_scale)
    return { term, fact, value: metadata.map_scale, ground: groundOf(null, metadata.map_scale_confidence) };
  return { term, fact, value: null, ground: '' };
}

/** Where the words of a page come from. */
const TEXT_SOURCES: Readonly<Record<string, string>> = {
  pdf: 'From the file',
  read: 'Read from the picture',
  both: 'From the file, and read from the picture',
};

/** Only aerial photographs name who made them. */
const concerns = (fact: SheetFactName, { metadata, title_block: block }: DocumentPage): boolean =>
  fact !== 'provider' || metadata?.page_type === 'aerial_photo' || block?.provider !== undefined;

export function pageFacts(page: DocumentPage): PageFact[] {
  const { metadata, width, height, dpi, page_number: number } = page;
  const type = metadata?.page_type;
  const size = width && height ? `${width} × ${height} pixels` : null;
  return [
    { term: 'Page', value: String(number), ground: '' },
    {
      term: 'Title',
      value: pageTitle({ metadata }),
      ground: groundOf(metadata?.page_title_source, metadata?.page_title_confidence),
    },
    {
      term: 'Kind',
      value: type ? KIND_NAMES[type] : page.page_type_correction ? NO_KIND : null,
      ground: kindGround(page),
      isKind: true,
    },
    ...SHEET_FACTS.filter((fact) => concerns(fact, page)).map((fact) => factRow(fact, page)),
    { term: 'Text', value: TEXT_SOURCES[metadata?.text_source ?? ''] ?? null, ground: '' },
    { term: 'Size', value: size, ground: size && dpi ? `${dpi} dots per inch` : '' },
  ];
}
