import { useCallback, useState } from 'react';
import { errorMessage } from '../../../lib/http/errors.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import type { ApiDispatch } from '../../../lib/http/api-thunks.js';
import { idTail } from '../../../lib/ui/formats.js';
import { notify } from '../../../lib/ui/toasts.js';
import { changeInBulk, type BulkRequest } from '../bulk-changes.js';
import { documentsApi, PROCESSABLE_CATEGORIES } from '../../../evidence/documents-api.js';
import type { ProcessJobType, ProjectDocument } from '../../../evidence/documents-api.js';

/** ERR-09; null on success. */
function failureOf(answer: { success: boolean; error: string | null } | undefined): string | null {
  if (answer?.success) return null;
  return answer?.error ? answer.error : 'Unknown error occurred.';
}

/**
 * A toast shows the job's id or the error (ERR-08, ERR-09).
 * @returns the error; empty on success
 */
export async function startProcessing(
  dispatch: ApiDispatch,
  { id, project_id: projectId, title }: Pick<ProjectDocument, 'id' | 'project_id' | 'title'>,
  jobType: ProcessJobType = 'document-specific',
): Promise<string> {
  const call = documentsApi.endpoints.processDocument.initiate({ documentId: id, projectId, jobType });
  const { data, error } = await dispatch(call);
  const failure = error ? errorMessage(error, 'Unknown error occurred.') : failureOf(data);
  if (failure !== null) {
    notify({ type: 'error', title: 'Processing Failed', description: failure });
    return failure;
  }
  const description = `${title} · Job ID: ${idTail(data?.jobId ?? '')}`;
  notify({ type: 'success', title: 'Document Processing Started', description });
  return '';
}

/** Unprocessed map. */
export const awaitsProcessing = ({
  category,
  processing_status: status,
  active_job: job,
}: Pick<ProjectDocument, 'category' | 'processing_status' | 'active_job'>): boolean =>
  PROCESSABLE_CATEGORIES.includes(category) && (status === 'uploaded' || status === 'classified') && !job;

const QUEUED = { done: 'queued for processing', undone: (some: string) => `processing of ${some}` };

export function useProcessing(projectId: string) {
  const dispatch = useApiDispatch();
  const [isBusy, setBusy] = useState(false);

  const processSeveral = useCallback(
    async (which: Pick<BulkRequest, 'ids' | 'all_maps'>): Promise<void> => {
      setBusy(true);
      const wish: BulkRequest = { project_id: projectId, action: 'process', ...which };
      const { failure } = await changeInBulk(dispatch, [wish], QUEUED);
      setBusy(false);
      if (failure) notify({ type: 'error', title: 'Processing Failed', description: failure });
    },
    [dispatch, projectId],
  );

  const process = useCallback(
    async (documents: readonly ProjectDocument[]): Promise<void> => {
      const [document] = documents;
      if (!document || documents.length > 1) return processSeveral({ ids: documents.map(({ id }) => id) });
      setBusy(true);
      await startProcessing(dispatch, document);
      setBusy(false);
    },
    [dispatch, processSeveral],
  );

  /** Including other pages of the table. */
  const processAll = useCallback(() => processSeveral({ all_maps: true }), [processSeveral]);

  return { isBusy, process, processAll };
}
