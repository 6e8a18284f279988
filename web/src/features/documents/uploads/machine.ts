import { PROCESSING_STATUS_LABELS } from '@symbio/proto/labels';
import type { ClassificationResult } from '../../../evidence/documents-api.js';
import { fileSize } from '../../../lib/formats.js';

/** Maximum size of an uploaded file in bytes (CONST-01: 200 MB). */
export const MAXIMUM_UPLOAD_BYTES = 209_715_200;

/** The accepted types (DOC-15). */
export const ACCEPTED_TYPES: readonly string[] = ['application/pdf'];

/** Each document is classified this long after its upload, in milliseconds (CONST-02). */
export const CLASSIFICATION_DELAY_MS = 500;

/** The document an upload made, as the upload call answers it (DOC-16). */
export interface UploadedDocument {
  id: string;
  category: string;
  file_name: string;
  title: string;
}

/** A document of the project that is made of the same file. */
export interface KnownDocument {
  id: string;
  title: string;
}

/** Texts of an item's status (DOC-18 to DOC-23), besides the two before an upload. */
export const UPLOAD_STATUS = {
  waiting: 'Waiting',
  checking: 'Checking...',
  known: 'Already uploaded',
  skipped: 'Not uploaded again',
  refused: 'Not uploaded',
  uploading: 'Uploading...',
  classifying: 'Uploaded, classifying...',
  complete: 'Classification complete',
  unclassified: 'Uploaded (classification failed)',
  failed: PROCESSING_STATUS_LABELS.failed,
} as const;

export type UploadStatus = (typeof UPLOAD_STATUS)[keyof typeof UPLOAD_STATUS];

/**
 * A file on its way (DATA-28). `id` is the id of the document it becomes: sent twice, it makes one. `progress` in percent:
 * 0 to 50 while its bytes travel, 50 classifying, 100 done.
 */
export interface UploadItem {
  id: string;
  file: File;
  /** Address of a picture of the file; PDFs have none before their first page is made. */
  preview: string | null;
  error: string | null;
  progress: number;
  status: UploadStatus;
  isUploading: boolean;
  isComplete: boolean;
  classificationResult: ClassificationResult | null;
  /** A category the person chose; null lets the classifier decide. */
  category: string | null;
  document: UploadedDocument | null;
  /** Whether the outcome of the last attempt is unknown: the connection broke, or the page was closed. */
  isUnanswered: boolean;
  /** Whether it was looked whether the project has this file already. */
  isChecked: boolean;
  /** Lower-case hex SHA-256 of the file; null until it is known. */
  sha256: string | null;
  /** Documents of the same file, while a person is asked what to do. */
  known: KnownDocument[];
  /** Whether a further attempt may go better: not for a file that the server refuses. */
  canRetry: boolean;
}

export interface UploadState {
  /** Waiting, under way, refused or failed. */
  items: UploadItem[];
  /** Done (DOC-24), oldest first. */
  finished: UploadItem[];
  /** Names of files left out because they are in the list already (DOC-26). */
  repeated: string[];
}

/** A file that a person chose. */
export interface PickedFile {
  /** The id of the document it becomes. */
  id: string;
  file: File;
  /** An upload of it was broken off: some of it has arrived under this id. */
  isContinued?: boolean;
}

/** What is to be done with a file that the project has already. */
export type KnownChoice = 'upload' | 'skip';

export type UploadAction =
  | { kind: 'filesPicked'; files: readonly PickedFile[]; category: string | null; checks?: boolean }
  | { kind: 'checkStarted'; id: string }
  | { kind: 'checked'; id: string; sha256: string | null; known: KnownDocument[] }
  | { kind: 'foundForeign'; id: string }
  | { kind: 'knownChosen'; id: string; choice: KnownChoice }
  | { kind: 'allKnownChosen'; choice: KnownChoice }
  | { kind: 'uploadStarted'; id: string }
  | { kind: 'bytesSent'; id: string; sent: number; total: number }
  | { kind: 'uploaded'; id: string; document: UploadedDocument }
  | { kind: 'uploadFailed'; id: string; message: string; outcomeUnknown: boolean; canRetry?: boolean }
  | { kind: 'classified'; id: string; result: ClassificationResult }
  | { kind: 'classificationFailed'; id: string }
  | { kind: 'classificationRetried'; id: string }
  | { kind: 'retried'; id: string }
  | { kind: 'allRetried' }
  | { kind: 'removed'; id: string }
  | { kind: 'finishedCleared' }
  | { kind: 'noticeDismissed' };

export const NO_UPLOADS: UploadState = { items: [], finished: [], repeated: [] };

const unsupported = (type: string): string => `File type ${type} is not supported`;

/**
 * Why a file can't be uploaded, or null (DOC-12 to DOC-15). A file whose type the system does not know is judged by its
 * content, not by its name (OP-16): once it is its turn, and in the end by the server.
 */
export function refusalOf(file: Pick<File, 'type' | 'size'>): string | null {
  if (file.type !== '' && !ACCEPTED_TYPES.includes(file.type)) return unsupported(file.type);
  if (file.size >= MAXIMUM_UPLOAD_BYTES) return `File size must be less than ${fileSize(MAXIMUM_UPLOAD_BYTES)}`;
  if (file.size === 0) return 'This file is empty';
  return null;
}

/** What to call the type of a file that is no PDF inside and of which only the name tells. */
function typeByName(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && !/\.pdf$/i.test(name) ? name.slice(dot) : 'unknown';
}

/** The same for two picks of one file: its name, size and time of last change. */
const markOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`;
const byMark = (items: readonly UploadItem[]) => new Map(items.map((item) => [markOf(item.file), item]));

/** The state after an action; an action that does not fit the item's state changes nothing (DOC-26). */
export function uploadReducer(state: UploadState, action: UploadAction): UploadState {
  switch (action.kind) {
    case 'filesPicked':
      return withPicked(state, action);
    case 'checkStarted':
      return change(state, action.id, isUnchecked, () => ({ status: UPLOAD_STATUS.checking }));
    case 'checked':
      return change(state, action.id, isBeingChecked, () => ({
        isChecked: true,
        sha256: action.sha256,
        known: action.known,
        status: action.known.length > 0 ? UPLOAD_STATUS.known : UPLOAD_STATUS.waiting,
      }));
    case 'foundForeign':
      return change(state, action.id, isBeingChecked, ({ file }) => ({
        isChecked: true,
        status: UPLOAD_STATUS.refused,
        error: unsupported(typeByName(file.name)),
      }));
    case 'knownChosen':
      return withChoice(state, action.choice, (item) => item.id === action.id);
    case 'allKnownChosen':
      return withChoice(state, action.choice, () => true);
    case 'uploadStarted':
      return change(state, action.id, isWaiting, () => ({
        status: UPLOAD_STATUS.uploading,
        progress: 0,
        isUploading: true,
        error: null,
      }));
    case 'bytesSent': {
      const progress = action.total > 0 ? Math.min(49, Math.floor((action.sent / action.total) * 50)) : 0;
      return change(
        state,
        action.id,
        (item) => isSending(item) && item.progress !== progress,
        () => ({ progress }),
      );
    }
    case 'uploaded':
      return change(state, action.id, isSending, () => ({
        status: UPLOAD_STATUS.classifying,
        progress: 50,
        isUploading: false,
        document: action.document,
        isUnanswered: false,
      }));
    case 'uploadFailed':
      return change(state, action.id, isSending, () => ({
        status: UPLOAD_STATUS.failed,
        progress: 0,
        isUploading: false,
        error: action.message,
        isUnanswered: action.outcomeUnknown,
        canRetry: action.canRetry ?? true,
      }));
    case 'classified':
      return finish(state, action.id, {
        status: UPLOAD_STATUS.complete,
        classificationResult: action.result,
      });
    case 'classificationFailed':
      return finish(state, action.id, {
        status: UPLOAD_STATUS.unclassified,
        error: 'Classification failed, but file was uploaded successfully',
      });
    case 'classificationRetried':
      return classifyAgain(state, action.id);
    case 'retried':
      return change(state, action.id, isFailed, () => RETRIED);
    case 'allRetried':
      return { ...state, items: state.items.map((item) => (isRetryable(item) ? { ...item, ...RETRIED } : item)) };
    case 'removed':
      return {
        ...state,
        items: state.items.filter((item) => item.id !== action.id || !isRemovable(item)),
        finished: state.finished.filter((item) => item.id !== action.id),
      };
    case 'finishedCleared':
      return { ...state, finished: [] };
    case 'noticeDismissed':
      return { ...state, repeated: [] };
  }
}

/** The item to upload next; null while one travels: one batch at a time, in the order of picking (DOC-26). */
export function nextUpload(state: UploadState): UploadItem | null {
  if (state.items.some(isSending)) return null;
  return state.items.find((item) => isWaiting(item) && item.isChecked) ?? null;
}

/** The item to look for among the documents next; null while one is looked for. */
export function nextCheck(state: UploadState): UploadItem | null {
  if (state.items.some(isBeingChecked)) return null;
  return state.items.find(isUnchecked) ?? null;
}

/** Whether leaving the page now would lose something. */
export function isBusy(state: UploadState): boolean {
  return state.items.some((item) => isSending(item) || isWaiting(item) || isBeingChecked(item));
}

/** Whether the item may be taken from the list (DOC-25): the document of one that has arrived stays. */
export function isRemovable(item: UploadItem): boolean {
  return !item.isUploading;
}

export function isFailed(item: UploadItem): boolean {
  return item.status === UPLOAD_STATUS.failed;
}

/** Whether another attempt may bring a failed file through. */
export const isRetryable = (item: UploadItem): boolean => isFailed(item) && item.canRetry;

/** Whether a person is asked whether the file is to be uploaded a second time. */
export const isKnown = (item: UploadItem): boolean => item.status === UPLOAD_STATUS.known;

/** Whether a finished file was uploaded, not left to the document there was. */
export const hasArrived = (item: UploadItem): boolean => item.status !== UPLOAD_STATUS.skipped;

/** Whether the file arrived and its classification can be asked for once more. */
export function isUnclassified(item: UploadItem): boolean {
  return item.status === UPLOAD_STATUS.unclassified;
}

function isWaiting(item: UploadItem): boolean {
  return item.status === UPLOAD_STATUS.waiting;
}

function isSending(item: UploadItem): boolean {
  return item.isUploading;
}

const isUnchecked = (item: UploadItem): boolean => isWaiting(item) && !item.isChecked;
const isBeingChecked = (item: UploadItem): boolean => item.status === UPLOAD_STATUS.checking;

/** A failed file that is tried again. */
const RETRIED = { status: UPLOAD_STATUS.waiting, error: null };
/** A known file that is wanted a second time. */
const WANTED = { status: UPLOAD_STATUS.waiting, known: [] };

/** Known files are uploaded a second time, or left to the documents there are. */
function withChoice(state: UploadState, choice: KnownChoice, isMeant: (item: UploadItem) => boolean): UploadState {
  const applies = (item: UploadItem): boolean => isKnown(item) && isMeant(item);
  if (choice === 'upload')
    return { ...state, items: state.items.map((item) => (applies(item) ? { ...item, ...WANTED } : item)) };
  return {
    ...state,
    items: state.items.filter((item) => !applies(item)),
    finished: [...state.finished, ...state.items.filter(applies).map(skipped)],
  };
}

/** A known file that is left to the document there is. */
function skipped(item: UploadItem): UploadItem {
  const [there] = item.known;
  const document = there ? { id: there.id, title: there.title, category: '', file_name: item.file.name } : null;
  return { ...item, status: UPLOAD_STATUS.skipped, progress: 100, isComplete: true, document };
}

/** Files in these states may be picked again. */
const REPLACED: ReadonlySet<UploadStatus> = new Set([
  UPLOAD_STATUS.refused,
  UPLOAD_STATUS.failed,
  UPLOAD_STATUS.skipped,
]);

function withPicked(
  state: UploadState,
  { files: picked, category, checks = false }: Extract<UploadAction, { kind: 'filesPicked' }>,
): UploadState {
  // a folder of thousands of files may be dropped: each is compared with all others at once
  const items = byMark(state.items);
  const finished = byMark(state.finished);
  const repeated: string[] = [];
  for (const { id, file, isContinued = false } of picked) {
    const mark = markOf(file);
    // a refused or failed pick may be picked again: it replaces the one that did not go through
    const known = items.get(mark) ?? finished.get(mark);
    // one that was left out before may be wanted after all
    if (known && !REPLACED.has(known.status)) {
      repeated.push(file.name);
      continue;
    }
    if (known && isFailed(known)) {
      items.set(mark, { ...known, status: UPLOAD_STATUS.waiting, error: null, category });
      continue;
    }
    items.delete(mark);
    const error = refusalOf(file);
    items.set(mark, {
      id,
      file,
      preview: null,
      error,
      progress: 0,
      status: error ? UPLOAD_STATUS.refused : UPLOAD_STATUS.waiting,
      isUploading: false,
      isComplete: false,
      classificationResult: null,
      category,
      document: null,
      isUnanswered: isContinued,
      isChecked: !checks || isContinued || error !== null,
      sha256: null,
      known: [],
      canRetry: true,
    });
  }
  return { ...state, items: [...items.values()], repeated };
}

function change(
  state: UploadState,
  id: string,
  applies: (item: UploadItem) => boolean,
  changes: (item: UploadItem) => Partial<UploadItem>,
): UploadState {
  const place = state.items.findIndex((item) => item.id === id);
  const item = state.items[place];
  if (!item || !applies(item)) return state;
  return { ...state, items: state.items.with(place, { ...item, ...changes(item) }) };
}

function finish(state: UploadState, id: string, changes: Partial<UploadItem>): UploadState {
  const item = state.items.find((candidate) => candidate.id === id);
  if (item?.status !== UPLOAD_STATUS.classifying) return state;
  return {
    ...state,
    items: state.items.filter((candidate) => candidate !== item),
    finished: [...state.finished, { ...item, progress: 100, isComplete: true, ...changes }],
  };
}

/** A finished item whose classification failed is under way again. */
function classifyAgain(state: UploadState, id: string): UploadState {
  const item = state.finished.find((candidate) => candidate.id === id);
  if (!item || !isUnclassified(item)) return state;
  return {
    ...state,
    finished: state.finished.filter((candidate) => candidate !== item),
    items: [
      ...state.items,
      { ...item, status: UPLOAD_STATUS.classifying, progress: 50, isComplete: false, error: null },
    ],
  };
}
