import { PROCESSING_STATUS_LABELS } from '@symbio/proto/labels';
import type { ClassificationResult } from '../../../evidence/documents-api.js';
import { ACCEPTED_TYPES } from '../../../lib/files/accepted-files.js';
import { fileSize } from '../../../lib/ui/formats.js';

/** CONST-01: 200 MB. */
export const MAXIMUM_UPLOAD_BYTES = 209_715_200;

/** Milliseconds (CONST-02). */
export const CLASSIFICATION_DELAY_MS = 500;

/** DOC-16 */
export interface UploadedDocument {
  id: string;
  category: string;
  file_name: string;
  title: string;
  /** Such as: the same file is already here. Absent in responses of older servers. */
  notices?: { code: string; message: string }[];
}

export interface KnownDocument {
  id: string;
  title: string;
}

export type UploadStatus =
  | 'waiting'
  | 'checking'
  | 'known'
  | 'skipped'
  | 'refused'
  | 'uploading'
  | 'classifying'
  | 'complete'
  | 'unclassified'
  | 'failed';

/** DOC-18 to DOC-23, except the two before the upload. */
export const UPLOAD_STATUS_LABELS: Readonly<Record<UploadStatus, string>> = {
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
};

/**
 * DATA-28. `id` becomes the document id: repeated uploads are idempotent. `progress` in percent: 0 to 50 while sending,
 * 50 classifying, 100 done.
 */
export interface UploadItem {
  id: string;
  file: File;
  /** Documents have none before their first page is rendered. */
  preview: string | null;
  error: string | null;
  /** Why its classification failed. */
  details: string | null;
  progress: number;
  status: UploadStatus;
  isUploading: boolean;
  isComplete: boolean;
  classificationResult: ClassificationResult | null;
  /** Chosen by the user; null for automatic classification. */
  category: string | null;
  document: UploadedDocument | null;
  /** After a broken connection or a closed page. */
  isUnanswered: boolean;
  isChecked: boolean;
  /** Lower-case hex; null until known. */
  sha256: string | null;
  known: KnownDocument[];
  /** False for files the server refuses. */
  canRetry: boolean;
}

export interface UploadState {
  /** Waiting, in progress, refused or failed. */
  items: UploadItem[];
  /** Completed (DOC-24), oldest first. */
  finished: UploadItem[];
  /** Skipped because they are listed already (DOC-26). */
  repeated: string[];
}

export interface PickedFile {
  id: string;
  file: File;
  /** Resumes the interrupted upload with this id. */
  isContinued?: boolean;
}

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
  | { kind: 'classificationFailed'; id: string; reason: string }
  | { kind: 'classificationRetried'; id: string }
  | { kind: 'retried'; id: string }
  | { kind: 'allRetried' }
  | { kind: 'removed'; id: string }
  | { kind: 'finishedCleared' }
  | { kind: 'noticeDismissed' };

export const NO_UPLOADS: UploadState = { items: [], finished: [], repeated: [] };

const unsupported = (type: string): string => `File type ${type} is not supported`;

/** Null if it can be uploaded (DOC-12 to DOC-15). Files of unknown type are judged by content (OP-16). */
export function refusalOf(file: Pick<File, 'type' | 'size'>): string | null {
  if (file.type !== '' && !ACCEPTED_TYPES.includes(file.type)) return unsupported(file.type);
  if (file.size >= MAXIMUM_UPLOAD_BYTES) return `File size must be less than ${fileSize(MAXIMUM_UPLOAD_BYTES)}`;
  if (file.size === 0) return 'This file is empty';
  return null;
}

/** For the message. */
function typeByName(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && !/\.pdf$/i.test(name) ? name.slice(dot) : 'unknown';
}

/** Name, size and modification time. */
const markOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`;
const byMark = (items: readonly UploadItem[]) => new Map(items.map((item) => [markOf(item.file), item]));

/** Actions that do not fit the item's state change nothing (DOC-26). */
export function uploadReducer(state: UploadState, action: UploadAction): UploadState {
  switch (action.kind) {
    case 'filesPicked':
      return withPicked(state, action);
    case 'checkStarted':
      return change(state, action.id, isUnchecked, () => ({ status: 'checking' }));
    case 'checked':
      return change(state, action.id, isBeingChecked, () => ({
        isChecked: true,
        sha256: action.sha256,
        known: action.known,
        status: action.known.length > 0 ? 'known' : 'waiting',
      }));
    case 'foundForeign':
      return change(state, action.id, isBeingChecked, ({ file }) => ({
        isChecked: true,
        status: 'refused',
        error: unsupported(typeByName(file.name)),
      }));
    case 'knownChosen':
      return withChoice(state, action.choice, (item) => item.id === action.id);
    case 'allKnownChosen':
      return withChoice(state, action.choice, () => true);
    case 'uploadStarted':
      return change(state, action.id, isWaiting, () => ({
        status: 'uploading',
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
        status: 'classifying',
        progress: 50,
        isUploading: false,
        document: action.document,
        isUnanswered: false,
      }));
    case 'uploadFailed':
      return change(state, action.id, isSending, () => ({
        status: 'failed',
        progress: 0,
        isUploading: false,
        error: action.message,
        isUnanswered: action.outcomeUnknown,
        canRetry: action.canRetry ?? true,
      }));
    case 'classified':
      return finish(state, action.id, {
        status: 'complete',
        classificationResult: action.result,
      });
    case 'classificationFailed':
      return finish(state, action.id, {
        status: 'unclassified',
        error: 'Classification failed, but file was uploaded successfully',
        details: action.reason,
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

/** Null during an upload. In order of selection (DOC-26). */
export function nextUpload(state: UploadState): UploadItem | null {
  if (state.items.some(isSending)) return null;
  return state.items.find((item) => isWaiting(item) && item.isChecked) ?? null;
}

/** Null during a check. */
export function nextCheck(state: UploadState): UploadItem | null {
  if (state.items.some(isBeingChecked)) return null;
  return state.items.find(isUnchecked) ?? null;
}

/** Whether leaving the page would lose work. */
export function isBusy(state: UploadState): boolean {
  return state.items.some((item) => isSending(item) || isWaiting(item) || isBeingChecked(item));
}

/** DOC-25; uploaded documents stay. */
export function isRemovable(item: UploadItem): boolean {
  return !item.isUploading;
}

export function isFailed(item: UploadItem): boolean {
  return item.status === 'failed';
}

export const isRetryable = (item: UploadItem): boolean => isFailed(item) && item.canRetry;

/** The user must decide about a duplicate. */
export const isKnown = (item: UploadItem): boolean => item.status === 'known';

/** Skipped: a duplicate. */
export const isUploaded = (item: UploadItem): boolean => item.status !== 'skipped';

export function isUnclassified(item: UploadItem): boolean {
  return item.status === 'unclassified';
}

function isWaiting(item: UploadItem): boolean {
  return item.status === 'waiting';
}

function isSending(item: UploadItem): boolean {
  return item.isUploading;
}

const isUnchecked = (item: UploadItem): boolean => isWaiting(item) && !item.isChecked;
const isBeingChecked = (item: UploadItem): boolean => item.status === 'checking';

const RETRIED = { status: 'waiting', error: null } as const;
const WANTED = { status: 'waiting' as const, known: [] };

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

function skipped(item: UploadItem): UploadItem {
  const [there] = item.known;
  const document = there ? { id: there.id, title: there.title, category: '', file_name: item.file.name } : null;
  return { ...item, status: 'skipped', progress: 100, isComplete: true, document };
}

const REPLACED: ReadonlySet<UploadStatus> = new Set(['refused', 'failed', 'skipped']);

function withPicked(
  state: UploadState,
  { files: picked, category, checks = false }: Extract<UploadAction, { kind: 'filesPicked' }>,
): UploadState {
  // index once: dropped folders may contain thousands of files
  const items = byMark(state.items);
  const finished = byMark(state.finished);
  const repeated: string[] = [];
  for (const { id, file, isContinued = false } of picked) {
    const mark = markOf(file);
    // choosing a refused or failed file again replaces it
    const known = items.get(mark) ?? finished.get(mark);
    // a skipped duplicate may be chosen again
    if (known && !REPLACED.has(known.status)) {
      repeated.push(file.name);
      continue;
    }
    if (known && isFailed(known)) {
      items.set(mark, { ...known, status: 'waiting', error: null, category });
      continue;
    }
    items.delete(mark);
    const error = refusalOf(file);
    items.set(mark, {
      id,
      file,
      preview: null,
      error,
      details: null,
      progress: 0,
      status: error ? 'refused' : 'waiting',
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
  if (item?.status !== 'classifying') return state;
  return {
    ...state,
    items: state.items.filter((candidate) => candidate !== item),
    finished: [...state.finished, { ...item, progress: 100, isComplete: true, ...changes }],
  };
}

function classifyAgain(state: UploadState, id: string): UploadState {
  const item = state.finished.find((candidate) => candidate.id === id);
  if (!item || !isUnclassified(item)) return state;
  return {
    ...state,
    finished: state.finished.filter((candidate) => candidate !== item),
    items: [
      ...state.items,
      { ...item, status: 'classifying', progress: 50, isComplete: false, error: null, details: null },
    ],
  };
}
