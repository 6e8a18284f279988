import { CLASSIFICATION_DELAY_MS, isBusy, nextUpload, NO_UPLOADS, uploadReducer } from './upload-machine.js';
import type {
  ClassificationResult,
  UploadAction,
  UploadedDocument,
  UploadItem,
  UploadState,
} from './upload-machine.js';

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

/** What the manager does to the world; given from outside, so that a test needs no server and no clock. */
export interface UploadEffects {
  /** Streams a file to the server. Rejects with {@link UploadError}. */
  send(item: UploadItem, onBytes: (sent: number, total: number) => void): Promise<UploadedDocument>;
  classify(documentId: string): Promise<ClassificationResult>;
  /** The document a broken upload made all the same, or null. Asked before a file is sent again. */
  findUploaded(item: UploadItem): Promise<UploadedDocument | null>;
  /** The documents of the project changed. */
  changed(): void;
  wait(milliseconds: number): Promise<void>;
  now(): number;
  newId(): string;
}

/**
 * The uploads of one project. It lives outside the page, so that looking at another page loses nothing; the page
 * subscribes to it. Files go one after the other; while one is classified the next one travels.
 */
export class UploadManager {
  private state: UploadState = NO_UPLOADS;
  private readonly listeners = new Set<() => void>();

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
    this.dispatch({ kind: 'uploadStarted', id, now: item.unansweredSince ?? this.effects.now() });
    try {
      const known = item.unansweredSince === null ? null : await this.effects.findUploaded(item);
      const onBytes = (sent: number, total: number) => this.dispatch({ kind: 'bytesSent', id, sent, total });
      const document = known ?? (await this.effects.send(item, onBytes));
      this.dispatch({ kind: 'uploaded', id, document });
      this.effects.changed();
      void this.classify(id, document);
    } catch (error) {
      const message = error instanceof UploadError ? error.message : 'Upload failed. Please try again.';
      const outcomeUnknown = error instanceof UploadError ? error.outcomeUnknown : true;
      this.dispatch({ kind: 'uploadFailed', id, message, outcomeUnknown });
    }
    this.advance();
  }

  private async classify(id: string, document: UploadedDocument): Promise<void> {
    await this.effects.wait(CLASSIFICATION_DELAY_MS);
    try {
      const result = await this.effects.classify(document.id);
      this.dispatch({ kind: 'classified', id, result });
    } catch {
      // the item itself says so (DOC-22); the file stays uploaded
      this.dispatch({ kind: 'classificationFailed', id });
    }
    this.effects.changed();
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
