import {
  CLASSIFICATION_DELAY_MS,
  CLASSIFICATIONS_AT_ONCE,
  isBusy,
  nextUpload,
  NO_UPLOADS,
  uploadReducer,
} from './machine.js';
import type { UploadAction, UploadedDocument, UploadItem, UploadState } from './machine.js';
import type { ClassificationResult } from '../../../evidence/documents-api.js';

/** An upload that failed; `outcomeUnknown` when the connection broke, so that the server may have the file. */
export class UploadError extends Error {
  constructor(
    message: string,
    readonly outcomeUnknown: boolean,
  ) {
    super(message);
    this.name = 'UploadError';
  }
}

/** A classification that failed; `isPassing` when the server was busy or away, so that asking again may help. */
export class ClassificationError extends Error {
  constructor(
    message: string,
    readonly isPassing: boolean,
  ) {
    super(message);
    this.name = 'ClassificationError';
  }
}

/** Milliseconds before each further attempt at a classification that a busy server gave up. */
const CLASSIFICATION_PAUSES_MS = [2_000, 5_000];

/** What the manager does to the world; given from outside, so that a test needs no server and no clock. */
export interface UploadEffects {
  /** Streams a file to the server. Rejects with {@link UploadError}. */
  send(item: UploadItem, onBytes: (sent: number, total: number) => void): Promise<UploadedDocument>;
  /** What the server finds out by itself about an upload, once it has. Rejects with {@link ClassificationError}. */
  classified(documentId: string): Promise<ClassificationResult>;
  /** Has a document classified now. Rejects with {@link ClassificationError}. */
  classify(documentId: string): Promise<ClassificationResult>;
  /** The document of an id, which a broken upload may have made all the same; null for none. Spares sending it again. */
  findUploaded(id: string): Promise<UploadedDocument | null>;
  /** The documents of the project changed. */
  changed(): void;
  wait(milliseconds: number): Promise<void>;
  /** The id of a document to be. */
  newId(): string;
}

/**
 * The uploads of one project. It lives outside the page, so that looking at another page loses nothing; the page
 * subscribes to it. Files go one after the other; while one is classified the next one travels.
 */
export class UploadManager {
  private state: UploadState = NO_UPLOADS;
  private readonly listeners = new Set<() => void>();
  /** Uploaded documents whose classification is not looked for yet, oldest first. */
  private readonly toClassify: { id: string; documentId: string; again: boolean }[] = [];
  private classifying = 0;

  constructor(private readonly effects: UploadEffects) {}

  readonly getState = (): UploadState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes picked files; valid ones start to travel at once. */
  add(files: readonly File[], category: string | null): void {
    const identified = files.map((file) => ({ id: this.effects.newId(), file }));
    this.dispatch({ kind: 'filesPicked', files: identified, category });
    this.advance();
  }

  retry(id: string): void {
    this.dispatch({ kind: 'retried', id });
    this.advance();
  }

  /** Asks once more for the classification of a document that arrived. */
  classifyAgain(id: string): void {
    const item = this.state.finished.find((candidate) => candidate.id === id);
    this.dispatch({ kind: 'classificationRetried', id });
    if (item?.document && this.state.items.some((candidate) => candidate.id === id)) this.line(id, item.document, true);
  }

  remove(id: string): void {
    this.dispatch({ kind: 'removed', id });
  }

  clearFinished(): void {
    this.dispatch({ kind: 'finishedCleared' });
  }

  dismissNotice(): void {
    this.dispatch({ kind: 'noticeDismissed' });
  }

  private advance(): void {
    const item = nextUpload(this.state);
    // upload() settles every outcome into the state and never rejects
    if (item) void this.upload(item);
  }

  private async upload(item: UploadItem): Promise<void> {
    const { id } = item;
    this.dispatch({ kind: 'uploadStarted', id });
    try {
      const known = item.isUnanswered ? await this.effects.findUploaded(id) : null;
      const onBytes = (sent: number, total: number) => this.dispatch({ kind: 'bytesSent', id, sent, total });
      const document = known ?? (await this.effects.send(item, onBytes));
      this.dispatch({ kind: 'uploaded', id, document });
      this.effects.changed();
      void this.effects.wait(CLASSIFICATION_DELAY_MS).then(() => this.line(id, document, false));
    } catch (error) {
      const message = error instanceof UploadError ? error.message : 'Upload failed. Please try again.';
      const outcomeUnknown = error instanceof UploadError ? error.outcomeUnknown : true;
      this.dispatch({ kind: 'uploadFailed', id, message, outcomeUnknown });
    }
    this.advance();
  }

  /** Puts a document in the line of those whose classification is waited for, or asked for once more. */
  private line(id: string, document: UploadedDocument, again: boolean): void {
    this.toClassify.push({ id, documentId: document.id, again });
    this.classifyNext();
  }

  private classifyNext(): void {
    if (this.classifying >= CLASSIFICATIONS_AT_ONCE) return;
    const next = this.toClassify.shift();
    if (!next) return;
    this.classifying++;
    // classify() settles every outcome into the state and never rejects
    void this.classify(next).then(() => {
      this.classifying--;
      this.classifyNext();
    });
  }

  private async classify({ id, documentId, again }: { id: string; documentId: string; again: boolean }): Promise<void> {
    try {
      const { effects } = this;
      const result = await this.patiently(() =>
        again ? effects.classify(documentId) : effects.classified(documentId),
      );
      this.dispatch({ kind: 'classified', id, result });
    } catch {
      // the item itself says so (DOC-22); the file stays uploaded
      this.dispatch({ kind: 'classificationFailed', id });
    }
    this.effects.changed();
  }

  /** Asks again, after a pause, what a busy server gave up. */
  private async patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
    for (const pause of CLASSIFICATION_PAUSES_MS) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ClassificationError && error.isPassing)) throw error;
        await this.effects.wait(pause);
      }
    }
    return ask();
  }

  private dispatch(action: UploadAction): void {
    const wasBusy = isBusy(this.state);
    this.state = uploadReducer(this.state, action);
    const busy = isBusy(this.state);
    if (busy && !wasBusy) window.addEventListener('beforeunload', warnBeforeLeaving);
    if (!busy && wasBusy) window.removeEventListener('beforeunload', warnBeforeLeaving);
    for (const listener of this.listeners) listener();
  }
}

/** Closing the tab would break the upload: the browser asks first. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
