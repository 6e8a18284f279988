import { Button, makeStyles, SearchBox, Select, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular, HistoryRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { errorMessage } from '../../lib/errors.js';
import { useProject } from '../../lib/project-context.js';
import { notify } from '../../lib/toasts.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { PageSearchPanel } from '../page-search/page-search-panel.js';
import { CategoryOptions } from './category-options.js';
import { DocumentEditDialog } from './document-edit-dialog.js';
import {
  isProcessing,
  PROCESSING_POLL_MS,
  useCreateDownloadUrlMutation,
  useDeleteDocumentMutation,
  useGetCategoriesQuery,
  useGetDocumentsQuery,
} from './documents-api.js';
import type { ProjectDocument } from './documents-api.js';
import { DocumentsTable } from './documents-table.js';
import { ProcessDialog } from './process-dialog.js';
import { UploadPanel } from './upload-panel.js';

/** Documents on one page of the table (CONST-05). */
const PER_PAGE = 20;

/** The search starts this long after the last key, in milliseconds (CONST-20). */
const SEARCH_DEBOUNCE_MS = 300;

const useStyles = makeStyles({
  upload: { marginBottom: tokens.spacingVerticalXXL },
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL}`,
  },
  search: { flexGrow: 1, maxWidth: '360px' },
  table: { overflowX: 'auto', padding: `0 ${tokens.spacingHorizontalS}` },
  pages: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    color: tokens.colorNeutralForeground2,
  },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '16px' },
});

type OpenDialog = { kind: 'edit' | 'process' | 'delete'; document: ProjectDocument } | null;

/** Data Collection: upload of documents and their table (DOC-01). */
export function DataCollectionPage() {
  const { project, canEdit } = useProject();
  const styles = useStyles();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [createDownloadUrl] = useCreateDownloadUrlMutation();
  useDocumentTitle('Data Collection', project.title);

  const download = async (document: ProjectDocument) => {
    try {
      const { url } = await createDownloadUrl(document.id).unwrap();
      followDownload(url, document.file_name);
    } catch {
      notify({ type: 'error', title: 'Failed to download document. Please try again.' });
    }
  };

  return (
    <>
      <PageHeader
        title="Data Collection"
        subtitle="Documents of the property: historical maps, records and reports."
        actions={
          <Button icon={<HistoryRegular />} onClick={() => void navigate(`/projects/${project.id}/time-machine`)}>
            Time machine
          </Button>
        }
      />
      {canEdit && (
        <Sheet className={styles.upload}>
          <UploadPanel key={project.id} projectId={project.id} />
        </Sheet>
      )}
      <PageSearchPanel key={`pages-${project.id}`} projectId={project.id} />
      <Documents
        key={`documents-${project.id}`}
        projectId={project.id}
        canEdit={canEdit}
        onEdit={(document) => setDialog({ kind: 'edit', document })}
        onProcess={(document) => setDialog({ kind: 'process', document })}
        onDelete={(document) => setDialog({ kind: 'delete', document })}
        onDownload={(document) => void download(document)}
      />
      {dialog?.kind === 'edit' && <DocumentEditDialog document={dialog.document} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'process' && <ProcessDialog document={dialog.document} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'delete' && <DeleteDocument document={dialog.document} onClose={() => setDialog(null)} />}
    </>
  );
}

interface DocumentsProps {
  projectId: string;
  canEdit: boolean;
  onEdit: (document: ProjectDocument) => void;
  onProcess: (document: ProjectDocument) => void;
  onDelete: (document: ProjectDocument) => void;
  onDownload: (document: ProjectDocument) => void;
}

function Documents({ projectId, ...actions }: DocumentsProps) {
  const styles = useStyles();
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const [page, setPage] = useState(1);
  const [isPolling, setPolling] = useState(false);
  const settledSearch = useDebounced(search.trim(), SEARCH_DEBOUNCE_MS);
  const { data: categories } = useGetCategoriesQuery();
  const { data, isError, isLoading, refetch } = useGetDocumentsQuery(
    { projectId, search: settledSearch, category, page, perPage: PER_PAGE },
    { pollingInterval: isPolling ? PROCESSING_POLL_MS : 0, skipPollingIfUnfocused: true },
  );
  const documents = data?.data ?? [];
  const shouldPoll = documents.some(isProcessing);
  if (shouldPoll !== isPolling) setPolling(shouldPoll);
  const lastPage = Math.max(1, data?.total_pages ?? 1);
  // the last document of the last page was deleted
  if (data && page > lastPage) setPage(lastPage);
  const isFiltered = settledSearch !== '' || category !== '';

  return (
    <Sheet padded={false} aria-label="Documents of the project">
      <div className={styles.filters}>
        <SearchBox
          className={styles.search}
          placeholder="Search documents"
          aria-label="Search documents"
          value={search}
          onChange={(_, { value }) => {
            setSearch(value);
            setPage(1);
          }}
        />
        <Select
          aria-label="Category"
          value={category}
          onChange={(_, { value }) => {
            setCategory(value);
            setPage(1);
          }}
        >
          <option value="">All categories</option>
          <CategoryOptions categories={categories ?? []} />
        </Select>
      </div>
      {isLoading ? (
        <LoadingRows />
      ) : isError && !data ? (
        <ErrorState title="Failed to load documents. Please try refreshing the page." onRetry={() => void refetch()} />
      ) : documents.length === 0 ? (
        <EmptyState title={isFiltered ? 'No documents match.' : 'No documents yet.'}>
          {isFiltered
            ? 'Try another word or category.'
            : 'Upload historical maps, database reports and records of the property.'}
        </EmptyState>
      ) : (
        <div className={styles.table}>
          <DocumentsTable documents={documents} {...actions} />
        </div>
      )}
      {lastPage > 1 && (
        <nav className={styles.pages} aria-label="Pages of the table">
          <span>{`Page ${page} of ${lastPage} · ${data?.count ?? 0} documents`}</span>
          <Button
            size="small"
            appearance="subtle"
            icon={<ChevronLeftRegular />}
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          />
          <Button
            size="small"
            appearance="subtle"
            icon={<ChevronRightRegular />}
            aria-label="Next page"
            disabled={page >= lastPage}
            onClick={() => setPage(page + 1)}
          />
        </nav>
      )}
    </Sheet>
  );
}

function LoadingRows() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.skeleton} aria-label="Loading documents">
      <SkeletonItem size={20} />
      <SkeletonItem size={20} />
      <SkeletonItem size={20} />
    </Skeleton>
  );
}

function DeleteDocument({ document, onClose }: { document: ProjectDocument; onClose: () => void }) {
  const [remove, { isLoading, error }] = useDeleteDocumentMutation();
  const confirm = async () => {
    const { error: failure } = await remove(document.id);
    if (!failure) onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Delete document"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isLoading}
      error={error ? errorMessage(error, 'Failed to delete document') : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`Delete document "${document.title}"? Its pages and annotations go with it. This cannot be undone.`}
    </ConfirmDialog>
  );
}

/** Follows a signed address as a download, without leaving the page (DOC-08). */
function followDownload(url: string, fileName: string): void {
  const link = window.document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  link.click();
}
