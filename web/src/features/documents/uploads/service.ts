import { useEffect, useSyncExternalStore } from 'react';
import { apiErrorOf } from '../../../lib/errors.js';
import type { ApiError } from '../../../lib/errors.js';
import { readAgainAfterOwnChange } from '../../../lib/live.js';
import { subscribeToDepartures } from '../../../lib/session.js';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import type { ApiDispatch, ApiThunk } from '../../../lib/api-thunks.js';
import { uuidV7 } from '../../../lib/uuid.js';
import { documentsApi } from '../../../evidence/documents-api.js';
import type { ClassificationResult } from '../../../evidence/documents-api.js';
import { brokenOffFile, forgetAllUploads } from './broken-off.js';
import type { UploadedDocument, UploadState } from './machine.js';
import { ClassificationError, UploadError, UploadManager } from './manager.js';
import { hasPdfMark } from './pdf-mark.js';
import { forgetUploads, keepUploads, renameUploads, uploadsOf } from './registry.js';
import { sendFile } from './sending.js';

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
 * The classification that the server makes of an upload by itself, once it is there: also when it had no time to answer the
 * call for it.
 *
 * @throws ClassificationError when it does not come, or cannot be looked for
 */
export const awaitClassification =
  (id: string, pauseMs = LOOK_MS, ended?: AbortSignal): ApiThunk<Promise<ClassificationResult>> =>
  async (dispatch) => {
    for (let look = 0; look < LOOKS; look++) {
      if (look > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (ended?.aborted) break;
      const call = documentsApi.endpoints.getDocument.initiate(id, { forceRefetch: true, subscribe: false });
      const { data, error } = await dispatch(call);
      if (error) throw classificationFailureOf(apiErrorOf(error));
      const found = data?.classification;
      if (found) return { suggestedCategory: found.suggested_category, confidence: found.confidence };
    }
    throw new ClassificationError('The document was not classified in time.', false);
  };

/** Milliseconds after a broken connection until it is tried again by itself; a browser that knows better is believed. */
const RECONNECT_MS = [5_000, 10_000, 20_000, 40_000, 60_000];

/** Resolves when the browser says that it is connected, and after a while anyway. */
function connectedAgain(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      window.removeEventListener('online', done);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length) - 1]);
    window.addEventListener('online', done);
  });
}

function makeManager(projectId: string, dispatch: ApiDispatch): UploadManager {
  return new UploadManager({
    send: (item, onBytes, ended) => sendFile(projectId, item, onBytes, ended),
    look: async ({ file }, ended) => {
      const { hashOfFile } = await import('./file-hash.js');
      const sha256 = await hashOfFile(file);
      if (ended.aborted) throw new Error('Whoever chose the file has left.');
      const known = await dispatch(documentsApi.endpoints.findSameFiles.initiate({ projectId, sha256: [sha256] }));
      if (known.error) throw new Error('It could not be found out whether the file is there already.');
      return { sha256, known: known.data.map(({ id, title }) => ({ id, title })) };
    },
    isPdf: hasPdfMark,
    brokenOff: (file) => brokenOffFile(projectId, file),
    connected: connectedAgain,
    classified: (documentId, ended) => dispatch(awaitClassification(documentId, LOOK_MS, ended)),
    classify: async (documentId) => {
      const answer = await dispatch(documentsApi.endpoints.classifyDocument.initiate(documentId));
      if (answer.error) throw classificationFailureOf(apiErrorOf(answer.error));
      const { data, error } = answer.data;
      if (!data) throw new ClassificationError(error ?? 'Failed to classify document', false);
      return data;
    },
    findUploaded: (id) => dispatch(findDocument(id)),
    // of a folder of files, one after the other is uploaded, and then classified
    changed: () => dispatch(readAgainAfterOwnChange(['Document', 'Project'])),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    newId: () => uuidV7(),
  });
}

// what one person uploads is not the next one's to see, and does not go on in their name
subscribeToDepartures(() => {
  forgetUploads();
  forgetAllUploads();
});

/** The uploads of a project and their state. @param title what the project is called */
export function useUploads(projectId: string, title: string): { uploads: UploadManager; state: UploadState } {
  const dispatch = useApiDispatch();
  let uploads = uploadsOf(projectId);
  if (!uploads) {
    uploads = makeManager(projectId, dispatch);
    keepUploads(projectId, uploads, title);
  }
  useEffect(() => renameUploads(projectId, title), [projectId, title]);
  return { uploads, state: useSyncExternalStore(uploads.subscribe, uploads.getState) };
}
