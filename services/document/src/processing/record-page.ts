import {
  ThrottledTask,
  conflict,
  newValues,
  notFound,
  type Actor,
  type AppError,
  type Clock,
  type Logger,
} from '@symbio/runtime';
import { pageEvents, type RecordPageRequest } from '@symbio/proto/document';
import { pageEvent } from '../events.js';
import type { PictureFollowing } from '../alignments/follow-pictures.js';
import type { PageRow, StoredWord } from '../model.js';
import { isSameSize, resizedBoxes } from '../picture-size.js';
import type { DocumentRepository, DocumentWriter, PageWriter } from '../repository.js';
import { bounded, digestOf, isSearchable, type PageTexts } from '../search/page-text-repository.js';
import type { VolumeInference } from '../title-block/volume-inference.js';
import { checkPage, isResized, isStaleReport, pictureAfter, storesText, outcomeOf } from './page-report.js';
import { SELF, type DocumentRecords } from './document-records.js';

export interface RecordPageDeps {
  repository: Pick<DocumentRepository, 'find' | 'findPage' | 'pageId'>;
  writer: Pick<DocumentWriter, 'change'>;
  pageWriter: Pick<PageWriter, 'change'>;
  texts: Pick<PageTexts, 'put' | 'wordsOf'>;
  alignments: Pick<PictureFollowing, 'followPicture'>;
  records: Pick<DocumentRecords, 'find' | 'counts' | 'change'>;
  volumes: Pick<VolumeInference, 'schedule'>;
  clock: Clock;
  log: Logger;
}

const COUNT_EVERY_MS = 250;

const NOT_SEARCHABLE = {
  code: 'text_not_searchable',
  message:
    'At least one page of this document has more text than the search keeps of a page. The text at its end is not found: read that page instead.',
};

const superseded = (): AppError => conflict('superseded', 'Another job is working on this document now.');
const staleAttempt = (): AppError => conflict('superseded', 'Another attempt has made this page since.');

/** Idempotent. */
export function createRecordPage(deps: RecordPageDeps) {
  const { repository, writer, pageWriter, texts, alignments, records, volumes, clock, log } = deps;
  /** One lost in a crash is repeated when the attempt ends. */
  const counting = new ThrottledTask((documentId) => countPages(documentId), {
    what: 'counting the pages of a document',
    gapMs: COUNT_EVERY_MS,
    log,
  });

  async function countPages(documentId: string): Promise<void> {
    const document = await repository.find(documentId);
    if (!document) return;
    const { ready } = await records.counts(document);
    // each page has its event
    await writer.change(documentId, SELF, ({ pagesReady }) =>
      pagesReady === ready ? undefined : { set: { pagesReady: ready }, events: [] },
    );
  }

  /** Words of the report, else those of a page whose picture changes, in pixels of the picture after the report. */
  async function wordsOnPicture(request: RecordPageRequest, page: PageRow): Promise<StoredWord[]> {
    const after = pictureAfter(request, page);
    if (storesText(request, page)) {
      const { width, height } = request;
      const words = bounded(request.words);
      return width > 0 && height > 0 && !isSameSize(request, after)
        ? resizedBoxes(words, { width, height }, after)
        : words;
    }
    if (!isResized(request, page)) return bounded(request.words);
    // an interrupted report may have moved them before
    const { words, size = { width: page.width, height: page.height } } = await texts.wordsOf(page._id);
    return isSameSize(size, after) ? words : resizedBoxes(words, size, after);
  }

  async function noteUnsearchable(documentId: string): Promise<void> {
    await records.change(documentId, SELF, ({ notices = [] }) =>
      notices.some(({ code }) => code === NOT_SEARCHABLE.code) ? undefined : { notices: [...notices, NOT_SEARCHABLE] },
    );
  }

  async function recordPage(request: RecordPageRequest, actor: Actor): Promise<PageRow> {
    const document = await records.find(request.documentId);
    checkPage(request, document);
    if (request.jobId && document.job?.id !== request.jobId) throw superseded();
    const id = await repository.pageId(document, request.pageNumber);
    const before = await repository.findPage(id);
    if (before && isStaleReport(request, before)) throw staleAttempt();
    const words = before ? await wordsOnPicture(request, before) : bounded(request.words);
    const digest = digestOf(words);
    // before the event, whose receivers read them
    if (before && (storesText(request, before) || isResized(request, before)) && before.wordsDigest !== digest)
      await texts.put(before, words, pictureAfter(request, before));
    let newStatus: PageRow['status'] | undefined;
    let blockChanged = false;
    const page = await pageWriter.change(id, actor, (row, after) => {
      newStatus = undefined;
      blockChanged = false;
      if (isStaleReport(request, row)) throw staleAttempt();
      const set = outcomeOf(request, row, document, words, digest, clock.now());
      if (!newValues(row, set)) return undefined;
      blockChanged = set.titleBlock !== undefined && set.titleBlock !== row.titleBlock;
      const next = after(set);
      const pictured = next.status === 'ready' && (row.status !== 'ready' || next.contentHash !== row.contentHash);
      newStatus = next.status === row.status ? undefined : next.status;
      // `audited` is internal: consumers would read the text for land uses again
      const isPublished = newValues(row, { ...set, audited: row.audited }) !== undefined;
      const events = [
        ...(pictured ? [pageEvent(pageEvents.ready, next)] : []),
        ...(newStatus === 'failed' ? [pageEvent(pageEvents.failed, next)] : []),
        ...(next.analyzed && isPublished && newStatus !== 'failed' ? [pageEvent(pageEvents.analyzed, next)] : []),
      ];
      return { set, events };
    });
    if (!page) throw notFound('Page');
    if (newStatus) counting.request(document._id);
    if (blockChanged) volumes.schedule(document._id);
    // the event covers a crash in between
    if (before && isResized(request, before)) await alignments.followPicture(id);
    if (before && storesText(request, before) && !isSearchable(request.words)) await noteUnsearchable(document._id);
    return page;
  }

  return {
    recordPage,
    stop: (): Promise<void> => counting.stop(),
  };
}
