/** Small files are sent as a form, large ones in resumable parts. */
import { ANSWERED_MS, request, urlWithParams } from '../../../lib/http/request.js';
import type { HttpRequest } from '../../../lib/http/request.js';
import { apiErrorOf, CallError } from '../../../lib/http/errors.js';
import {
  isOk,
  jsonOf,
  refusalOf,
  sendBytes,
  type Sender,
  type Sending,
  type SentAnswer,
} from '../../../lib/files/upload.js';
import { PART_BYTES, sendInParts } from '../../../lib/files/send-parts.js';
import { currentSession } from '../../../lib/session/session.js';
import { forgetUpload, rememberUpload } from './interrupted-uploads.js';
import type { UploadedDocument, UploadItem } from './upload-state.js';
import { UploadError } from './manager.js';
import { readHeader } from './document-signature.js';
import { operation } from '../../../lib/http/operation.js';

interface UploadAnswer {
  data?: ({ document: UploadedDocument } | { error: string; code?: string; file_name: string })[];
}

/** ERR-11, ERR-12 */
export const UPLOAD_FAILED = 'Upload failed. Please try again.';
const NOTHING_RETURNED = 'Upload failed: No data returned';
const UNREADABLE = 'The file can no longer be read. If it was moved or changed, choose it again.';

/** A retry of the same file would meet them again. */
const REFUSALS: ReadonlySet<string> = new Set([
  // of pictures and ZIPs that cannot become a PDF
  'damaged_file',
  'nested_zip',
  'nothing_to_show',
  'out_of_memory',
  'protected_zip',
  'timeout',
  'too_large_as_pdf',
  'too_many_files',
  'too_many_pages',
  'too_many_pixels',
  'unpacks_too_large',
  'unsupported_picture',
  'empty_file',
  'file_too_large',
  'unsupported_file_type',
  'id_taken',
  'invalid_argument',
  'invalid_fields',
  'not_authorized',
  'not_found',
]);

/** ERR-11 */
const failedFor = (reason: string): string => (reason === '' ? UPLOAD_FAILED : `${UPLOAD_FAILED} ${reason}`);

/** @throws UploadError with the server's sentence about the file, else ERR-12 */
export function uploadedDocumentOf(answer: UploadAnswer | null): UploadedDocument {
  const [item] = answer?.data ?? [];
  if (!item) throw new UploadError(NOTHING_RETURNED, false);
  if ('document' in item) return item.document;
  if (!item.error) throw new UploadError(UPLOAD_FAILED, false);
  const isRefused = item.code === undefined || REFUSALS.has(item.code);
  throw new UploadError(isRefused ? item.error : failedFor(item.error), false, !isRefused);
}

/**
 * After sign-out an upload must neither continue nor be stored under the next account.
 * @throws UploadError after sign-out
 */
function checkSameUser({ subject, signal }: Sender): void {
  if (signal?.aborted || currentSession().subject !== subject) throw new UploadError(UPLOAD_FAILED, true);
}

/** @throws UploadError without a response, after a timeout, and after sign-out */
async function send(begun: Sender, sending: Sending): Promise<SentAnswer> {
  checkSameUser(begun);
  const answer = await sendBytes(sending, begun).catch((error: unknown) => {
    throw error instanceof CallError && error.detail.status === 0
      ? new UploadError(failedFor('The server cannot be reached.'), true)
      : error;
  });
  checkSameUser(begun);
  return answer;
}

/** A retry may succeed. */
const isRetryableStatus = (status: number): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500;

/** Server's sentence if it refuses the file; otherwise ERR-11 with the known reason (ERR-18). */
export function uploadFailureOf(answer: SentAnswer): UploadError {
  const { status } = answer;
  const body = jsonOf(answer);
  // a 5xx from a proxy leaves open whether the file arrived
  if (status >= 500 && (typeof body !== 'object' || body === null)) return new UploadError(UPLOAD_FAILED, true);
  const { message, code, isSilent } = refusalOf(answer, 'Failed to upload document');
  if (isSilent) return new UploadError(failedFor(`${message}.`), false);
  const passing = isRetryableStatus(status) && !REFUSALS.has(code);
  return new UploadError(passing ? failedFor(message) : message, false, passing);
}

const isReadable = (file: Blob): Promise<boolean> =>
  readHeader(file).then(
    () => true,
    () => false,
  );

async function sendWhole(
  begun: Sender,
  projectId: string,
  item: UploadItem,
  onBytes: (sent: number, total: number) => void,
): Promise<UploadedDocument> {
  const form = new FormData();
  // the server streams and needs the project before the file's bytes
  form.append('project_id', projectId);
  if (item.category) form.append('category', item.category);
  // the document id makes a repeated upload idempotent
  form.append('id', item.id);
  form.append('files', item.file, item.file.name);
  const { url, method } = operation('POST', '/api/documents', { body: form });
  const answer = await send(begun, { url, method, body: form, onBytes });
  if (!isOk(answer)) throw uploadFailureOf(answer);
  return uploadedDocumentOf(jsonOf(answer) as UploadAnswer | null);
}

interface UploadStatus {
  data: { offset: number; document: UploadedDocument | null };
}

/** @throws UploadError */
async function requestJson<T>(call: HttpRequest): Promise<T> {
  try {
    return await request<T>(call);
  } catch (error) {
    const { status, message, code } = apiErrorOf(error);
    const passing = (isRetryableStatus(status) && !REFUSALS.has(code)) || code === 'upload_differs';
    throw new UploadError(passing && status !== 409 ? failedFor(message) : message, status === 0, passing);
  }
}

/**
 * Milliseconds. The server copies up to 200 MB and gives up after 15 minutes; an earlier retry would start a second
 * copy.
 */
const COMPLETE_MS = 16 * 60_000;

/**
 * Null if no document was created. Unlike the document's own address, this one answers 200 for an unknown id, so the
 * console stays clean.
 * @throws UploadError if that is currently unknown
 */
export async function uploadedDocument(projectId: string, id: string): Promise<UploadedDocument | null> {
  const params = { project_id: projectId };
  try {
    const { data } = await requestJson<UploadStatus>({
      ...operation('GET', '/api/document-uploads/{id}', { path: { id }, query: params }),
      answerMs: ANSWERED_MS,
    });
    return data.document;
  } catch (error) {
    throw new UploadError(error instanceof UploadError ? error.message : UPLOAD_FAILED, true);
  }
}

/** Continues where an earlier attempt ended. */
async function sendParts(
  begun: Sender,
  projectId: string,
  item: UploadItem,
  onBytes: (sent: number, total: number) => void,
): Promise<UploadedDocument> {
  const { id, file, category } = item;
  const params = { project_id: projectId };
  const requestAsSender = async <T>(call: HttpRequest): Promise<T> => {
    checkSameUser(begun);
    const answer = await requestJson<T>({ ...call, signal: begun.signal });
    checkSameUser(begun);
    return answer;
  };
  const statusNow = async (): Promise<UploadStatus['data']> =>
    (
      await requestAsSender<UploadStatus>({
        ...operation('GET', '/api/document-uploads/{id}', { path: { id }, query: params }),
        answerMs: ANSWERED_MS,
      })
    ).data;
  const remember = (sent: number): void =>
    rememberUpload({
      ...{ id, projectId, category, sent, at: Date.now() },
      ...{ name: file.name, size: file.size, lastModified: file.lastModified },
    });
  const known = await sendInParts({
    ...{ file, onBytes, onStored: remember },
    status: async () => {
      const { offset, document } = await statusNow();
      return { offset, made: document };
    },
    urlAt: (offset, body) => {
      const call = operation('PUT', '/api/document-uploads/{id}', {
        ...{ path: { id }, query: { ...params, offset }, body },
      });
      return urlWithParams(call.url, call.params);
    },
    send: (sending) => send(begun, sending),
    failure: (answer) => {
      if (!answer) return new UploadError(UPLOAD_FAILED, false);
      return isOk(answer) ? new UploadError(NOTHING_RETURNED, true) : uploadFailureOf(answer);
    },
  });
  if (known) return known;
  const sha256 = item.sha256 ?? (await (await import('../../../lib/files/file-hash.js')).hashOfFile(file));
  const { data } = await requestAsSender<{ data: { document: UploadedDocument | null } }>({
    ...operation('POST', '/api/document-uploads/{id}/complete', {
      path: { id },
      body: { project_id: projectId, file_name: file.name, category: category ?? '', size: file.size, sha256 },
    }),
    answerMs: COMPLETE_MS,
  });
  if (!data.document) throw new UploadError(NOTHING_RETURNED, true);
  return data.document;
}

/**
 * @param signal aborted when the user signs out
 * @throws UploadError
 */
export async function sendFile(
  projectId: string,
  item: UploadItem,
  onBytes: (sent: number, total: number) => void,
  signal?: AbortSignal,
): Promise<UploadedDocument> {
  const begun: Sender = { subject: currentSession().subject, signal };
  try {
    const sendIt = item.file.size > PART_BYTES ? sendParts : sendWhole;
    const document = await sendIt(begun, projectId, item, onBytes);
    forgetUpload(item.id);
    return document;
  } catch (error) {
    checkSameUser(begun);
    // browsers report a deleted local file like a broken connection, which would be retried forever
    const isAnswered = error instanceof UploadError && !error.outcomeUnknown;
    if (!isAnswered && !(await isReadable(item.file))) throw new UploadError(UNREADABLE, false, false);
    // a refused file need not be resumed
    if (error instanceof UploadError && !error.canRetry) forgetUpload(item.id);
    throw error;
  }
}

export async function discardUpload(projectId: string, id: string): Promise<void> {
  forgetUpload(id);
  await requestJson(
    operation('DELETE', '/api/document-uploads/{id}', { path: { id }, query: { project_id: projectId } }),
  );
}
