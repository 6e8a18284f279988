import { TILE_SIZE } from '@symbio/page-engine/pyramids';
import type {
  Classification,
  Document,
  DocumentFacts,
  DocumentNotice,
  Page,
  PageMetadata,
} from '@symbio/proto/document';
import type { PageLinks } from './files/links.js';
import type { DocumentRow, PageRow } from './model.js';
import { kindOf, kindRead } from './page-kinds/kind-of.js';
import { sheetScaleOf, type ScaledRow } from './sheet-scale/sheet-scale.js';
import { toCorrection, toTitleBlock } from './title-block/mapping.js';

/** Depends on the caller or on other documents, so events lack it. */
export interface DocumentExtras {
  fileUrl?: string;
  originalUrl?: string;
  /** After those of the row. */
  notices?: DocumentNotice[];
  /** Ids of documents by index of the attached file. */
  taken?: ReadonlyMap<number, string>;
  facts?: DocumentFacts;
}

export const toDocument = (row: DocumentRow, extras: DocumentExtras = {}): Document => ({
  id: row._id,
  projectId: row.projectId,
  category: row.category,
  title: row.title,
  description: row.description,
  fileName: row.fileName,
  filePath: row.filePath,
  fileUrl: extras.fileUrl ?? '',
  fileSize: row.fileSize,
  mimeType: row.mimeType,
  uploadedBy: row.uploadedBy,
  totalPages: row.totalPages,
  processingStatus: row.processingStatus,
  processingError: row.processingError,
  classification: toClassification(row),
  pagesReady: row.pagesReady,
  sha256: row.original?.pdfSha256 ?? row.sha256,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  deletedAt: row.removal?.at,
  deletedByName: row.removal?.authorName ?? '',
  purgeAt: row.purgeAt,
  notices: [...(row.notices ?? []), ...(extras.notices ?? [])],
  attachments: (row.attached ?? []).map((fileName, index) => ({
    ...{ index, fileName },
    documentId: extras.taken?.get(index) ?? '',
  })),
  original: row.original && {
    fileName: row.fileName,
    mimeType: row.original.mimeType,
    fileSize: row.original.fileSize,
    sha256: row.sha256,
    fileUrl: extras.originalUrl ?? '',
  },
  attachedToDocumentId: row.attachedTo?.documentId ?? '',
  facts: extras.facts,
  needsPassword: row.needsPassword ?? false,
  derivedFrom: row.derivedFrom && {
    documentId: row.derivedFrom.documentId,
    fromPage: row.derivedFrom.from,
    toPage: row.derivedFrom.to,
    sha256: row.derivedFrom.sha256,
  },
  noCoverageYears: row.noCoverageYears ?? [],
  splitId: row.split?.id ?? '',
  filePages: row.filePages ?? 0,
});

const toClassification = ({ classification, categoryBy }: DocumentRow): Classification | undefined =>
  classification && {
    ...classification,
    needsReview: categoryBy === 'nobody',
    chosenBy: categoryBy,
    corrected: classification.corrected,
  };

/**
 * Without links the addresses are empty.
 *
 * @param measured sheets of the document whose scale was measured
 */
export const toPage = (
  row: PageRow & Pick<ScaledRow, 'placed'>,
  links?: PageLinks,
  measured: readonly ScaledRow[] = [],
): Page => ({
  id: row._id,
  documentId: row.documentId,
  projectId: row.projectId,
  pageNumber: row.pageNumber,
  imagePath: row.imagePath,
  imageUrl: links?.imageUrl ?? '',
  thumbnailUrl: links?.thumbnailUrl ?? '',
  width: row.width,
  height: row.height,
  dpi: row.dpi,
  metadata: toMetadata(row),
  status: row.status,
  error: row.error,
  tileSource: links && {
    width: row.width,
    height: row.height,
    tileSize: TILE_SIZE,
    url: links.tilesUrl,
    format: row.tileFormat,
  },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  preview: row.preview,
  titleBlock: toTitleBlock(row),
  groundScale: row.groundScale && {
    feetPerPixel: row.groundScale.feetPerPixel,
    by: toCorrection(row.groundScale),
  },
  pictureChanges: row.pictureChanges ?? [],
  sheetScale: sheetScaleOf(row, measured),
  kindCorrection: row.kindSaid?.word && { read: kindRead(row) ?? '', by: toCorrection(row.kindSaid.word) },
  unaudited: row.status === 'ready' && row.madeBy === 'lifted' && !row.audited,
});

const toMetadata = (row: PageRow): PageMetadata => {
  // text pages are internal
  const kind = kindOf(row);
  return {
    pageType: kind ?? '',
    extractedText: row.extractedText,
    year: row.year,
    mapScale: row.mapScale,
    pageTypeConfidence: row.kindSaid?.word ? 1 : kind ? row.pageTypeConfidence : 0,
    yearConfidence: row.yearConfidence,
    mapScaleConfidence: row.mapScaleConfidence,
    yearSource: row.yearSource,
    pageTitle: row.pageTitle,
    pageTitleConfidence: row.pageTitleConfidence,
    pageTitleSource: row.pageTitleSource,
    textSource: row.textSource,
    // readings in effect are in the title block
    titleReadings: [],
  };
};
