import type { app, BulkChangeJson, DocumentJson, PageJson, PageKindChangeJson, PageOpeningJson } from '@symbio/api';
import type {
  BulkChange,
  Classification,
  Document,
  DocumentFacts,
  Page,
  PageKindChange,
  PageMetadata,
  PageOpening,
  TileSource,
} from '@symbio/proto/document';
import { SCALE_BASES, type ScaleBasis } from '@symbio/proto/document/vocabulary';
import { address, moment, required } from './json.js';
import { presentTitleBlock } from './title-blocks.js';

const presentClassification = (classification: Classification): NonNullable<DocumentJson['classification']> => ({
  suggested_category: classification.suggestedCategory,
  confidence: classification.confidence,
  reasoning: classification.reasoning,
  classified_at: moment(classification.classifiedAt),
  needs_review: classification.needsReview,
  alternatives: classification.alternatives.map(({ category, confidence }) => ({ category, confidence })),
  corrected: classification.corrected
    ? {
        category: classification.corrected.category,
        confidence: classification.corrected.confidence,
        classified_at: moment(classification.corrected.classifiedAt),
      }
    : null,
});

const FACTS = [
  ...(['first_year', 'last_year', 'year_source', 'provider', 'provider_source'] as const),
  ...(['sheet_numbers', 'sheet_count', 'scales', 'thumbnail_url'] as const),
] as const;

/** @param origin prefix of file addresses; empty: relative */
export const presentDocument = (document: Document, origin = ''): DocumentJson => ({
  id: document.id,
  project_id: document.projectId,
  category: document.category,
  title: document.title,
  description: document.description ?? null,
  file_name: document.fileName,
  file_path: document.filePath,
  file_url: address(document.fileUrl, origin),
  file_size: document.fileSize,
  mime_type: document.mimeType,
  uploaded_by: document.uploadedBy,
  total_pages: document.totalPages,
  processing_status: document.processingStatus,
  processing_error: document.processingError,
  classification: document.classification ? presentClassification(document.classification) : null,
  pages_ready: document.pagesReady,
  sha256: document.sha256,
  created_at: moment(document.createdAt),
  updated_at: moment(document.updatedAt),
  notices: document.notices.map(({ code, message }) => ({ code, message })),
  attachments: document.attachments.map(({ index, fileName, documentId }) => ({
    index,
    file_name: fileName,
    document_id: documentId || null,
  })),
  original: document.original
    ? {
        file_name: document.original.fileName,
        mime_type: document.original.mimeType,
        file_size: document.original.fileSize,
        sha256: document.original.sha256,
        file_url: address(document.original.fileUrl, origin),
      }
    : null,
  attached_to_document_id: document.attachedToDocumentId || null,
  derived_from: document.derivedFrom
    ? {
        document_id: document.derivedFrom.documentId,
        from_page: document.derivedFrom.fromPage,
        to_page: document.derivedFrom.toPage,
        sha256: document.derivedFrom.sha256,
      }
    : null,
  no_coverage_years: document.noCoverageYears,
  split_id: document.splitId || null,
  needs_password: document.needsPassword,
  ...presentFacts(document.facts, origin),
});

const presentFacts = (
  facts: DocumentFacts | undefined,
  origin: string,
): Pick<DocumentJson, (typeof FACTS)[number]> => ({
  first_year: facts?.firstYear || null,
  last_year: facts?.lastYear || null,
  year_source: facts?.yearSource || null,
  provider: facts?.provider || null,
  provider_source: facts?.providerSource || null,
  sheet_numbers: facts?.sheetNumbers ?? [],
  sheet_count: facts?.sheetCount ?? 0,
  scales: facts?.scales ?? [],
  thumbnail_url: address(facts?.thumbnailUrl ?? '', origin) || null,
});

export const presentDeletedDocument = (document: Document): app.documents.DeletedDocumentJson => ({
  id: document.id,
  project_id: document.projectId,
  category: document.category,
  title: document.title,
  file_name: document.fileName,
  file_size: document.fileSize,
  total_pages: document.totalPages,
  created_at: moment(document.createdAt),
  deleted_at: moment(document.deletedAt),
  deleted_by_name: document.deletedByName,
  purge_at: moment(document.purgeAt),
});

export function presentBulkChange({ id, projectId, action, category, outcomes }: BulkChange): BulkChangeJson {
  const ofResult = (wanted: string): number => outcomes.filter(({ result }) => result === wanted).length;
  return {
    ...{ id, project_id: projectId, action, category: category || null },
    ...{ done: ofResult('done'), unchanged: ofResult('unchanged'), refused: ofResult('refused') },
    outcomes: outcomes.map(({ documentId, title, result, error, code, jobId }) => ({
      ...{ document_id: documentId, title, result },
      ...(error && { error, code }),
      ...(jobId && { job_id: jobId }),
    })),
  };
}

/** Inline Deep Zoom description, as OpenSeadragon expects it. */
export const presentTileSource = (source: TileSource | undefined, origin = ''): PageJson['tile_source'] =>
  source
    ? {
        Image: {
          xmlns: 'http://schemas.microsoft.com/deepzoom/2008',
          Url: address(source.url, origin),
          Format: source.format,
          Overlap: '0',
          TileSize: String(source.tileSize),
          Size: { Width: String(source.width), Height: String(source.height) },
        },
      }
    : null;

/** `read` is `ocr` in rows and reports. */
const presentTextSource = (source: string): string => (source === 'ocr' ? 'read' : source);

/** Missing values are omitted. */
const presentMetadata = (metadata: PageMetadata | undefined): PageJson['metadata'] => ({
  page_type: metadata?.pageType || null,
  ...(metadata?.extractedText === undefined ? {} : { extracted_text: metadata.extractedText }),
  ...(metadata?.pageType ? { page_type_confidence: metadata.pageTypeConfidence } : {}),
  ...(metadata?.textSource ? { text_source: presentTextSource(metadata.textSource) } : {}),
  ...(metadata?.year === undefined
    ? {}
    : { year: metadata.year, year_confidence: metadata.yearConfidence, year_source: metadata.yearSource || null }),
  ...(metadata?.mapScale === undefined
    ? {}
    : { map_scale: metadata.mapScale, map_scale_confidence: metadata.mapScaleConfidence }),
  ...(metadata?.pageTitle === undefined
    ? {}
    : {
        page_title: metadata.pageTitle,
        page_title_confidence: metadata.pageTitleConfidence,
        page_title_source: metadata.pageTitleSource || null,
      }),
});

const scaleBasisOf = (basis = ''): ScaleBasis | null => SCALE_BASES.find((known) => known === basis) ?? null;

/** @param origin prefix of file addresses; empty: relative */
export const presentPage = (page: Page, origin = ''): PageJson => ({
  id: page.id,
  document_id: page.documentId,
  project_id: page.projectId,
  page_number: page.pageNumber,
  image_path: page.imagePath,
  image_url: address(page.imageUrl, origin) || null,
  thumbnail_url: address(page.thumbnailUrl, origin) || null,
  width: page.width,
  height: page.height,
  dpi: page.dpi,
  status: page.status,
  error: page.error || null,
  created_at: moment(page.createdAt),
  updated_at: moment(page.updatedAt),
  preview: page.preview,
  unaudited: page.unaudited,
  metadata: presentMetadata(page.metadata),
  tile_source: presentTileSource(page.tileSource, origin),
  title_block: presentTitleBlock(page.titleBlock),
  page_type_correction: page.kindCorrection
    ? {
        read: page.kindCorrection.read || null,
        by_id: page.kindCorrection.by?.byId ?? '',
        by_name: page.kindCorrection.by?.byName ?? '',
        at: moment(page.kindCorrection.by?.at),
      }
    : null,
  sheet_scale: {
    feet_per_pixel: page.sheetScale?.feetPerPixel ?? null,
    basis: scaleBasisOf(page.sheetScale?.basis),
    note: page.sheetScale?.note ?? '',
  },
  picture_changes: page.pictureChanges.map(({ at, fromWidth, fromHeight, toWidth, toHeight }) => ({
    at: moment(at),
    from: { width: fromWidth, height: fromHeight },
    to: { width: toWidth, height: toHeight },
  })),
  ground_scale: page.groundScale
    ? {
        feet_per_pixel: page.groundScale.feetPerPixel,
        by_name: page.groundScale.by?.byName ?? '',
        at: moment(page.groundScale.by?.at),
      }
    : null,
});

export const presentPageKindChange = ({ page, changeId, from, said }: PageKindChange): PageKindChangeJson => {
  const { id, pageNumber, metadata } = required(page);
  return {
    page_id: id,
    page_number: pageNumber,
    change_id: changeId,
    from: from || null,
    to: metadata?.pageType || null,
    said: said === undefined ? null : { page_type: said || null },
  };
};

export const presentPageOpening = (opening: PageOpening): PageOpeningJson => ({
  page_id: opening.pageId,
  document_id: opening.documentId,
  project_id: opening.projectId,
  user_id: opening.userId,
  user_name: opening.userName,
  first_at: required(opening.firstAt).toISOString(),
  last_at: required(opening.lastAt).toISOString(),
});
