import { ThrottledTask, conflict, notFound, type Actor, type AppError, type Clock, type Logger } from '@symbio/runtime';
import { pageEvents, type RecordPageRequest } from '@symbio/proto/document';
import { differs } from '../differs.js';
import { pageEvent } from '../events.js';
import type { PageRow } from '../model.js';
import type { DocumentRepository, DocumentWriter, PageWriter } from '../repository.js';
import { bounded, digestOf, type PageTexts } from '../search/page-text-repository.js';
import type { VolumeSettling } from '../title-block/settle-volume.js';
import { checkPage, isOvertaken, keepsText, outcomeOf } from './page-outcome.js';
import { SELF, type DocumentRecords } from './records.js';

export interface RecordPageDeps {
  repository: Pick<DocumentRepository, 'find' | 'findPage' | 'pageId'>;
  writer: Pick<DocumentWriter, 'change'>;
  pageWriter: Pick<PageWriter, 'change'>;
  texts: Pick<PageTexts, 'put'>;
  records: Pick<DocumentRecords, 'find' | 'counts'>;
  volumes: Pick<VolumeSettling, 'ask'>;
  clock: Clock;
  log: Logger;
}

/** Milliseconds between two counts: each reads all pages of the document. */
const COUNT_EVERY_MS = 250;

const superseded = (): AppError => conflict('superseded', 'Another job is working on this document now.');
const overtaken = (): AppError => conflict('superseded', 'Another attempt has made this page since.');

/** Idempotent. */
export function createRecordPage(deps: RecordPageDeps) {
  const { repository, writer, pageWriter, texts, records, volumes, clock, log } = deps;
  /** Debounced; a count lost in a crash is repeated when the attempt ends. */
  const counting = new ThrottledTask((documentId) => countPages(documentId), {
    what: 'counting the pages of a document',
    gapMs: COUNT_EVERY_MS,
    log,
  });

  async function countPages(documentId: string): Promise<void> {
    const document = await repository.find(documentId);
    if (!document) return;
    const { ready } = await records.counts(document);
    // no event: each page already has one
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
    if (before && isOvertaken(request, before)) throw overtaken();
    // write words first, so that receivers of the event find them
    if (before && keepsText(request, before) && before.wordsDigest !== digest) await texts.put(before, words);
    let became: PageRow['status'] | undefined;
    let isRead = false;
    const page = await pageWriter.change(id, actor, (row, after) => {
      became = undefined;
      isRead = false;
      if (isOvertaken(request, row)) throw overtaken();
      const set = outcomeOf(request, row, document, words, digest, clock.now());
      if (!differs(set, row)) return undefined;
      isRead = set.titleBlock !== undefined && set.titleBlock !== row.titleBlock;
      const next = after(set);
      const pictured = next.status === 'ready' && (row.status !== 'ready' || next.contentHash !== row.contentHash);
      became = next.status === row.status ? undefined : next.status;
      // `audited` is internal: an event for it would make consumers read the text for land uses again
      const isNews = differs({ ...set, audited: row.audited }, row);
      const events = [
        ...(pictured ? [pageEvent(pageEvents.ready, next)] : []),
        ...(became === 'failed' ? [pageEvent(pageEvents.failed, next)] : []),
        ...(next.analyzed && isNews && became !== 'failed' ? [pageEvent(pageEvents.analyzed, next)] : []),
      ];
      return { set, events };
    });
    if (!page) throw notFound('Page');
    if (became) counting.request(document._id);
    if (isRead) volumes.ask(document._id);
    return page;
  }

  return {
    recordPage,
    stop: (): Promise<void> => counting.stop(),
  };
}
