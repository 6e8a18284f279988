import { useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.js';
import { apiErrorOf, errorFromResponse, networkError, withFailure } from '../../../lib/errors.js';
import type { ApiError } from '../../../lib/errors.js';
import { accessToken, sessionAgain, subscribeToDepartures } from '../../../lib/session.js';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import type { ApiDispatch, ApiThunk } from '../../../lib/api-thunks.js';
import { uuidV7 } from '../../../lib/uuid.js';
import { documentsApi } from '../../../evidence/documents-api.js';
import type { ClassificationResult } from '../../../evidence/documents-api.js';
import type { UploadedDocument, UploadItem, UploadState } from './machine.js';
import { ClassificationError, UploadError, UploadManager } from './manager.js';

/** What the upload call answers about one file. */
interface UploadAnswer {
  data?: ({ document: UploadedDocument } | { error: string; file_name: string })[];
}

/** Texts of a failed upload (ERR-11, ERR-12). */
const UPLOAD_FAILED = 'Upload failed. Please try again.';
const NOTHING_RETURNED = 'Upload failed: No data returned';

/**
 * The document in an answer of the upload call for one file.
 *
 * @throws UploadError with the server's sentence about the file, or ERR-12 when there is none
 */
export function uploadedDocumentOf(answer: UploadAnswer | null): UploadedDocument {
  const [item] = answer?.data ?? [];
  if (!item) throw new UploadError(NOTHING_RETURNED, false);
  if ('document' in item) return item.document;
  throw new UploadError(item.error || UPLOAD_FAILED, false);
}

/** The answer of the upload call, as it came. */
interface UploadResponse {
  status: number;
  body: string;
  headers: Headers;
}

/** Sends one form by XMLHttpRequest: fetch cannot tell how many bytes have left. Rejects when no answer came. */
function sendForm(
  form: FormData,
  token: string | undefined,
  onBytes: (sent: number, total: number) => void,
): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', '/api/documents');
    call.setRequestHeader('accept', 'application/json');
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
    call.upload.onprogress = (event) => onBytes(event.loaded, event.total);
    call.onload = () => {
      const headers = new Headers();
      for (const name of ['retry-after', 'x-request-id']) {
        const value = call.getResponseHeader(name);
        if (value) headers.set(name, value);
      }
      resolve({ status: call.status, body: call.responseText, headers });
    };
    call.onerror = () => reject(new UploadError(networkError().message, true));
    call.onabort = () => reject(new UploadError(UPLOAD_FAILED, true));
    call.send(form);
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

async function sendFile(
  projectId: string,
  item: UploadItem,
  onBytes: (sent: number, total: number) => void,
): Promise<UploadedDocument> {
  const form = new FormData();
  // the server streams: it must know the project before the first byte of the file comes
  form.append('project_id', projectId);
  if (item.category) form.append('category', item.category);
  // the document's own, so that sending it again after a lost answer makes no second one
  form.append('id', item.id);
  form.append('files', item.file, item.file.name);
  let answer = await sendForm(form, await accessToken(), onBytes);
  if (answer.status === 401 && (await sessionAgain())) answer = await sendForm(form, await accessToken(), onBytes);
  if (answer.status < 200 || answer.status >= 300) throw uploadFailureOf(answer);
  return uploadedDocumentOf(parsed(answer.body) as UploadAnswer | null);
}

/** Why an upload was refused: the server's sentence; for an answer without one what failed, or to try again (ERR-11, ERR-18). */
export function uploadFailureOf({ status, headers, body: text }: UploadResponse): UploadError {
  const body = parsed(text);
  const error = errorFromResponse(new Response(null, { status, headers }), body);
  // a proxy that gave up (5xx without our own body) leaves open whether the file arrived
  const isLost = status >= 500 && (typeof body !== 'object' || body === null);
  return new UploadError(isLost ? UPLOAD_FAILED : withFailure(error, 'Failed to upload document').message, isLost);
}

/** Statuses of a server that is busy or away: no answer, too many requests, a gateway that gave up waiting. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** Why a classification failed, and whether asking again may help. */
export const classificationFailureOf = ({ status, message }: ApiError): ClassificationError =>
  new ClassificationError(message, PASSING_STATUSES.has(status));

/**
 * The document of an id, or null when there is none.
 *
 * @throws UploadError when that cannot be known now: whether the file arrived stays open
 */
export const findDocument =
  (id: string): ApiThunk<Promise<UploadedDocument | null>> =>
  async (dispatch) => {
    const call = documentsApi.endpoints.getDocument.initiate(id, { forceRefetch: true, subscribe: false });
    const { data, error } = await dispatch(call);
    if (data) return data;
    const { status, message } = apiErrorOf(error);
    if (status === 404) return null;
    throw new UploadError(message, true);
  };

/** Milliseconds between two looks for a classification, and looks before it counts as failed. */
const LOOK_MS = 1_000;
const LOOKS = 60;

/**
 * The classification that the server makes of an upload by itself, once it is there.
 *
 * @throws ClassificationError when it does not come, or cannot be looked for
 */
export const awaitClassification =
  (id: string, pauseMs = LOOK_MS): ApiThunk<Promise<ClassificationResult>> =>
  async (dispatch) => {
    for (let look = 0; look < LOOKS; look++) {
      if (look > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const call = documentsApi.endpoints.getDocument.initiate(id, { forceRefetch: true, subscribe: false });
      const { data, error } = await dispatch(call);
      if (error) throw classificationFailureOf(apiErrorOf(error));
      const found = data?.classification;
      if (found) return { suggestedCategory: found.suggested_category, confidence: found.confidence };
    }
    throw new ClassificationError('The document was not classified in time.', false);
  };

function makeManager(projectId: string, dispatch: ApiDispatch): UploadManager {
  return new UploadManager({
    send: (item, onBytes) => sendFile(projectId, item, onBytes),
    classified: (documentId) => dispatch(awaitClassification(documentId)),
    classify: async (documentId) => {
      const answer = await dispatch(documentsApi.endpoints.classifyDocument.initiate(documentId));
      if (answer.error) throw classificationFailureOf(apiErrorOf(answer.error));
      const { data, error } = answer.data;
      if (!data) throw new ClassificationError(error ?? 'Failed to classify document', false);
      return data;
    },
    findUploaded: (id) => dispatch(findDocument(id)),
    changed: () => dispatch(api.util.invalidateTags([{ type: 'Document', id: 'LIST' }, 'Project'])),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    newId: () => uuidV7(),
  });
}

/** Uploads by project: they go on while a person looks at other pages. */
const managers = new Map<string, UploadManager>();

// what one person uploads is not the next one's to see
subscribeToDepartures(() => managers.clear());

/** The uploads of a project and their state. */
export function useUploads(projectId: string): { uploads: UploadManager; state: UploadState } {
  const dispatch = useApiDispatch();
  let uploads = managers.get(projectId);
  if (!uploads) {
    uploads = makeManager(projectId, dispatch);
    managers.set(projectId, uploads);
  }
  return { uploads, state: useSyncExternalStore(uploads.subscribe, uploads.getState) };
}
