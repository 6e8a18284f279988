import { useEffect, useSyncExternalStore } from 'react';
import { apiErrorOf, RETRYABLE_STATUSES } from '../../../lib/http/errors.js';
import type { ApiError } from '../../../lib/http/errors.js';
import { invalidateAfterOwnChange } from '../../../lib/live/live-changes.js';
import { subscribeToDepartures } from '../../../lib/session/session.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import type { ApiDispatch } from '../../../lib/http/api-thunks.js';
import { nextConnection } from '../../../lib/files/next-connection.js';
import { notify } from '../../../lib/ui/toasts.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { documentsApi } from '../../../evidence/documents-api.js';
import { interruptedUploadOfFile, forgetAllUploads } from './interrupted-uploads.js';
import { startsLikeDocument } from './document-signature.js';
import type { UploadState } from './upload-state.js';
import { ClassificationError, UploadManager } from './manager.js';
import { forgetUploads, keepUploads, renameUploads, uploadsOf } from './registry.js';
import { sendFile, uploadedDocument } from './send-file.js';

export const classificationFailureOf = ({ status, message }: ApiError): ClassificationError =>
  new ClassificationError(message, RETRYABLE_STATUSES.has(status));

function makeManager(projectId: string, dispatch: ApiDispatch): UploadManager {
  return new UploadManager({
    send: (item, onBytes, ended) => sendFile(projectId, item, onBytes, ended),
    findSameFiles: async ({ file }, ended) => {
      const { hashOfFile } = await import('../../../lib/files/file-hash.js');
      const sha256 = await hashOfFile(file);
      if (ended.aborted) throw new Error('The user has signed out.');
      const known = await dispatch(documentsApi.endpoints.findSameFiles.initiate({ projectId, sha256: [sha256] }));
      if (known.error) throw new Error('Could not check whether the file is already there.');
      return { sha256, known: known.data.map(({ id, title }) => ({ id, title })) };
    },
    canBeDocument: startsLikeDocument,
    interruptedUploadId: (file) => interruptedUploadOfFile(projectId, file),
    connected: (attempt) => nextConnection(attempt),
    classify: async (documentId) => {
      const answer = await dispatch(documentsApi.endpoints.classifyDocument.initiate(documentId));
      if (answer.error) throw classificationFailureOf(apiErrorOf(answer.error));
      const { data, error } = answer.data;
      if (!data) throw new ClassificationError(error ?? 'Failed to classify document', false);
      return data;
    },
    findUploaded: (id) => uploadedDocument(projectId, id),
    classificationFailed: (reason) => notify({ type: 'error', title: reason }),
    // a folder of files is uploaded and classified one by one
    changed: () => dispatch(invalidateAfterOwnChange(['Document', 'Project'])),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    newId: () => uuidV7(),
  });
}

// end uploads on sign-out: the next user must not see or continue them
subscribeToDepartures(() => {
  forgetUploads();
  forgetAllUploads();
});

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
