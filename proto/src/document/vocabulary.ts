/** Document vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  DocumentCategory as DocumentCategoryEnum,
  CategoryGroup as CategoryGroupEnum,
  ProcessingStatus as ProcessingStatusEnum,
  PageStatus as PageStatusEnum,
  PageKind as PageKindEnum,
  MatchKind as MatchKindEnum,
  SearchOrder as SearchOrderEnum,
  SheetFact as SheetFactEnum,
  FactSource as FactSourceEnum,
  FactChangeKind as FactChangeKindEnum,
  GeoreferenceState as GeoreferenceStateEnum,
  PointSource as PointSourceEnum,
  ScaleBasis as ScaleBasisEnum,
  BulkAction as BulkActionEnum,
  BulkResult as BulkResultEnum,
} from '../../gen/symbio/document/v1/document_vocabulary.js';
import { isOneOf, words } from '../words.js';

/** Document categories (DATA-05 to DATA-07), in category table order. */
export const DOCUMENT_CATEGORIES = words(DocumentCategoryEnum);
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number];
export const isDocumentCategory = isOneOf(DOCUMENT_CATEGORIES);

/** Category groups (DATA-04). */
export const CATEGORY_GROUPS = words(CategoryGroupEnum);
export type CategoryGroup = (typeof CATEGORY_GROUPS)[number];

/** Group of each category (DATA-05 to DATA-07, OP-15). */
export const CATEGORY_GROUP_OF: Readonly<Record<DocumentCategory, CategoryGroup>> = {
  regulatory_database: 'historic',
  sanborn_maps: 'historic',
  topographic_maps: 'historic',
  aerial_imagery: 'historic',
  city_directories: 'historic',
  deed_documents: 'historic',
  phase_1_esa: 'historic',
  phase_2_esi: 'historic',
  agency_response: 'agency_foa',
  remediation_case: 'agency_foa',
  closure_letter: 'agency_foa',
  title_record: 'agency_foa',
  site_survey: 'agency_foa',
  other: 'agency_foa',
  questionnaire: 'user_provided',
  user_provided: 'user_provided',
};

/** Sources of the history of a property (ASTM E1527-21, 8.3.4). */
export const HISTORICAL_SOURCES = [
  ...(['sanborn_maps', 'topographic_maps', 'aerial_imagery', 'city_directories'] as const),
  ...(['deed_documents', 'title_record', 'site_survey'] as const),
] satisfies DocumentCategory[];

/** Sources whose coverage is shown by decade. */
export const COVERAGE_SOURCES = ['regulatory_database', ...HISTORICAL_SOURCES] as const;
export type CoverageSource = (typeof COVERAGE_SOURCES)[number];
export const isCoverageSource = isOneOf(COVERAGE_SOURCES);

/** Sources that every assessment reviews (8.2 and 8.3). */
export const STANDARD_SOURCES: readonly CoverageSource[] = COVERAGE_SOURCES.slice(0, 5);

/** Categories that can be processed from the table (DOC-04). */
export const PROCESSABLE_CATEGORIES: readonly DocumentCategory[] = ['topographic_maps', 'sanborn_maps'];

/** Processing states (OP-19), in order. */
export const PROCESSING_STATUSES = words(ProcessingStatusEnum);
export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];

export const PAGE_STATUSES = words(PageStatusEnum);
export type PageStatus = (typeof PAGE_STATUSES)[number];

/** Sheet kinds of DATA-09. Other pages have none. */
export const PAGE_KINDS = words(PageKindEnum);
export type PageKind = (typeof PAGE_KINDS)[number];
export const isPageKind = isOneOf(PAGE_KINDS);

export const MATCH_KINDS = words(MatchKindEnum);
export type MatchKind = (typeof MATCH_KINDS)[number];
export const isMatchKind = isOneOf(MATCH_KINDS);

export const SEARCH_ORDERS = words(SearchOrderEnum);
export type SearchOrder = (typeof SEARCH_ORDERS)[number];
export const isSearchOrder = isOneOf(SEARCH_ORDERS);

export const SHEET_FACTS = words(SheetFactEnum);
export type SheetFact = (typeof SHEET_FACTS)[number];
export const isSheetFact = isOneOf(SHEET_FACTS);

export const FACT_SOURCES = words(FactSourceEnum);
export type FactSource = (typeof FACT_SOURCES)[number];

export const FACT_CHANGE_KINDS = words(FactChangeKindEnum);
export type FactChangeKind = (typeof FACT_CHANGE_KINDS)[number];

export const BULK_ACTIONS = words(BulkActionEnum);
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const isBulkAction = isOneOf(BULK_ACTIONS);

/** Result per document; `unchanged`: already in that state. */
export const BULK_RESULTS = words(BulkResultEnum);
export type BulkResult = (typeof BULK_RESULTS)[number];

/** Sheet kind of each map category (OP-42, VIEW-13); other categories have none. */
export const SHEET_KIND_OF: Readonly<Partial<Record<DocumentCategory, PageKind>>> = {
  sanborn_maps: 'sanborn_map',
  topographic_maps: 'topographic_map',
  aerial_imagery: 'aerial_photo',
};

/** Sheet kind for any category text; undefined for none. */
export const sheetKindOf = (category: string): PageKind | undefined =>
  isDocumentCategory(category) ? SHEET_KIND_OF[category] : undefined;

/** Map categories: their pages get pictures and open in the sheet viewer (VIEW-03). */
export const MAP_CATEGORIES = DOCUMENT_CATEGORIES.filter((category) => sheetKindOf(category) !== undefined);

/** Page label in lists (VIEW-09 to VIEW-12). */
export function pageLabel(page: { number: number; kind?: string | null; year?: number | string | null }): string {
  const { number, kind, year } = page;
  switch (kind) {
    case 'sanborn_map':
      return year ? `Year ${year}` : `Sanborn Map (Page ${number})`;
    case 'topographic_map':
      return `Topographic Map (Page ${number})`;
    case 'aerial_photo':
      return year ? `Aerial ${year}` : `Aerial Photo (Page ${number})`;
    default:
      return `Page ${number}`;
  }
}

/** What establishes the scale of a sheet. */
export const SCALE_BASES = words(ScaleBasisEnum);
export type ScaleBasis = (typeof SCALE_BASES)[number];

/** How well a sheet is placed on the earth. */
export const GEOREFERENCE_STATES = words(GeoreferenceStateEnum);

/** Where the place of a control point comes from. */
export const POINT_SOURCES = words(PointSourceEnum);
export type PointSource = (typeof POINT_SOURCES)[number];
export const isPointSource = isOneOf(POINT_SOURCES);
