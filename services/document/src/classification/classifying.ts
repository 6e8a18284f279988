/** Classifying a stored document: what is read for it, and what becomes of the suggestion (OP-18). */
import { notFound, type BlobStore, type CallContext, type Clock } from '@symbio/kit';
import type { Documents } from '../documents.js';
import { documentClassified, told } from '../events.js';
import type { DocumentRow } from '../model.js';
import type { PageTypes } from '../page-types.js';
import type { PageReader } from '../reading/page-reader.js';
import type { DocumentRepository, DocumentWriter, PageSummary } from '../repository.js';
import { classify, SURE, type SeenPage, type Suggestion } from './classifier.js';

export interface ClassifyingOptions {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'firstPages'>;
  writer: DocumentWriter;
  pageTypes: PageTypes;
  blobs: Pick<BlobStore, 'localCopy'>;
  reader: PageReader;
  clock: Clock;
}

/** Pages that are looked at: a cover, perhaps a letter before it, and what follows. */
const FIRST_PAGES = 3;
/** Milliseconds for reading them; a caller waits for the answer. */
const READ_LIMIT_MS = 8_000;

/** What a suggestion changes. A person's choice is never overwritten. */
export function applySuggestion(document: DocumentRow, suggestion: Suggestion, now: Date): Partial<DocumentRow> {
  const sure = suggestion.confidence >= SURE;
  const applied = document.categoryBy !== 'person' && sure;
  return {
    classification: { ...suggestion, classifiedAt: now },
    ...(document.processingStatus === 'uploaded' && { processingStatus: 'classified' as const }),
    ...(applied && { category: suggestion.suggestedCategory, categoryBy: 'classifier' as const }),
  };
}

export class Classifying {
  readonly #o: ClassifyingOptions;

  constructor(options: ClassifyingOptions) {
    this.#o = options;
  }

  async classify(id: string, context: CallContext): Promise<DocumentRow> {
    const document = await this.#o.documents.visible(id, 'classify', context);
    const pages = await this.#firstPages(document, context);
    const suggestion = classify({ fileName: document.fileName, pages });
    const row = await this.#o.writer.change(id, context.actor, (current, after) => {
      const set = applySuggestion(current, suggestion, this.#o.clock.now());
      return { set, events: [told(documentClassified, after(set))] };
    });
    if (!row) throw notFound('Document');
    await this.#o.pageTypes.follow(row, context.actor);
    return row;
  }

  /** As they were recorded by a job, or read now. */
  async #firstPages(document: DocumentRow, context: CallContext): Promise<SeenPage[]> {
    const recorded = await this.#o.repository.firstPages(document._id, FIRST_PAGES);
    if (recorded.length > 0 && recorded.every(({ analyzed }) => analyzed)) return recorded.map(seenPage);
    return this.#readFirstPages(document, context);
  }

  /** A file that can't be read is classified by its name; why it can't be read is the processing's to say. */
  async #readFirstPages({ filePath, category }: DocumentRow, { signal, log }: CallContext): Promise<SeenPage[]> {
    const pages: SeenPage[] = [];
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
      });
    } catch (error) {
      log.info({ err: error }, 'first pages could not be read, classifying by what is known');
    } finally {
      await copy.release();
    }
    return pages;
  }
}

/** A recorded page: one without text is a picture, as far as anybody can tell. */
function seenPage({ width, height, dpi, extractedText = '' }: PageSummary): SeenPage {
  const [short = 0, long = 0] = [width / dpi, height / dpi].sort((a, b) => a - b);
  return { short, long, pictureShare: extractedText.trim() ? 0 : 1, text: extractedText };
}
