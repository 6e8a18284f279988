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
import type { PageRow } from '../model.js';
import type { DocumentRepository, DocumentWriter, PageWriter } from '../repository.js';
import { bounded, digestOf, type PageTexts } from '../search/page-text-repository.js';
import type { VolumeInference } from '../title-block/volume-inference.js';
import { checkPage, isStaleReport, storesText, outcomeOf } from './page-report.js';
import { SELF, type DocumentRecords } from './document-records.js';

export interface RecordPageDeps {
  repository: Pick<DocumentRepository, 'find' | 'findPage' | 'pageId'>;
  writer: Pick<DocumentWriter, 'change'>;
  pageWriter: Pick<PageWriter, 'change'>;
  texts: Pick<PageTexts, 'put'>;
  records: Pick<DocumentRecords, 'find' | 'counts'>;
  volumes: Pick<VolumeInference, 'schedule'>;
  clock: Clock;
  log: Logger;
}

/** Milliseconds; a count reads all pages of the document. */
const COUNT_EVERY_MS = 250;

const superseded = (): AppError => conflict('superseded', 'Another job is working on this document now.');
const staleAttempt = (): AppError => conflict('superseded', 'Another attempt has made this page since.');

/** Idempotent. */
export function createRecordPage(deps: RecordPageDeps) {
  const { repository, writer, pageWriter, texts, records, volumes, clock, log } = deps;
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

  async function recordPage(request: RecordPageRequest, actor: Actor): Promise<PageRow> {
    const document = await records.find(request.documentId);
    checkPage(request, document);
    if (request.jobId && document.job?.id !== request.jobId) throw superseded();
    const id = await repository.pageId(document, request.pageNumber);
    const words = bounded(request.words);
    const digest = digestOf(words);
    const before = await repository.findPage(id);
    if (before && isStaleReport(request, before)) throw staleAttempt();
    // before the event, whose receivers read them
    if (before && storesText(request, before) && before.wordsDigest !== digest) await texts.put(before, words);
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
    return page;
  }

  return {
    recordPage,
    stop: (): Promise<void> => counting.stop(),
  };
}
