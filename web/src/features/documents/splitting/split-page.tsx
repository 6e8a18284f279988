import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.js';
import { ErrorState } from '../../../components/error-state.js';
import { LoadingView } from '../../../components/loading-view.js';
import { NotFoundPage } from '../../../components/not-found-page.js';
import { PageHeader } from '../../../components/page-header.js';
import { useGetDocumentQuery, type ProjectDocument } from '../../../evidence/documents-api.js';
import { apiErrorOf, errorMessage, isNotAccessible } from '../../../lib/http/errors.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { useBreadcrumbTail } from '../../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { useProject } from '../../../lib/project/project-context.js';
import { MadeDocuments } from './made-documents.js';
import { SplitEditor } from './split-editor.js';
import {
  useConfirmSplitMutation,
  useGetSplitsQuery,
  useProposeSplitMutation,
  type DocumentSplit,
} from './splits-api.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  header: { flexShrink: 0, marginBottom: 0, padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM} 0` },
  reading: { padding: tokens.spacingVerticalXXXL },
});

/** How often an unfinished confirmation is read again, in milliseconds. */
const POLL_MS = 3_000;

/** The documents of a vendor's package: proposed, changed, confirmed, undone. */
export function SplitPage() {
  const styles = useStyles();
  const { documentId = '' } = useParams();
  const { project } = useProject();
  const navigate = useNavigate();
  const { currentData: document, error, refetch } = useGetDocumentQuery(documentId);
  useBreadcrumbTail(document ? document.title : error ? null : undefined);
  useDocumentTitle(document ? `Split ${document.title}` : 'Split', project.title);
  if (!document && !error) return <LoadingView screen />;
  if (isNotAccessible(error) || (document && document.project_id !== project.id)) return <NotFoundPage />;
  if (!document)
    return (
      <ErrorState title="Failed to fetch document" onRetry={() => void refetch()}>
        {apiErrorOf(error).message}
      </ErrorState>
    );
  return (
    <div className={styles.root}>
      <PageHeader
        className={styles.header}
        title={`Split ${document.title}`}
        actions={
          <Button onClick={() => void navigate(`/projects/${project.id}/data-collection`)}>Data Collection</Button>
        }
      />
      <SplitOf key={document.id} document={document} />
    </div>
  );
}

function SplitOf({ document }: { document: ProjectDocument }) {
  const styles = useStyles();
  const { canEdit } = useProject();
  const [isPolling, setPolling] = useState(false);
  const {
    currentData: splits,
    error,
    refetch,
  } = useGetSplitsQuery(document.id, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isPolling ? POLL_MS : 0,
  });
  const split =
    splits?.find(({ id }) => id === document.split_id) ??
    splits?.find(({ status }) => status === 'proposed' || status === 'confirming' || status === 'confirmed');
  const isConfirming = split?.status === 'confirming';
  if (isConfirming !== isPolling) setPolling(isConfirming);
  if (error && !splits)
    return (
      <ErrorState title="Failed to load the split" onRetry={() => void refetch()}>
        {errorMessage(error, 'Failed to load the split')}
      </ErrorState>
    );
  if (!splits) return <LoadingView />;
  if (split?.status === 'confirmed') return <MadeDocuments document={document} split={split} />;
  if (!canEdit)
    return <EmptyState title="This document is not split.">Editors of the project can split it.</EmptyState>;
  if (split?.status === 'confirming') return <Unfinished split={split} />;
  return split ? (
    <SplitEditor key={split.id} document={document} split={split} />
  ) : (
    <div className={styles.reading}>
      <Proposal documentId={document.id} />
    </div>
  );
}

/** Requests a proposal on opening. */
function Proposal({ documentId }: { documentId: string }) {
  const [propose, { error }] = useProposeSplitMutation();
  const [id] = useState(uuidV7);
  useEffect(() => void propose({ documentId, id }), [documentId, id, propose]);
  if (!error) return <Spinner label="Reading the pages. Hundreds of pages take a minute..." />;
  return (
    <ErrorState title="This document cannot be split" onRetry={() => void propose({ documentId, id })}>
      {errorMessage(error, 'Failed to split the document')}
    </ErrorState>
  );
}

/** A confirmation that another window makes, or that was interrupted. */
function Unfinished({ split }: { split: DocumentSplit }) {
  const [confirm, { isLoading, error }] = useConfirmSplitMutation();
  return (
    <MessageBar intent={error ? 'error' : 'info'} layout="multiline">
      <MessageBarBody>
        {error ? errorMessage(error, 'Failed to split the document') : 'The documents are being made.'}
      </MessageBarBody>
      <MessageBarActions>
        <Button
          size="small"
          disabled={isLoading}
          onClick={() => void confirm({ documentId: split.document_id, id: split.id })}
        >
          {isLoading ? 'Making documents...' : 'Continue'}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
