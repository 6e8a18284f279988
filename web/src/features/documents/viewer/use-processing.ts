import { useEffect } from 'react';
import {
  documentsApi,
  PROCESSING_POLL_MS,
  useIngestDocumentMutation,
  useProcessDocumentMutation,
  useProcessPageMutation,
} from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';

export function useReprocessPage(documentId: string): (page: DocumentPage) => void {
  const [processPage] = useProcessPageMutation();
  return (page) => {
    const run = async (): Promise<void> => {
      const { data, error } = await processPage({ documentId, pageNumber: page.page_number });
      if (data) {
        notify({ type: 'success', title: `Page ${page.page_number} is being processed again` });
      } else {
        const description = errorMessage(error, 'Unknown error occurred.');
        notify({ type: 'error', title: 'Processing Failed', description });
      }
    };
    void run();
  };
}

/** VIEW-20, OP-44, OP-45 */
export function useProcessing(document: ProjectDocument) {
  const dispatch = useApiDispatch();
  const [ingest, ingesting] = useIngestDocumentMutation();
  const [process, processing] = useProcessDocumentMutation();
  const documentId = document.id;
  const projectId = document.project_id;
  const isStarting = ingesting.isLoading || processing.isLoading;

  // the call may only return after the work; until then the document shows the progress
  useEffect(() => {
    if (!isStarting) return;
    const timer = setInterval(() => dispatch(documentsApi.util.invalidateTags(['Document'])), PROCESSING_POLL_MS);
    return () => clearInterval(timer);
  }, [dispatch, isStarting]);

  const start = async (what: 'ingest' | 'images') => {
    notify({
      type: 'info',
      title: 'Processing Document',
      description: 'We are processing the document and extracting pages. This may take a few moments.',
    });
    const { data, error } =
      what === 'ingest'
        ? await ingest({ documentId, projectId })
        : await process({ documentId, projectId, jobType: 'background-generate-images' });
    if (data?.success) return;
    const unsaid = what === 'ingest' ? 'PDF ingestion API error' : 'Unknown error occurred.';
    const fallback = data?.error ? data.error : unsaid;
    notify({ type: 'error', title: 'Processing Failed', description: errorMessage(error, fallback) });
  };
  return { start, isStarting };
}
