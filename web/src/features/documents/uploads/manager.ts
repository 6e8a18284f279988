import {
  CLASSIFICATION_DELAY_MS,
  isBusy,
  isRetryable,
  nextCheck,
  nextUpload,
  NO_UPLOADS,
  uploadReducer,
} from './machine.js';
import type {
  KnownChoice,
  KnownDocument,
  PickedFile,
  UploadAction,
  UploadedDocument,
  UploadItem,
  UploadState,
} from './machine.js';
import type { ClassificationResult } from '../../../evidence/documents-api.js';

/**
 * An upload that failed; `outcomeUnknown` when the connection broke, so that the server may have the file, or some of it;
 * `canRetry` unless the same file would be refused again.
 */
export class UploadError extends Error {
  constructor(
    message: string,
    readonly outcomeUnknown: boolean,
    readonly canRetry = true,
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

/** What the manager does to the world; given from outside, so that a test needs no server and no clock. */
export interface UploadEffects {
  /**
   * Streams a file to the server. Rejects with {@link UploadError}.
   * @param ended aborted when nobody waits for any of it any more; the same below
   */
  send(item: UploadItem, onBytes: (sent: number, total: number) => void, ended: AbortSignal): Promise<UploadedDocument>;
  /** What the project has of a file already, and its hash. Absent: nobody looks. */
  look?(item: UploadItem, ended: AbortSignal): Promise<{ sha256: string; known: KnownDocument[] }>;
  /** Whether a file whose type the system does not know is a PDF inside. Absent: the server judges alone. */
  isPdf?(file: File): Promise<boolean>;
  /** How a file of an upload that was broken off goes on: the id under which some of it has arrived. Absent: none does. */
  brokenOff?(file: File): { id: string; category: string | null } | undefined;
  /**
   * Resolves when a connection that broke may be there again. Absent: a person tries again.
   * @param attempt from 1: how often it broke in a row
   */
  connected?(attempt: number): Promise<void>;
  /**
   * What the server finds out by itself about an upload, once it has: it classifies what nobody asks for, too. Rejects with
   * {@link ClassificationError}.
   */
  classified(documentId: string, ended: AbortSignal): Promise<ClassificationResult>;
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
 * subscribes to it. Files go one after the other; while one is classified the next one travels. A file that the project
 * has already waits for a person's choice.
 */
export class UploadManager {
  private state: UploadState = NO_UPLOADS;
  private readonly listeners = new Set<() => void>();
  /** How often the connection broke in a row. */
  private broken = 0;
  private readonly ending = new AbortController();

  constructor(private readonly effects: UploadEffects) {}

  readonly getState = (): UploadState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Drops every file and goes on with none, whatever comes back later: whoever chose them has left. Takes no more files.
   */
  end(): void {
    this.ending.abort();
    this.become(NO_UPLOADS);
  }

  /** Takes picked files; valid ones start to travel at once. */
  add(files: readonly File[], category: string | null): void {
    if (this.isEnded) return;
    const checks = this.effects.look !== undefined;
    // those that go on keep the category that was chosen for them
    const byCategory = new Map<string | null, PickedFile[]>();
    for (const file of files) {
      const broken = this.effects.brokenOff?.(file);
      const key = broken ? (category ?? broken.category) : category;
      const picked = broken ? { id: broken.id, file, isContinued: true } : { id: this.effects.newId(), file };
      const others = byCategory.get(key);
      if (others) others.push(picked);
      else byCategory.set(key, [picked]);
    }
    const repeated: string[] = [];
    for (const [each, picked] of byCategory) {
      this.dispatch({ kind: 'filesPicked', files: picked, category: each, checks });
      repeated.push(...this.state.repeated);
    }
    this.state = { ...this.state, repeated };
    this.advance();
  }

  retry(id: string): void {
    this.dispatch({ kind: 'retried', id });
    this.advance();
  }

  retryAll(): void {
    this.dispatch({ kind: 'allRetried' });
    this.advance();
  }

  /** What to do with a file that the project has already: upload it a second time, or leave it to the document there is. */
  choose(id: string, choice: KnownChoice): void {
    this.dispatch({ kind: 'knownChosen', id, choice });
    this.advance();
  }

  /** The same for all that wait for it. */
  chooseForAll(choice: KnownChoice): void {
    this.dispatch({ kind: 'allKnownChosen', choice });
    this.advance();
  }

  /** Asks once more for the classification of a document that arrived. */
  classifyAgain(id: string): void {
    const item = this.state.finished.find((candidate) => candidate.id === id);
    this.dispatch({ kind: 'classificationRetried', id });
    // classify() settles every outcome into the state and never rejects
    if (item?.document && this.state.items.some((candidate) => candidate.id === id))
      void this.classify(id, item.document.id);
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
    const unchecked = nextCheck(this.state);
    // neither ever rejects: every outcome is settled into the state
    if (unchecked) void this.check(unchecked);
    const item = nextUpload(this.state);
    if (item) void this.upload(item);
  }

  private async check(item: UploadItem): Promise<void> {
    const { id } = item;
    this.dispatch({ kind: 'checkStarted', id });
    try {
      if (item.file.type === '' && (await this.effects.isPdf?.(item.file)) === false) {
        this.dispatch({ kind: 'foundForeign', id });
        return this.advance();
      }
      const found = await this.effects.look?.(item, this.ending.signal);
      this.dispatch({ kind: 'checked', id, sha256: found?.sha256 ?? null, known: found?.known ?? [] });
    } catch {
      // what it is or whether it is there already could not be found out: that is no reason not to upload it
      this.dispatch({ kind: 'checked', id, sha256: null, known: [] });
    }
    this.advance();
  }

  private async upload(item: UploadItem): Promise<void> {
    const { id } = item;
    this.dispatch({ kind: 'uploadStarted', id });
    try {
      const known = item.isUnanswered ? await this.effects.findUploaded(id) : null;
      if (this.isEnded) return;
      const onBytes = (sent: number, total: number) => this.dispatch({ kind: 'bytesSent', id, sent, total });
      const document = known ?? (await this.effects.send(item, onBytes, this.ending.signal));
      if (this.isEnded) return;
      this.dispatch({ kind: 'uploaded', id, document });
      this.broken = 0;
      this.effects.changed();
      void this.effects.wait(CLASSIFICATION_DELAY_MS).then(() => this.classify(id, document.id));
    } catch (error) {
      if (this.isEnded) return;
      const message = error instanceof UploadError ? error.message : 'Upload failed. Please try again.';
      const outcomeUnknown = error instanceof UploadError ? error.outcomeUnknown : true;
      const canRetry = error instanceof UploadError ? error.canRetry : true;
      this.dispatch({ kind: 'uploadFailed', id, message, outcomeUnknown, canRetry });
      if (outcomeUnknown) void this.goOnLater(id);
    }
    this.advance();
  }

  /** Tries again by itself once the connection may be there again. */
  private async goOnLater(id: string): Promise<void> {
    this.broken++;
    await this.effects.connected?.(this.broken);
    const item = this.state.items.find((candidate) => candidate.id === id);
    if (this.effects.connected && item?.isUnanswered && isRetryable(item)) this.retry(id);
  }

  private async classify(id: string, documentId: string): Promise<void> {
    if (this.isEnded) return;
    try {
      this.dispatch({ kind: 'classified', id, result: await this.classification(documentId) });
    } catch {
      // the item itself says so (DOC-22); the file stays uploaded
      this.dispatch({ kind: 'classificationFailed', id });
    }
    if (!this.isEnded) this.effects.changed();
  }

  /** What a busy server has no time for now, it does by itself when it has: that is waited for. */
  private async classification(documentId: string): Promise<ClassificationResult> {
    try {
      return await this.effects.classify(documentId);
    } catch (error) {
      if (this.isEnded || !(error instanceof ClassificationError && error.isPassing)) throw error;
      return this.effects.classified(documentId, this.ending.signal);
    }
  }

  private get isEnded(): boolean {
    return this.ending.signal.aborted;
  }

  /** Once ended there is no item that an action could be about. */
  private dispatch(action: UploadAction): void {
    this.become(uploadReducer(this.state, action));
  }

  private become(next: UploadState): void {
    if (next === this.state) return;
    const wasBusy = isBusy(this.state);
    this.state = next;
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
