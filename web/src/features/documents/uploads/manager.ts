import {
  CLASSIFICATION_DELAY_MS,
  isBusy,
  isRetryable,
  nextCheck,
  nextUpload,
  NO_UPLOADS,
  uploadReducer,
} from './upload-state.js';
import type {
  KnownChoice,
  KnownDocument,
  PickedFile,
  UploadAction,
  UploadedDocument,
  UploadItem,
  UploadState,
} from './upload-state.js';
import type { ClassificationResult } from '../../../evidence/documents-api.js';

/**
 * `outcomeUnknown`: the server may have all or part of the file. `canRetry`: false if the same file would be refused
 * again.
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

/** `isPassing`: a busy or unavailable server; a retry may help. */
export class ClassificationError extends Error {
  constructor(
    message: string,
    readonly isPassing: boolean,
  ) {
    super(message);
    this.name = 'ClassificationError';
  }
}

const CLASSIFICATION_RETRIES = 5;

export interface UploadEffects {
  /**
   * Rejects with {@link UploadError}.
   * @param ended aborted when the manager ends; likewise below
   */
  send(item: UploadItem, onBytes: (sent: number, total: number) => void, ended: AbortSignal): Promise<UploadedDocument>;
  /** Existing documents of the same file. Optional: no check. */
  findSameFiles?(item: UploadItem, ended: AbortSignal): Promise<{ sha256: string; known: KnownDocument[] }>;
  /** For a file of unknown type, by its content. Optional: only the server checks. */
  canBeDocument?(file: File): Promise<boolean>;
  /** Optional: no resuming. */
  interruptedUploadId?(file: File): { id: string; category: string | null } | undefined;
  /**
   * Optional: only manual retry.
   * @param attempt number of consecutive connection failures, from 1
   */
  connected?(attempt: number): Promise<void>;
  /** Waits for the server's classification. Rejects with {@link ClassificationError}. */
  classify(documentId: string): Promise<ClassificationResult>;
  /** Document of an upload with unknown outcome; null if none. Avoids sending the file again. */
  findUploaded(id: string): Promise<UploadedDocument | null>;
  changed(): void;
  /** Classification that the user asked for failed. Optional: only the item shows it. */
  classificationFailed?(reason: string): void;
  wait(milliseconds: number): Promise<void>;
  newId(): string;
}

/**
 * Lives outside React, so navigation loses nothing. Files upload sequentially; classification overlaps with the next
 * upload. Duplicates wait for the user's decision.
 */
export class UploadManager {
  private state: UploadState = NO_UPLOADS;
  private readonly listeners = new Set<() => void>();
  private broken = 0;
  private readonly ending = new AbortController();

  constructor(private readonly effects: UploadEffects) {}

  readonly getState = (): UploadState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** After sign-out; ignores later results. */
  end(): void {
    this.ending.abort();
    this.become(NO_UPLOADS);
  }

  add(files: readonly File[], category: string | null): void {
    if (this.isEnded) return;
    const checks = this.effects.findSameFiles !== undefined;
    // resumed files keep their previous category
    const byCategory = new Map<string | null, PickedFile[]>();
    for (const file of files) {
      const broken = this.effects.interruptedUploadId?.(file);
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

  choose(id: string, choice: KnownChoice): void {
    this.dispatch({ kind: 'knownChosen', id, choice });
    this.advance();
  }

  chooseForAll(choice: KnownChoice): void {
    this.dispatch({ kind: 'allKnownChosen', choice });
    this.advance();
  }

  classifyAgain(id: string): void {
    const item = this.state.finished.find((candidate) => candidate.id === id);
    this.dispatch({ kind: 'classificationRetried', id });
    // classify() never rejects: failures become state
    if (item?.document && this.state.items.some((candidate) => candidate.id === id))
      void this.classify(id, item.document.id, true);
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
    // neither rejects: failures become state
    if (unchecked) void this.check(unchecked);
    const item = nextUpload(this.state);
    if (item) void this.upload(item);
  }

  private async check(item: UploadItem): Promise<void> {
    const { id } = item;
    this.dispatch({ kind: 'checkStarted', id });
    try {
      if (item.file.type === '' && (await this.effects.canBeDocument?.(item.file)) === false) {
        this.dispatch({ kind: 'foundForeign', id });
        return this.advance();
      }
      const found = await this.effects.findSameFiles?.(item, this.ending.signal);
      this.dispatch({ kind: 'checked', id, sha256: found?.sha256 ?? null, known: found?.known ?? [] });
    } catch {
      // an inconclusive check does not prevent the upload
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
      if (outcomeUnknown) void this.resumeLater(id);
    }
    this.advance();
  }

  private async resumeLater(id: string): Promise<void> {
    this.broken++;
    await this.effects.connected?.(this.broken);
    const item = this.state.items.find((candidate) => candidate.id === id);
    if (this.effects.connected && item?.isUnanswered && isRetryable(item)) this.retry(id);
  }

  private async classify(id: string, documentId: string, byHand = false): Promise<void> {
    if (this.isEnded) return;
    try {
      this.dispatch({ kind: 'classified', id, result: await this.classification(documentId) });
    } catch (error) {
      const reason = error instanceof Error && error.message ? error.message : 'Failed to classify document';
      // the item shows it (DOC-22); the file stays uploaded
      this.dispatch({ kind: 'classificationFailed', id, reason });
      if (byHand) this.effects.classificationFailed?.(reason);
    }
    if (!this.isEnded) this.effects.changed();
  }

  /** Asks again when the server was busy or the connection broke. */
  private async classification(documentId: string): Promise<ClassificationResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.effects.classify(documentId);
      } catch (error) {
        const canRetry = error instanceof ClassificationError && error.isPassing && attempt <= CLASSIFICATION_RETRIES;
        if (this.isEnded || !canRetry || !this.effects.connected) throw error;
        await this.effects.connected(attempt);
      }
    }
  }

  private get isEnded(): boolean {
    return this.ending.signal.aborted;
  }

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

/** Closing the tab interrupts the upload: makes the browser ask. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
