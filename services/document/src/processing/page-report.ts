/** Applies worker reports to page records. Pure functions. */
import { invalid, invalidFields } from '@symbio/runtime';
import { DEFAULT_LIMITS } from '@symbio/page-engine/pipeline';
import { measureScaleBar, type FactReading, type PageType, type TextSource } from '@symbio/page-engine/reading';
import type { RecordPageRequest } from '@symbio/proto/document';
import { documentPrefix } from '../files/blob-keys.js';
import type { DocumentRow, PageRow, StoredWord } from '../model.js';
import { pageTypeIn } from '../page-kinds/page-types.js';
import { isSameSize, resizedPage, type PictureSize } from '../picture-size.js';
import { ANALYSIS } from './document-jobs.js';
import { blockOf, columnsOf, readingsOfColumns, withReadings } from '../title-block/block.js';

/** A dense page of a city directory has 15,000 characters. */
const MAX_TEXT = 15_000;

/** @throws AppError INVALID_ARGUMENT */
export function checkPage(
  { pageNumber, imagePath, thumbnailPath, contentHash, tileFormat, width, height }: RecordPageRequest,
  document: DocumentRow,
): void {
  if (!Number.isInteger(pageNumber) || pageNumber < 1 || pageNumber > DEFAULT_LIMITS.pages)
    throw invalidFields({ page_number: `page_number must be from 1 to ${DEFAULT_LIMITS.pages}` });
  if (!imagePath) return;
  const own = `${documentPrefix(document.projectId, document._id)}/pages/${pageNumber}/`;
  if (![imagePath, thumbnailPath].every((key) => key.startsWith(own)))
    throw invalid('foreign_blob', "A page's pictures lie in the folder of the page.");
  if (!contentHash || !['jpg', 'png'].includes(tileFormat) || width < 1 || height < 1)
    throw invalid('incomplete_page', 'A page with a picture has its hash, format and size.');
}

export type PageSet = Partial<PageRow>;

/** Factor of the width from which letters are read better. */
const SHARPER = 1.2;

/** Whether a later attempt has reported, and may have removed this one's files. */
export const isStaleReport = ({ imagePath, error, fencingToken }: RecordPageRequest, page: PageRow): boolean =>
  (imagePath !== '' || error !== '') && fencingToken < (page.fencingToken ?? 0);

/** Whether the report replaces a picture by one of another size or shape. */
export const isResized = ({ imagePath, preview, width, height }: RecordPageRequest, page: PageRow): boolean =>
  imagePath !== '' &&
  page.status === 'ready' &&
  !(preview && !page.preview) &&
  page.width > 0 &&
  page.height > 0 &&
  !isSameSize(page, { width, height });

export function pictureAfter({ imagePath, width, height }: RecordPageRequest, page: PageRow): PictureSize {
  const isReported = imagePath !== '' || page.status !== 'ready';
  return isReported && width > 0 && height > 0 ? { width, height } : { width: page.width, height: page.height };
}

const WITHOUT_PICTURE = { imagePath: '', thumbnailPath: '', contentHash: '', tileFormat: '', preview: false } as const;

/** A failed retry or late preview never replaces a picture; corrections by people stay. */
export function outcomeOf(
  request: RecordPageRequest,
  page: PageRow,
  { category, job }: Pick<DocumentRow, 'category' | 'job'>,
  words: readonly StoredWord[],
  digest: string,
  now: Date,
): PageSet {
  const pictured = page.status === 'ready' && !page.preview;
  const fence = request.fencingToken > 0 ? { fencingToken: request.fencingToken } : {};
  if (request.error && !request.imagePath)
    return pictured ? {} : { status: 'failed', error: request.error, ...WITHOUT_PICTURE, ...fence };
  const { imagePath, thumbnailPath, contentHash, tileFormat, width, height, dpi, pictureShare, preview } = request;
  if (preview && pictured) return {};
  const size =
    width > 0 && height > 0 ? { width, height, dpi, ...(pictureShare !== undefined && { pictureShare }) } : {};
  const madeBy: PageRow['madeBy'] = request.madeBy === 'lifted' ? 'lifted' : 'rendered';
  const files = { imagePath, thumbnailPath, contentHash, tileFormat };
  // same size only: viewers place both sets of tiles alike
  const isFollowed = page.preview && !preview && page.width === width && page.height === height;
  const kept = page.contentHash === contentHash ? page.previewHash : undefined;
  const previewHash = isFollowed ? page.contentHash : kept;
  const picture: PageSet = imagePath
    ? { status: 'ready', error: '', ...files, ...fence, preview, previewHash, madeBy, audited: false, ...size }
    : page.status === 'ready'
      ? { ...(request.audited && { audited: true }) }
      : size;
  const resized = isResized(request, page) ? resizedPage(page, { width, height }, now) : undefined;
  // letters read at a lower resolution are read again, after this job
  const isSharper =
    resized !== undefined && (page.textSource === 'ocr' || page.textSource === 'both') && width > page.width * SHARPER;
  const isReadAgain = isSharper && !request.analyzed && job?.type !== ANALYSIS && job?.automatic !== true;
  // words of another size do not match the picture
  const moved = imagePath !== '' && page.status !== 'ready' && page.width > 0 && page.width !== width;
  const analysis = storesText(request, page) ? analysisOf(request, page, category, words, digest, now) : {};
  const moving = resized && !analysis.wordsDigest && page.wordsDigest ? { wordsDigest: digest } : {};
  return { ...picture, ...resized, ...moving, ...((moved || isReadAgain) && { analyzed: false }), ...analysis };
}

const textSourceOf = (source: string): TextSource => (source === 'ocr' || source === 'both' ? source : 'pdf');

/** Report without analysis never overwrites an analysis. */
export const storesText = ({ metadata, analyzed }: RecordPageRequest, page: PageRow): boolean =>
  analyzed || (metadata !== undefined && !page.analyzed);

function analysisOf(
  { analyzed, metadata, jobId }: RecordPageRequest,
  page: PageRow,
  category: DocumentRow['category'],
  words: readonly StoredWord[],
  digest: string,
  now: Date,
): PageSet {
  const done = analyzed ? { analyzed, analyzedBy: jobId } : {};
  if (!metadata) return done;
  const known: PageSet = {
    ...done,
    extractedText: metadata.extractedText?.slice(0, MAX_TEXT) || undefined,
    textSource: words.length === 0 ? '' : textSourceOf(metadata.textSource),
    wordsDigest: digest,
    scaleBarFeetPerPixel: measureScaleBar(words),
    pageType: metadata.pageType ? pageTypeIn(category, metadata.pageType as PageType) : '',
    pageTypeConfidence: metadata.pageTypeConfidence,
    pageTitle: metadata.pageTitle || undefined,
    pageTitleConfidence: metadata.pageTitleConfidence,
    pageTitleSource: metadata.pageTitleSource as PageRow['pageTitleSource'],
  };
  if (!analyzed) return known;
  // the previous version's workers report only year and scale
  const titleReadings =
    metadata.titleReadings.length > 0 ? (metadata.titleReadings as FactReading[]) : readingsOfColumns(metadata);
  const titleBlock = withReadings(blockOf(page), { readings: titleReadings }, now);
  return { ...known, titleBlock, ...columnsOf(titleBlock) };
}
