/** Files of agency lists, sent in parts; a broken connection continues by itself. */
import { hashOfFile, hashOfHead } from '../../lib/files/file-hash.js';
import { nextConnection } from '../../lib/files/next-connection.js';
import { sendInParts } from '../../lib/files/send-parts.js';
import { refusalOf, sendBytes } from '../../lib/files/upload.js';
import { apiErrorOf, CallError, RETRYABLE_STATUSES } from '../../lib/http/errors.js';
import { operation } from '../../lib/http/operation.js';
import { ANSWERED_MS, request, urlWithParams } from '../../lib/http/request.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { currentSession } from '../../lib/session/session.js';
import type { DataSet } from '../../evidence/data-sets-api.js';
import { forgetList, interruptedListOfFile, rememberList } from './interrupted-lists.js';

const FAILED = 'The file could not be sent';

/** Milliseconds: the server copies up to 4 GB and gives up after 15 minutes. */
const COMPLETE_MS = 16 * 60_000;

export type SendingState = 'sending' | 'waiting' | 'checking';

export interface ListFile {
  listId: string;
  file: File;
  agencyDate: string;
}

export interface SendingOptions {
  onBytes: (sent: number, total: number) => void;
  onState: (state: SendingState) => void;
  /** Stops; the parts stay for a later continuation. */
  signal: AbortSignal;
}

/** Repeats a call until the server answers it. */
async function untilAnswered<T>(call: () => Promise<T>, { onState, signal }: SendingOptions): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || !(error instanceof CallError) || !RETRYABLE_STATUSES.has(error.detail.status)) throw error;
      onState('waiting');
      await nextConnection(attempt, signal);
      signal.throwIfAborted();
    }
}

/**
 * Sends a file of a list; its import follows. Continues an interrupted upload of the same file.
 *
 * @throws CallError, or DOMException AbortError when stopped
 */
export async function sendList({ listId, file, agencyDate }: ListFile, options: SendingOptions): Promise<void> {
  const { onBytes, onState, signal } = options;
  const { subject } = currentSession();
  const known = await interruptedListOfFile(listId, file);
  const id = known?.id ?? uuidV7();
  const head = known?.head ?? (await hashOfHead(file));
  const path = { id: listId, upload_id: id };
  const parts = () =>
    sendInParts<DataSet>({
      file,
      onBytes: (sent, total) => {
        onState('sending');
        onBytes(sent, total);
      },
      onStored: (sent) =>
        rememberList({ ...{ id, listId, head, agencyDate, sent }, name: file.name, size: file.size, at: Date.now() }),
      status: async () => {
        const { data } = await request<{ data: { offset: number; data_set: DataSet | null } }>({
          ...operation('GET', '/api/data-sets/{id}/uploads/{upload_id}', { path }),
          ...{ answerMs: ANSWERED_MS, signal },
        });
        return { offset: data.offset, made: data.data_set };
      },
      urlAt: (offset, body) => {
        const call = operation('PUT', '/api/data-sets/{id}/uploads/{upload_id}', { path, query: { offset }, body });
        return urlWithParams(call.url, call.params);
      },
      send: (sending) => sendBytes(sending, { subject, signal }),
      failure: (answer) =>
        answer
          ? new CallError(refusalOf(answer, FAILED))
          : new CallError({
              ...{ status: 409, code: 'upload_offset', fields: {} },
              message: 'Another window is sending this file. Wait for its end.',
            }),
    });
  try {
    const made = await untilAnswered(parts, options);
    if (!made) {
      onState('checking');
      const sha256 = await hashOfFile(file);
      signal.throwIfAborted();
      await untilAnswered(
        () =>
          request({
            ...operation('POST', '/api/data-sets/{id}/uploads/{upload_id}/complete', {
              path,
              body: { file_name: file.name, agency_date: agencyDate, size: file.size, sha256 },
            }),
            ...{ answerMs: COMPLETE_MS, signal },
          }),
        options,
      );
    }
    forgetList(id);
  } catch (error) {
    // a file that the server refuses need not be resumed
    const { status, code } = signal.aborted ? { status: 0, code: '' } : apiErrorOf(error);
    if (code === 'upload_differs' || [400, 404, 413].includes(status)) forgetList(id);
    throw error;
  }
}

/** @throws CallError */
export async function discardList(listId: string, id: string): Promise<void> {
  forgetList(id);
  await request(
    operation('DELETE', '/api/data-sets/{id}/uploads/{upload_id}', { path: { id: listId, upload_id: id } }),
  );
}
