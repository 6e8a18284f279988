/** Year, provider, sheets and first picture of documents, for lists. */
import { documentNameReadings } from '@symbio/page-engine/reading';
import type { DocumentFacts } from '@symbio/proto/document';
import { sheetKindOf, type SheetFact } from '@symbio/proto/document/vocabulary';
import type { DocumentRow, PageRow } from '../model.js';
import { kindOf } from '../page-kinds/kind-of.js';
import { blockOf, displayedValue } from '../title-block/block.js';

/** Named in a list; the others are counted. */
const MOST_SHEETS = 12;
const MOST_SCALES = 3;
const MOST_PROVIDERS = 2;

export type FactPage = Pick<
  PageRow,
  | 'documentId'
  | 'pageNumber'
  | 'status'
  | 'thumbnailPath'
  | 'titleBlock'
  | 'year'
  | 'yearSource'
  | 'yearConfidence'
  | 'mapScale'
  | 'mapScaleConfidence'
  | 'createdAt'
  | 'pageType'
  | 'kindSaid'
>;

const OF_NAMES: ReadonlySet<string> = new Set(['file_name', 'title', 'pdf_title', 'pdf_subject']);

function yearInNames({ category, fileName, title, pdfTitle, pdfSubject }: DocumentRow): number | undefined {
  const names = { fileName, title, ...(pdfTitle && { pdfTitle }), ...(pdfSubject && { pdfSubject }) };
  const year = documentNameReadings(names, sheetKindOf(category) ?? 'other').find(({ fact }) => fact === 'year');
  return year && Number(year.value);
}

type Years = Pick<DocumentFacts, 'firstYear' | 'lastYear' | 'years' | 'yearSource'>;

function yearsOf(document: DocumentRow, pages: readonly FactPage[]): Years {
  const said = document.said?.year && Number(document.said.year.value);
  const known = pages.filter((page) => page.year !== undefined && isCounted(page));
  const years = [...new Set(known.flatMap(({ year }) => year ?? []))].sort((one, other) => one - other);
  const [firstYear] = years;
  if (firstYear !== undefined) {
    const isNamed = known.every(({ yearSource }) => OF_NAMES.has(yearSource));
    const isSaid = said !== undefined && years.every((year) => year === said);
    const yearSource = isSaid ? 'person' : isNamed ? 'file_name' : 'pages';
    return { firstYear, lastYear: years.at(-1) ?? firstYear, years, yearSource };
  }
  if (said !== undefined) return { firstYear: said, lastYear: said, years: [said], yearSource: 'person' };
  const named = yearInNames(document) ?? 0;
  const yearSource = named ? 'file_name' : '';
  return { firstYear: named, lastYear: named, years: named ? [named] : [], yearSource };
}

/** Text page mentions years; only those of sheets are the document's. */
const isCounted = (page: FactPage): boolean => page.pageType !== 'text' && page.kindSaid?.word?.kind !== 'other';

/** Distinct values of a fact on sheets, in page order. */
const valuesOf = (pages: readonly FactPage[], factFor: (page: FactPage) => SheetFact): string[] => [
  ...new Set(
    pages
      .filter((page) => kindOf(page) !== undefined)
      .flatMap((page) => displayedValue(blockOf(page), factFor(page)) ?? []),
  ),
];

/** Topographic maps have quadrangles instead of numbers. */
const numberOf = (page: FactPage): SheetFact => (kindOf(page) === 'topographic_map' ? 'city' : 'sheet_number');

/** @param pages of the document, by number */
export function documentFacts(
  document: DocumentRow,
  pages: readonly FactPage[] = [],
  thumbnailUrl = '',
): DocumentFacts {
  const { said, providerRead } = document;
  const sheets = valuesOf(pages, numberOf);
  const named = said?.provider?.value ?? providerRead ?? '';
  const printed = valuesOf(pages, () => 'provider').slice(0, MOST_PROVIDERS);
  return {
    ...yearsOf(document, pages),
    provider: named || printed.join(', '),
    providerSource: said?.provider ? 'person' : named ? 'document_information' : printed.length > 0 ? 'pages' : '',
    sheetNumbers: sheets.slice(0, MOST_SHEETS),
    sheetCount: sheets.length,
    scales: valuesOf(pages, () => 'scale').slice(0, MOST_SCALES),
    thumbnailUrl,
  };
}
