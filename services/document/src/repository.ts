import { afterPosition, escapeRegExp, type PageSpec } from '@symbio/rpc';
import { checkedRow, type OutboxWriter, type RowWriter } from '@symbio/mongo';
import { newId, notFound, type Clock } from '@symbio/runtime';
import type { CategoryValue } from '@symbio/page-engine/classification';
import { MAP_CATEGORIES } from '@symbio/proto/document/vocabulary';
import type { QueryFilter } from 'mongoose';
import type { StoredPyramid } from './files/pyramids.js';
import { TITLE_ORDER, type DocumentModels, type DocumentRow, type PageRow } from './model.js';
import type { FactPage } from './documents/document-facts.js';
import { newPageRow } from './documents/new-page-row.js';
import { IN_TURN } from './processing/in-turn.js';
import type { PageCounts } from './processing/processing-status.js';
import type { ScaledRow } from './sheet-scale/sheet-scale.js';

/** Text is most of the data. */
const WITHOUT_TEXT = { extractedText: 0, outbox: 0 } as const;

/** DOC-35. */
export interface DocumentFilter {
  projectId: string;
  /** Substring of title, description or file name, in any case. */
  search?: string;
  category?: CategoryValue;
  updatedAfter?: Date;
  toProcess?: boolean;
}

export const SORT_FIELDS = {
  created_at: 'createdAt',
  title: 'title',
  category: 'category',
  file_size: 'fileSize',
  processing_status: 'processingStatus',
  total_pages: 'totalPages',
} as const;
export type SortName = keyof typeof SORT_FIELDS;

export const isSortName = (text: string): text is SortName => Object.hasOwn(SORT_FIELDS, text);

export interface DocumentOrder {
  sort: SortName;
  descending: boolean;
}

export const NEWEST_FIRST: DocumentOrder = { sort: 'created_at', descending: true };

export interface PageFilter {
  documentId: string;
  updatedAfter?: Date;
}

export interface PageSlice {
  skip: number;
  perPage: number;
  after?: number | undefined;
}

/** Words are in `search/page-text-repository.ts`. */
export type PageSummary = PageRow;

export type AttemptedDocument = Pick<DocumentRow, '_id' | 'projectId' | 'fencingToken'> & { attemptedAt: Date };

const BATCH = 100;

const WITH_JOB = { _id: 1, projectId: 1, job: 1, fileName: 1, category: 1, rev: 1, totalPages: 1 } as const;
type DocumentWithJob = Pick<DocumentRow, keyof typeof WITH_JOB>;

/** Sheets whose facts a list looks at. */
const FACT_SHEETS = 200;
const FACTS = {
  ...{ documentId: 1, pageNumber: 1, status: 1, thumbnailPath: 1, createdAt: 1, pageType: 1, kindSaid: 1 },
  ...{ year: 1, yearSource: 1, yearConfidence: 1, mapScale: 1, mapScaleConfidence: 1 },
  ...{ 'titleBlock.readings': 1, 'titleBlock.volume': 1, 'titleBlock.corrections': 1 },
} as const;

const ATTEMPTED = { _id: 1, projectId: 1, fencingToken: 1, attemptedAt: 1 } as const;

const VISIBLE = { deletedAt: null, removal: null } as const;

export function createDocumentRepository(models: DocumentModels, clock: Clock) {
  function withHashesQuery(projectId: string, sha256: readonly string[]) {
    return models.documents.find({ projectId, sha256: { $in: sha256 }, ...VISIBLE }).sort({ createdAt: 1 });
  }

  function listQuery(filter: DocumentFilter, slice: PageSpec | undefined, { sort, descending } = NEWEST_FIRST) {
    const direction = descending ? -1 : 1;
    const all = models.documents
      .find({ $and: [where(filter), afterPosition('createdAt', 'newest first', slice?.after)] })
      .sort({ [SORT_FIELDS[sort]]: direction, createdAt: direction, _id: direction });
    // sheet 2 before sheet 10
    if (sort === 'title') void all.collation(TITLE_ORDER);
    return slice ? all.skip(slice.skip).limit(slice.perPage) : all;
  }

  function listPagesQuery(filter: PageFilter, slice?: PageSlice) {
    const all = models.pages
      .find({ ...wherePages(filter), ...(slice?.after !== undefined && { pageNumber: { $gt: slice.after } }) })
      .sort({ pageNumber: 1 });
    return slice ? all.skip(slice.skip).limit(slice.perPage + 1) : all;
  }

  function factPagesQuery(maps: readonly string[], all: readonly string[]) {
    const first = { documentId: { $in: all }, pageNumber: 1, deletedAt: null };
    const sheets = { documentId: { $in: maps }, pageNumber: { $gt: 1, $lte: FACT_SHEETS }, deletedAt: null };
    return models.pages.find(maps.length > 0 ? { $or: [first, sheets] } : first, FACTS).sort({ pageNumber: 1 });
  }

  function pagesQuery(documentId: string) {
    return models.pages.find({ documentId, deletedAt: null }).sort({ pageNumber: 1 });
  }

  async function pageIdOf(documentId: string, pageNumber: number): Promise<string | undefined> {
    const row = await models.pages
      .findOne({ documentId, pageNumber, deletedAt: null }, { _id: 1 })
      .lean<{ _id: string }>();
    return row?._id;
  }

  function attemptedBetweenQuery(after: Date, before: Date) {
    return models.documents
      .find({ attemptedAt: { $gt: after, $lt: before }, job: null, ...VISIBLE }, ATTEMPTED)
      .sort({ attemptedAt: 1 })
      .limit(BATCH);
  }

  async function addPendingPages(document: DocumentRow, numbers: readonly number[]): Promise<void> {
    const { _id: documentId, projectId } = document;
    const [first] = numbers;
    if (first === undefined) return;
    const now = clock.now();
    const page = newPageRow({ documentId, projectId, pageNumber: first }, document, now);
    // validated once
    const { documentId: _document, pageNumber: _number, ...row } = await checkedRow(models.pages, page);
    const writes = numbers.map((pageNumber) => ({
      updateOne: {
        filter: { documentId, pageNumber },
        update: { $setOnInsert: { ...row, _id: newId() } },
        upsert: true,
      },
    }));
    await models.pages.collection.bulkWrite(writes, { ordered: false });
  }

  function pageCountsQuery(documentId: string) {
    const unaudited = { $and: [{ $eq: ['$madeBy', 'lifted'] }, { $ne: ['$audited', true] }] };
    return models.pages.aggregate<{
      _id: PageRow['status'];
      pages: number;
      analyzed: number;
      unaudited: number;
    }>([
      { $match: { documentId, deletedAt: null } },
      {
        $group: {
          _id: '$status',
          pages: { $sum: 1 },
          analyzed: { $sum: { $cond: ['$analyzed', 1, 0] } },
          unaudited: { $sum: { $cond: [unaudited, 1, 0] } },
        },
      },
    ]);
  }

  function unreadUploadsQuery(before: Date, after: string) {
    return models.documents
      .find(
        {
          totalPages: 0,
          _id: { $gt: after },
          job: null,
          ...VISIBLE,
          processingStatus: { $in: ['uploaded', 'classified'] },
          // map sheets are read when their pictures are requested
          category: { $nin: MAP_CATEGORIES },
          createdAt: { $lt: before },
        },
        { _id: 1 },
      )
      .sort({ _id: 1 })
      .limit(BATCH);
  }

  function withJobInTurnQuery(count: number) {
    return models.documents
      .find({ 'job.since': IN_TURN, ...VISIBLE }, WITH_JOB)
      .sort({ 'job.since': 1 })
      .limit(count);
  }

  return {
    async find(id: string): Promise<DocumentRow | null> {
      return models.documents.findOne({ _id: id, ...VISIBLE }).lean<DocumentRow>();
    },

    async list(filter: DocumentFilter, slice: PageSpec | undefined, order = NEWEST_FIRST): Promise<DocumentRow[]> {
      return listQuery(filter, slice, order).lean<DocumentRow[]>();
    },

    /** Newest first. */
    async named(
      projectIds: readonly string[],
      words: readonly string[],
      limit: number,
    ): Promise<Pick<DocumentRow, '_id' | 'projectId' | 'title' | 'fileName'>[]> {
      const named = words.map((word) => {
        const pattern = { $regex: escapeRegExp(word), $options: 'i' };
        return { $or: [{ title: pattern }, { fileName: pattern }] };
      });
      return models.documents
        .find({ projectId: { $in: [...projectIds] }, ...VISIBLE, $and: named }, { projectId: 1, title: 1, fileName: 1 })
        .sort({ _id: -1 })
        .limit(limit)
        .lean<Pick<DocumentRow, '_id' | 'projectId' | 'title' | 'fileName'>[]>();
    },

    /** Of documents that are not deleted. */
    async projectsOf(ids: readonly string[]): Promise<Map<string, string>> {
      const rows = await models.documents
        .find({ _id: { $in: [...ids] }, ...VISIBLE }, { projectId: 1 })
        .lean<Pick<DocumentRow, '_id' | 'projectId'>[]>();
      return new Map(rows.map(({ _id, projectId }) => [_id, projectId]));
    },

    /** Oldest first. */
    async withHashes(projectId: string, sha256: readonly string[]): Promise<DocumentRow[]> {
      return withHashesQuery(projectId, sha256).lean<DocumentRow[]>();
    },
    withHashesQuery,

    async attachedTo(documentIds: readonly string[]): Promise<DocumentRow[]> {
      return models.documents.find({ 'attachedTo.documentId': { $in: documentIds }, ...VISIBLE }).lean<DocumentRow[]>();
    },

    /** Documents made of a document's attached files, deleted ones too; oldest first. */
    async everAttachedTo(documentId: string): Promise<DocumentRow[]> {
      return models.documents
        .find({ 'attachedTo.documentId': documentId, deletedAt: null })
        .sort({ createdAt: 1, _id: 1 })
        .lean<DocumentRow[]>();
    },

    async count(filter: DocumentFilter): Promise<number> {
      return models.documents.countDocuments(where(filter));
    },
    listQuery,

    async projectOf(id: string): Promise<string | undefined> {
      const row = await models.documents
        .findOne({ _id: id, ...VISIBLE }, { projectId: 1 })
        .lean<Pick<DocumentRow, 'projectId'>>();
      return row?.projectId;
    },

    async someOfProject(projectId: string): Promise<DocumentRow[]> {
      return models.documents.find({ projectId, deletedAt: null }).limit(BATCH).lean<DocumentRow[]>();
    },

    async findPage(id: string): Promise<PageSummary | null> {
      return models.pages.findOne({ _id: id, deletedAt: null }).lean<PageSummary>();
    },

    /** Without text, most of the data. */
    async findSheet(id: string): Promise<PageSummary | null> {
      return models.pages.findOne({ _id: id, deletedAt: null }, WITHOUT_TEXT).lean<PageSummary>();
    },

    async pagesById(ids: readonly string[]): Promise<Map<string, PageRow>> {
      const rows = await models.pages.find({ _id: { $in: ids }, deletedAt: null }).lean<PageRow[]>();
      return new Map(rows.map((row) => [row._id, row]));
    },

    /** Without text; of any document. */
    async pagesOf(ids: readonly string[]): Promise<Pick<PageRow, '_id' | 'pageNumber' | 'year'>[]> {
      return models.pages
        .find({ _id: { $in: ids }, deletedAt: null }, { pageNumber: 1, year: 1 })
        .lean<Pick<PageRow, '_id' | 'pageNumber' | 'year'>[]>();
    },

    async pagesOfYear(ids: readonly string[], year: number): Promise<string[]> {
      const rows = await models.pages
        .find({ _id: { $in: ids }, year, deletedAt: null }, { _id: 1 })
        .lean<{ _id: string }[]>();
      return rows.map(({ _id }) => _id);
    },

    async titles(ids: readonly string[]): Promise<Map<string, string>> {
      const rows = await models.documents
        .find({ _id: { $in: ids }, ...VISIBLE }, { title: 1 })
        .lean<Pick<DocumentRow, '_id' | 'title'>[]>();
      return new Map(rows.map(({ _id, title }) => [_id, title]));
    },

    /** One row beyond the slice if more follow. */
    async listPages(filter: PageFilter, slice?: PageSlice): Promise<PageSummary[]> {
      return listPagesQuery(filter, slice).lean<PageSummary[]>();
    },
    listPagesQuery,

    async countPages(filter: PageFilter): Promise<number> {
      return models.pages.countDocuments(wherePages(filter));
    },

    async pages(documentId: string): Promise<PageSummary[]> {
      return pagesQuery(documentId).lean<PageSummary[]>();
    },

    /** Without text, most of the data. */
    async sheets(documentId: string): Promise<PageSummary[]> {
      return pagesQuery(documentId).select(WITHOUT_TEXT).lean<PageSummary[]>();
    },
    pagesQuery,

    /** With a ground scale of their own. */
    async measuredSheets(documentId: string): Promise<ScaledRow[]> {
      return models.pages
        .find(
          {
            documentId,
            deletedAt: null,
            $or: [{ groundScale: { $ne: null } }, { scaleBarFeetPerPixel: { $ne: null } }],
          },
          { width: 1, height: 1, dpi: 1, mapScale: 1, groundScale: 1, scaleBarFeetPerPixel: 1 },
        )
        .lean<ScaledRow[]>();
    },

    /** By document and number, without their text: the first sheets of maps, and the first page of all. */
    async factPages(maps: readonly string[], all: readonly string[]): Promise<FactPage[]> {
      return factPagesQuery(maps, all).lean<FactPage[]>();
    },
    factPagesQuery,

    async firstPages(documentId: string, count: number): Promise<PageSummary[]> {
      return pagesQuery(documentId).limit(count).lean<PageSummary[]>();
    },

    /** null while the page has no picture. */
    async findPyramid(documentId: string, pageNumber: number): Promise<StoredPyramid | null> {
      return models.pages
        .findOne(
          { documentId, pageNumber, status: 'ready', deletedAt: null },
          { imagePath: 1, contentHash: 1, tileFormat: 1, width: 1, height: 1, previewHash: 1 },
        )
        .lean<StoredPyramid>();
    },

    async pageId(document: DocumentRow, pageNumber: number): Promise<string> {
      const known = await pageIdOf(document._id, pageNumber);
      if (known) return known;
      await addPendingPages(document, [pageNumber]);
      const added = await pageIdOf(document._id, pageNumber);
      if (!added) throw new Error('a page was removed while it was recorded');
      return added;
    },

    /** Higher than `known` and all earlier ones. Internal: revision and change time stay. */
    async nextFencingToken(documentId: string, known: number): Promise<number> {
      const higher = { $add: [{ $max: ['$fencingToken', known] }, 1] };
      const row = await models.documents.collection.findOneAndUpdate(
        { _id: documentId } as never,
        [{ $set: { fencingToken: higher, attemptedAt: clock.now() } }],
        { returnDocument: 'after', projection: { fencingToken: 1 } },
      );
      if (!row) throw notFound('Document');
      return (row as unknown as Required<Pick<DocumentRow, 'fencingToken'>>).fencingToken;
    },

    /** Documents without a job, by start of their latest attempt. */
    async attemptedBetween(after: Date, before: Date): Promise<AttemptedDocument[]> {
      return attemptedBetweenQuery(after, before).lean<AttemptedDocument[]>();
    },
    attemptedBetweenQuery,

    /** Unless another attempt has begun. */
    async clearAttempts(_id: string, attemptedAt: Date): Promise<void> {
      await models.documents.collection.updateOne({ _id, attemptedAt } as never, { $unset: { attemptedAt: 1 } });
    },
    addPendingPages,

    async pageCounts(documentId: string, total: number): Promise<PageCounts> {
      const groups = await pageCountsQuery(documentId);
      const counts: PageCounts = { total, ready: 0, failed: 0, analyzed: 0, unaudited: 0 };
      for (const { _id, pages, analyzed, unaudited } of groups) {
        if (_id === 'ready') counts.ready = pages;
        if (_id === 'ready') counts.analyzed = analyzed;
        if (_id === 'ready') counts.unaudited = unaudited;
        if (_id === 'failed') counts.failed = pages;
      }
      return counts;
    },
    pageCountsQuery,

    /** Assigned before a moment, except readings in turn. */
    async withJobSince(moment: Date): Promise<DocumentWithJob[]> {
      return models.documents
        .find({ 'job.since': { $gt: IN_TURN, $lt: moment }, ...VISIBLE }, WITH_JOB)
        .lean<DocumentWithJob[]>();
    },

    /** They stay in turn until the reading has ended. */
    async withJobInTurn(count: number): Promise<DocumentWithJob[]> {
      return withJobInTurnQuery(count).lean<DocumentWithJob[]>();
    },
    withJobInTurnQuery,

    /**
     * Unprocessed uploads from before a moment, by id, except map sheets.
     * @param after last id of the previous batch
     */
    async unreadUploads(before: Date, after: string): Promise<string[]> {
      const rows = await unreadUploadsQuery(before, after).lean<{ _id: string }[]>();
      return rows.map(({ _id }) => _id);
    },
    unreadUploadsQuery,

    /** Publishes no event for each. */
    async removePages(documentId: string): Promise<void> {
      await models.pages.deleteMany({ documentId });
    },
  };
}

export type DocumentRepository = ReturnType<typeof createDocumentRepository>;

const wherePages = ({ documentId, updatedAfter }: PageFilter): QueryFilter<PageRow> => ({
  documentId,
  deletedAt: null,
  ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
});

function where({ projectId, search, category, updatedAfter, toProcess }: DocumentFilter): QueryFilter<DocumentRow> {
  const pattern = search && { $regex: escapeRegExp(search), $options: 'i' };
  return {
    projectId,
    ...VISIBLE,
    split: null,
    ...(category && { category }),
    ...(toProcess && {
      category: { $in: MAP_CATEGORIES.filter((each) => !category || each === category) },
      needsPassword: null,
      processingStatus: { $in: ['uploaded', 'classified'] },
      job: null,
    }),
    ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
    ...(pattern && { $or: [{ title: pattern }, { description: pattern }, { fileName: pattern }] }),
  };
}

export type DocumentWriter = RowWriter<DocumentRow>;
export type PageWriter = OutboxWriter<PageRow>;
