/** Classifies a stored document: reads its first pages, asks a classifier, applies the suggestion (OP-18). */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Actor, notFound, type Clock, type Logger, type Metrics } from '@symbio/runtime';
import { EndpointFailure } from '@symbio/language-model';
import type { BlobStore } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import {
  classify,
  lookAtPicture,
  lookKind,
  SURE,
  type ClassifierInput,
  type Look,
  type LookKind,
  type SeenPage,
  type Suggestion,
} from '@symbio/page-engine/classification';
import type { PageReader } from '@symbio/page-engine/reading';
import { documentEvents } from '@symbio/proto/document';
import type { Job } from '@symbio/proto/job';
import type { JobType } from '@symbio/proto/job/vocabulary';
import type { Documents } from '../documents.js';
import { documentEvent } from '../events.js';
import type { DocumentRow } from '../model.js';
import type { ClassifierEndpoint } from './endpoint.js';
import type { PageTypes } from '../page-types.js';
import type { DocumentRepository, DocumentWriter, PageSummary } from '../repository.js';

export interface ClassifyingOptions {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'find' | 'firstPages'>;
  writer: DocumentWriter;
  pageTypes: PageTypes;
  blobs: Pick<BlobStore, 'localCopy'>;
  reader: PageReader;
  clock: Clock;
  metrics: Pick<Metrics, 'classifications'>;
  log: Logger;
  endpoint?: ClassifierEndpoint;
}

/** Pages read: a cover, perhaps a letter before it, and the next page. */
const FIRST_PAGES = 3;
/** Time limit for reading, in milliseconds; a caller waits for the response. */
const READ_LIMIT_MS = 8_000;
/** Milliseconds reserved from the caller's deadline for the write. */
const WRITING_MS = 1_000;
/** Time limit after an upload, in milliseconds; no caller waits. */
const UPLOAD_LIMIT_MS = 20_000;

/** Milliseconds (CONST-02): a client that starts processing at once has called by then. */
const AFTER_UPLOAD_MS = 500;
/** Jobs that classify the document at their end (`worker/kinds.ts`), most of them by the pages they made. */
export const CLASSIFYING_JOBS: readonly string[] = [
  'document-specific',
  'ingest-generic-pdf',
  'classify-document',
] satisfies JobType[];

/** Milliseconds for which a classification is reused: the file is the same. */
const FRESH_MS = 10_000;

/** The update for a suggestion. Never overwrites a person's choice. */
export function applySuggestion(document: DocumentRow, suggestion: Suggestion, now: Date): Partial<DocumentRow> {
  const sure = suggestion.confidence >= SURE;
  const applied = document.categoryBy !== 'person' && sure;
  return {
    classification: { ...suggestion, classifiedAt: now },
    ...(document.processingStatus === 'uploaded' && { processingStatus: 'classified' as const }),
    ...(applied && { category: suggestion.suggestedCategory, categoryBy: 'classifier' as const }),
  };
}

type ClassifyingContext = Pick<CallContext, 'actor' | 'signal' | 'deadline' | 'log'>;

export class Classifying {
  readonly #o: ClassifyingOptions;
  readonly #underWay = new Map<string, Promise<DocumentRow | undefined>>();

  constructor(options: ClassifyingOptions) {
    this.#o = options;
  }

  /** With `recentIsEnough`, reuses a pending or recent result: browser and service both request one after an upload. */
  async classify(id: string, context: CallContext, { recentIsEnough = false } = {}): Promise<DocumentRow> {
    const before = await this.#o.documents.visible(id, 'classify', context);
    const underWay = recentIsEnough ? this.#underWay.get(id) : undefined;
    const document = underWay ? ((await ended(underWay, context.signal)) ?? before) : before;
    if (recentIsEnough && this.#isFresh(document)) return document;
    const row = await this.#once(
      id,
      this.#classified(document, this.#firstPages(document, context), context, () => true),
    );
    if (!row) throw notFound('Document');
    return row;
  }

  #isFresh({ classification }: DocumentRow): boolean {
    const at = classification?.classifiedAt.getTime();
    return at !== undefined && this.#o.clock.now().getTime() - at < FRESH_MS;
  }

  async #once(id: string, work: Promise<DocumentRow | undefined>): Promise<DocumentRow | undefined> {
    this.#underWay.set(id, work);
    try {
      return await work;
    } finally {
      if (this.#underWay.get(id) === work) this.#underWay.delete(id);
    }
  }

  /**
   * Acts as the uploader (an upload needs the same permission). Skips documents that are classified, deleted, or have a
   * job that will classify them; {@link classifyLeft} covers jobs that fail to.
   */
  async classifyUpload(id: string, actor: Actor): Promise<void> {
    const uploaded = await this.#o.repository.find(id);
    if (!uploaded || uploaded.classification) return;
    const passed = this.#o.clock.now().getTime() - uploaded.createdAt.getTime();
    await sleep(Math.max(0, AFTER_UPLOAD_MS - Math.max(0, passed)));
    await this.classifyLeft(id, actor);
  }

  /**
   * Same as {@link classifyUpload}, for older uploads.
   *
   * @param ended a finished job that did not classify the document, even if the document does not know that it ended
   */
  async classifyLeft(id: string, actor: Actor, ended?: Pick<Job, 'id' | 'errorPermanent'>): Promise<void> {
    let document = await this.#o.repository.find(id);
    const underWay = this.#underWay.get(id);
    if (underWay) {
      // an aborted run has no result (its caller left): start another
      await underWay.catch(() => undefined);
      document = await this.#o.repository.find(id);
    }
    if (!document || document.classification) return;
    const { job } = document;
    if (job && job.id !== ended?.id && CLASSIFYING_JOBS.includes(job.type)) return;
    const ends = AbortSignal.timeout(UPLOAD_LIMIT_MS);
    const log = this.#o.log.child({ document_id: id });
    const deadline = new Date(Date.now() + UPLOAD_LIMIT_MS);
    const context = { actor, signal: ends, deadline, log };
    // a file that the job could not open is not read again: only its name counts
    const couldBeOpened = !ended?.errorPermanent || document.totalPages > 0;
    const pages = couldBeOpened ? this.#firstPages(document, context) : Promise.resolve([]);
    await this.#once(
      id,
      this.#classified(document, pages, context, (now) => !now.classification),
    );
  }

  /**
   * @param applies whether the current document still accepts the suggestion
   * @returns the document, undefined if it is gone
   */
  async #classified(
    document: DocumentRow,
    firstPages: Promise<SeenPage[]>,
    context: ClassifyingContext,
    applies: (document: DocumentRow) => boolean,
  ): Promise<DocumentRow | undefined> {
    const id = document._id;
    const pages = await firstPages;
    // aborted while reading: do not store a guess made without the file's content
    if (context.signal.aborted) throw new AppError('CANCELLED', 'cancelled', 'The call was cancelled.');
    const suggestion = await this.#suggest({ fileName: document.fileName, pages }, context);
    const row = await this.#o.writer.change(id, context.actor, (current, after) => {
      if (!applies(current)) return undefined;
      const set = applySuggestion(current, suggestion, this.#o.clock.now());
      return { set, events: [documentEvent(documentEvents.classified, after(set), current)] };
    });
    if (row) await this.#o.pageTypes.follow(row, context.actor);
    return row;
  }

  /** The endpoint's suggestion if configured; the built-in one if it fails, so classification always succeeds. */
  async #suggest(input: ClassifierInput, { log, signal, deadline }: ClassifyingContext): Promise<Suggestion> {
    const { endpoint, metrics } = this.#o;
    if (endpoint) {
      const left = deadline.getTime() - Date.now() - WRITING_MS;
      try {
        const ends = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, left))]);
        const suggestion = await endpoint.ask(input, ends);
        metrics.classifications.inc({ by: 'endpoint', outcome: 'ok' });
        return suggestion;
      } catch (error) {
        if (!(error instanceof EndpointFailure)) throw error;
        metrics.classifications.inc({ by: 'endpoint', outcome: error.reason });
        log.warn({ reason: error.reason, err: error }, 'the endpoint gave no suggestion, classifying without it');
      }
    }
    metrics.classifications.inc({ by: 'builtin', outcome: 'ok' });
    return classify(input);
  }

  /** Usable pages recorded by a job; reads the file if there are none or more are pending. */
  async #firstPages(document: DocumentRow, context: ClassifyingContext): Promise<SeenPage[]> {
    const recorded = await this.#o.repository.firstPages(document._id, FIRST_PAGES);
    const seen = recorded.filter(isSeen);
    const [first] = seen;
    if (!first || !recorded.every((page) => isSeen(page) || page.status === 'failed'))
      return this.#readFirstPages(document, context);
    const look = first.thumbnailPath ? await this.#lookAt(first.thumbnailPath, context) : undefined;
    return seen.map((page, index) => ({ ...seenPage(page), ...(index === 0 && look && { look }) }));
  }

  async #lookAt(thumbnailPath: string, { log }: ClassifyingContext): Promise<LookKind | undefined> {
    try {
      const copy = await this.#o.blobs.localCopy(thumbnailPath);
      try {
        return await lookAtPicture(copy.path);
      } finally {
        await copy.release();
      }
    } catch (error) {
      log.info({ err: error }, 'the thumbnail of the first page could not be looked at, classifying by what is known');
      return undefined;
    }
  }

  /** An unreadable file is classified by its name; processing reports the error. */
  async #readFirstPages({ filePath, category }: DocumentRow, { signal, log }: ClassifyingContext): Promise<SeenPage[]> {
    const pages: SeenPage[] = [];
    let look: Look | undefined;
    const copy = await this.#o.blobs.localCopy(filePath);
    try {
      await this.#o.reader.read({
        file: copy.path,
        category,
        lastPage: FIRST_PAGES,
        limitMs: READ_LIMIT_MS,
        signal,
        onPage: ({ widthPt, heightPt, pictureShare, text }) => {
          const [short = 0, long = 0] = [widthPt / 72, heightPt / 72].sort((a, b) => a - b);
          pages.push({ short, long, pictureShare, text });
        },
        onLook: (seen) => {
          look = seen;
        },
      });
    } catch (error) {
      log.info({ err: error }, 'first pages could not be read, classifying by what is known');
    } finally {
      await copy.release();
    }
    const kind = look && lookKind(look);
    return pages.map((page, index) => ({ ...page, ...(index === 0 && kind && { look: kind }) }));
  }
}

/**
 * Result of a shared classification; undefined if it failed.
 * @throws AppError CANCELLED if the caller leaves first
 */
function ended(work: Promise<DocumentRow | undefined>, signal: AbortSignal): Promise<DocumentRow | undefined> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new AppError('CANCELLED', 'cancelled', 'The call was cancelled.'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, () => resolve(undefined)).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Whether the page's content is recorded: it arrives with the picture. */
const isSeen = ({ analyzed, status, preview }: PageSummary): boolean => analyzed || (status === 'ready' && !preview);

/** A page without text counts as a picture if its picture share is unknown. */
function seenPage({ width, height, dpi, textSource, pictureShare, extractedText = '' }: PageSummary): SeenPage {
  const [short = 0, long = 0] = [width / dpi, height / dpi].sort((a, b) => a - b);
  return { short, long, pictureShare: pictureShare ?? (textSource === 'pdf' ? 0 : 1), text: extractedText };
}
