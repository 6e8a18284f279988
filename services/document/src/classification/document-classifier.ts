/** Classifies a stored document by its name and first pages (OP-18). */
import { AppError, type Actor, notFound, type Clock, type Logger, type Metrics } from '@symbio/runtime';
import { EndpointFailure } from '@symbio/language-model';
import type { BlobStore } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import {
  classify,
  appearanceOfPicture,
  appearanceKind,
  NAME_ALONE,
  SURE,
  type ClassifierInput,
  type Appearance,
  type AppearanceKind,
  type SeenPage,
  type Suggestion,
} from '@symbio/page-engine/classification';
import { PipelineFailure } from '@symbio/page-engine/pipeline';
import type { PageReader } from '@symbio/page-engine/reading';
import { documentEvents } from '@symbio/proto/document';
import type { Job } from '@symbio/proto/job';
import type { Documents } from '../documents/documents.js';
import { providerIn } from '../documents/provider.js';
import { PROTECTED } from '../uploads/protected-file.js';
import { documentEvent } from '../events.js';
import type { DocumentRow, StoredClassification } from '../model.js';
import type { ClassifierEndpoint } from './endpoint.js';
import type { PageTypes } from '../page-kinds/page-types.js';
import type { DocumentRepository, DocumentWriter, PageSummary } from '../repository.js';

export interface DocumentClassifierDeps {
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

/** A cover, perhaps a letter before it, and the next page. */
const FIRST_PAGES = 3;
/** Share of a page from which its appearance says something. */
const MOSTLY_PICTURE = 0.8;
/** Milliseconds; the caller waits. */
const READ_LIMIT_MS = 8_000;
/** Milliseconds of the caller's deadline left for the write. */
const WRITING_MS = 1_000;
/** Milliseconds for the classification of an upload. */
const UPLOAD_LIMIT_MS = 20_000;
/** Milliseconds of it for reading: a busy machine must not make a file look unreadable. */
const UPLOAD_READ_MS = 16_000;

/** Milliseconds from an upload to its classification (CONST-02). */
export const UPLOAD_DELAY_MS = 500;

/** Never overwrites a person's choice, nor an applied category by a doubtful one. */
export function applySuggestion(document: DocumentRow, suggestion: Suggestion, now: Date): Partial<DocumentRow> {
  const sure = suggestion.confidence >= SURE;
  const { classification: before, category, categoryBy } = document;
  if (categoryBy === 'classifier' && !sure && suggestion.suggestedCategory !== category)
    return before ? { classification: { ...before, classifiedAt: now } } : {};
  const applied = categoryBy !== 'person' && sure;
  const corrected = before && (applied ? correctedBy(before, suggestion) : before.corrected);
  return {
    classification: { ...suggestion, classifiedAt: now, ...(corrected && { corrected }) },
    ...(document.processingStatus === 'uploaded' && { processingStatus: 'classified' as const }),
    ...(applied && { category: suggestion.suggestedCategory, categoryBy: 'classifier' as const }),
  };
}

/** Suggestion before, if it was another; else what it corrected itself. */
function correctedBy(
  { suggestedCategory: category, confidence, classifiedAt, corrected }: StoredClassification,
  suggestion: Suggestion,
): StoredClassification['corrected'] {
  return category === suggestion.suggestedCategory ? corrected : { category, confidence, classifiedAt };
}

/** Nothing can be read until a person enters the password. */
const PROTECTED_FILE = { needsPassword: true, processingStatus: 'failed', processingError: PROTECTED } as const;

/** What the classifier sees, and properties of the file. */
interface FirstPages {
  pages: SeenPage[];
  names?: Pick<DocumentRow, 'pdfTitle' | 'pdfSubject' | 'providerRead' | 'filePages'>;
  /** The file opens only with a password. */
  isProtected?: boolean;
}

type ClassifierContext = Pick<CallContext, 'actor' | 'signal' | 'deadline' | 'log'> & { readMs?: number };

export function createDocumentClassifier({
  documents,
  clock,
  repository,
  log,
  writer,
  pageTypes,
  endpoint,
  metrics,
  blobs,
  reader,
}: DocumentClassifierDeps) {
  const running = new Map<string, Promise<DocumentRow | undefined>>();

  async function once(id: string, work: Promise<DocumentRow | undefined>): Promise<DocumentRow | undefined> {
    running.set(id, work);
    try {
      return await work;
    } finally {
      if (running.get(id) === work) running.delete(id);
    }
  }

  /** @returns undefined if the document is gone */
  async function classifyUpload(id: string, actor: Actor): Promise<DocumentRow | undefined> {
    const document = await repository.find(id);
    if (!document || document.classification) return document ?? undefined;
    const deadline = new Date(Date.now() + UPLOAD_LIMIT_MS);
    const signal = AbortSignal.timeout(UPLOAD_LIMIT_MS);
    const context = { actor, signal, deadline, log: log.child({ document_id: id }), readMs: UPLOAD_READ_MS };
    return classifyPages(document, readOrRecordedPages(document, context), context, (now) => !now.classification);
  }

  /** Once for all callers, also if some of them leave. */
  const classifyOnce = (id: string, actor: Actor): Promise<DocumentRow | undefined> =>
    running.get(id) ?? once(id, classifyUpload(id, actor));

  /**
   * @param applies whether the current document still accepts the suggestion
   * @returns undefined if the document is gone
   */
  async function classifyPages(
    document: DocumentRow,
    firstPages: Promise<FirstPages>,
    context: ClassifierContext,
    applies: (document: DocumentRow) => boolean,
  ): Promise<DocumentRow | undefined> {
    const id = document._id;
    const { pages, names, isProtected = false } = await firstPages;
    // do not store a guess made without the file's content
    if (context.signal.aborted) throw new AppError('CANCELLED', 'cancelled', 'The call was cancelled.');
    const suggestion = await suggest({ fileName: document.fileName, pages }, context);
    const row = await writer.change(id, context.actor, (current, after) => {
      if (!applies(current)) return undefined;
      const set = {
        ...applySuggestion(current, suggestion, clock.now()),
        ...names,
        ...(isProtected && PROTECTED_FILE),
      };
      return { set, events: [documentEvent(documentEvents.classified, after(set), current)] };
    });
    if (row) await pageTypes.follow(row, context.actor);
    return row;
  }

  /** Falls back to the built-in classifier, so it always succeeds. */
  async function suggest(input: ClassifierInput, { log, signal, deadline }: ClassifierContext): Promise<Suggestion> {
    if (endpoint) {
      const left = deadline.getTime() - Date.now() - WRITING_MS;
      try {
        const ends = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, left))]);
        const suggestion = await endpoint.ask(input, ends);
        metrics.classifications.inc({ by: 'endpoint', outcome: 'ok' });
        const confidence = Math.min(suggestion.confidence, input.pages.length === 0 ? NAME_ALONE : 1);
        return { ...suggestion, confidence };
      } catch (error) {
        if (!(error instanceof EndpointFailure)) throw error;
        metrics.classifications.inc({ by: 'endpoint', outcome: error.reason });
        log.warn(
          { reason: error.reason, err: error },
          'the endpoint made no suggestion; using the built-in classifier',
        );
      }
    }
    metrics.classifications.inc({ by: 'builtin', outcome: 'ok' });
    return classify(input);
  }

  /** Usable pages recorded by a job; reads the file if none are or more are pending. */
  async function readOrRecordedPages(document: DocumentRow, context: ClassifierContext): Promise<FirstPages> {
    const recorded = await repository.firstPages(document._id, FIRST_PAGES);
    const seen = recorded.filter(hasRecordedContent);
    const [first] = seen;
    if (!first || !recorded.every((page) => hasRecordedContent(page) || page.status === 'failed'))
      return readFirstPages(document, context);
    const appearance = await appearanceOf(first, document, context);
    const pages = seen.map((page, index) => ({
      ...toSeenPage(page),
      ...(index === 0 && appearance && { appearance }),
    }));
    return { pages };
  }

  /** Upload that was only read has no thumbnail: a map would look like any scan. */
  async function appearanceOf(
    first: PageSummary,
    document: DocumentRow,
    context: ClassifierContext,
  ): Promise<AppearanceKind | undefined> {
    if (first.thumbnailPath) return inspectThumbnail(first.thumbnailPath, context);
    if (toSeenPage(first).pictureShare <= MOSTLY_PICTURE) return undefined;
    return (await readFirstPages(document, context, 1)).pages[0]?.appearance;
  }

  async function inspectThumbnail(
    thumbnailPath: string,
    { log }: ClassifierContext,
  ): Promise<AppearanceKind | undefined> {
    try {
      const copy = await blobs.localCopy(thumbnailPath);
      try {
        return await appearanceOfPicture(copy.path);
      } finally {
        await copy.release();
      }
    } catch (error) {
      log.info({ err: error }, 'could not inspect the thumbnail of the first page');
      return undefined;
    }
  }

  /** Processing reports the error of an unreadable file. */
  async function readFirstPages(
    { filePath, category }: DocumentRow,
    { signal, log, readMs = READ_LIMIT_MS }: ClassifierContext,
    lastPage = FIRST_PAGES,
  ): Promise<FirstPages> {
    const pages: SeenPage[] = [];
    let names: FirstPages['names'];
    let appearance: Appearance | undefined;
    let isProtected = false;
    let filePages: number | undefined;
    const copy = await blobs.localCopy(filePath);
    try {
      await reader.read({
        file: copy.path,
        category,
        lastPage,
        limitMs: readMs,
        signal,
        onOpened: (pageCount) => {
          filePages = pageCount;
        },
        onPage: ({ widthPt, heightPt, pictureShare, text, metadata }) => {
          const { title, subject } = metadata?.names ?? {};
          names ??= { ...(title && { pdfTitle: title }), ...(subject && { pdfSubject: subject }) };
          const [short = 0, long = 0] = [widthPt / 72, heightPt / 72].sort((a, b) => a - b);
          pages.push({ short, long, pictureShare, text });
        },
        onAppearance: (seen) => {
          appearance = seen;
        },
      });
    } catch (error) {
      isProtected = error instanceof PipelineFailure && error.reason === 'encrypted';
      log.info({ err: error }, 'could not read the first pages');
    } finally {
      await copy.release();
    }
    const kind = appearance && appearanceKind(appearance);
    const providerRead = providerIn([names?.pdfTitle, names?.pdfSubject, pages[0]?.text]);
    if (providerRead) names = { ...names, providerRead };
    if (filePages) names = { ...names, filePages };
    return {
      isProtected,
      pages: pages.map((page, index) => ({ ...page, ...(index === 0 && kind && { appearance: kind }) })),
      ...(names && { names }),
    };
  }

  return {
    classifyOnce,

    /** Waits for the classification of the upload. @param again classify a classified document, too */
    async classify(id: string, context: CallContext, { again = false } = {}): Promise<DocumentRow> {
      const before = await documents.visible(id, 'classify', context);
      if (!again && before.classification) return before;
      const row = again
        ? await once(
            id,
            classifyPages(before, readOrRecordedPages(before, context), context, () => true),
          )
        : await unlessLeft(classifyOnce(id, context.actor), context.signal);
      if (!row) throw notFound('Document');
      return row;
    },

    /** Classifies a document read from its pictures, unless a person chose its category. */
    async classifyRead({ payload, completedAt }: Job, actor: Actor): Promise<void> {
      const document = payload && (await repository.find(payload.documentId));
      if (!document?.classification || document.categoryBy === 'person') return;
      // a redelivered event
      if (completedAt && document.classification.classifiedAt > completedAt) return;
      const first = await repository.firstPages(document._id, FIRST_PAGES);
      if (!first.some(({ textSource }) => textSource === 'ocr' || textSource === 'both')) return;
      const context = {
        ...{ actor, signal: AbortSignal.timeout(UPLOAD_LIMIT_MS), log: log.child({ document_id: document._id }) },
        deadline: new Date(Date.now() + UPLOAD_LIMIT_MS),
      };
      await once(
        document._id,
        classifyPages(document, readOrRecordedPages(document, context), context, () => true),
      );
    },
  };
}

export type DocumentClassifier = ReturnType<typeof createDocumentClassifier>;

/** @throws AppError CANCELLED if the caller leaves first */
function unlessLeft<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new AppError('CANCELLED', 'cancelled', 'The call was cancelled.'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Content arrives with the picture. */
const hasRecordedContent = ({ analyzed, status, preview }: PageSummary): boolean =>
  analyzed || (status === 'ready' && !preview);

/** Without text and picture share, a page counts as a picture. */
function toSeenPage({ width, height, dpi, textSource, pictureShare, extractedText = '' }: PageSummary): SeenPage {
  const [short = 0, long = 0] = [width / dpi, height / dpi].sort((a, b) => a - b);
  return { short, long, pictureShare: pictureShare ?? (textSource === 'pdf' ? 0 : 1), text: extractedText };
}
