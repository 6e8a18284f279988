import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../../components/error-state.js';
import { LoadingView } from '../../../components/loading-view.js';
import { NotFoundPage } from '../../../components/not-found-page.js';
import { useBreadcrumbTail } from '../../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { apiErrorOf, isNotAccessible } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import {
  isPdf,
  isProcessing,
  MAP_CATEGORIES,
  PROCESSING_POLL_MS,
  useGetDocumentQuery,
  useGetDocumentsQuery,
} from '../../../evidence/documents-api.js';
import { DeletedDocument } from './deleted-document.js';
import { NoViewer } from './no-viewer.js';
import { PageViewer } from './page-viewer.js';
import { SimpleViewer } from './simple-viewer.js';
import { opensPagesOf } from './pages-first.js';
import type { ViewerExtensions } from './extensions.js';

/** VIEW-25 */
const DOCUMENTS_READ = 100;

const NO_EXTENSIONS: ViewerExtensions = {};

/** Page-based for maps, simple for other PDFs (VIEW-01 to VIEW-07). */
export function DocumentViewerPage({ extensions = NO_EXTENSIONS }: { extensions?: ViewerExtensions }) {
  const { documentId = '' } = useParams();
  const [address, setAddress] = useSearchParams();
  const location = useLocation();
  const { project } = useProject();
  const [isPolling, setPolling] = useState(false);
  /** Without a hit in the PDF text. */
  const [unfound, setUnfound] = useState<string | null>(null);
  /** Not a map, but switched to page view. */
  const [sheetsOf, setSheetsOf] = useState<string | null>(null);
  /** Reset once the URL has lost its marker. */
  const [metadataOf, setMetadataOf] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  /** Document that was open, in case it is deleted. */
  const [seen, setSeen] = useState<{ id: string; title: string }>();
  const polling = { pollingInterval: isPolling ? PROCESSING_POLL_MS : 0, skipPollingIfUnfocused: true };

  const list = useGetDocumentsQuery({ projectId: project.id, page: 1, perPage: DOCUMENTS_READ }, polling);
  const listed = list.currentData?.data.find(({ id }) => id === documentId);
  // a document beyond the first hundred is read individually
  const isBeyond = (list.isSuccess || list.isError) && !listed;
  const single = useGetDocumentQuery(documentId, { ...polling, skip: !isBeyond });
  const document = listed ?? single.currentData;

  if (document?.project_id === project.id && document.id !== seen?.id)
    setSeen({ id: document.id, title: document.title });
  const shouldPoll = document !== undefined && isProcessing(document);
  if (shouldPoll !== isPolling) setPolling(shouldPoll);
  useBreadcrumbTail(
    document?.project_id === project.id ? document.title : document || single.isError ? null : undefined,
  );
  useDocumentTitle(document?.title, project.title);

  if (!document || document.project_id !== project.id) {
    if (document) return <NotFoundPage />;
    if (!single.isError) return <LoadingView screen />;
    const error = apiErrorOf(single.error);
    if (isNotAccessible(error) && seen?.id === documentId)
      return <DeletedDocument title={seen.title} projectId={project.id} />;
    if (isNotAccessible(error)) return <NotFoundPage />;
    return (
      <ErrorState title="Failed to fetch document" onRetry={() => void single.refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (!isPdf(document)) return <NoViewer mimeType={document.mime_type} />;
  // scans have no text in the file; their recognized text is searched on page images
  const words = address.get('q');
  const isScan = words !== null && unfound === `${document.id} ${words}` && document.pages_ready > 0;
  // marked items exist only in page view, for any document; keep that view while paging
  const hasPages = document.pages_ready > 0;
  const isMarked = ['annotation', 'review'].some((name) => address.has(name)) && hasPages;
  const opensPages = opensPagesOf(location.state) && hasPages && metadataOf !== document.id;
  if ((isMarked || opensPages) && !isLeaving && sheetsOf !== document.id) setSheetsOf(document.id);
  if (isLeaving && !isMarked) {
    setLeaving(false);
    setSheetsOf(null);
    setMetadataOf(document.id);
  }
  const isMap = MAP_CATEGORIES.includes(document.category);
  const showMetadata = () => {
    setLeaving(true);
    // these parameters would lead back to the pages
    setAddress((before) => without(before, ['annotation', 'review', 'q', 'hit']));
  };
  return isScan || isMarked || sheetsOf === document.id || isMap ? (
    <PageViewer
      key={document.id}
      document={document}
      extensions={extensions}
      onMetadata={isMap ? undefined : showMetadata}
    />
  ) : (
    <SimpleViewer
      key={document.id}
      document={document}
      opensMetadata={metadataOf === document.id}
      onNothingFound={() => setUnfound(`${document.id} ${words ?? ''}`)}
      onPages={
        hasPages
          ? () => {
              setMetadataOf(null);
              setSheetsOf(document.id);
            }
          : undefined
      }
    />
  );
}

function without(address: URLSearchParams, names: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of names) next.delete(name);
  return next;
}
