import { Button, makeStyles, Select, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ErrorState } from '../../../components/error-state.js';
import { FilterBar, FilterSearch, FilterSelects } from '../../../components/filter-bar.js';
import { ListFooter } from '../../../components/list-footer.js';
import { PageHeader } from '../../../components/page-header.js';
import { Sheet } from '../../../components/sheet.js';
import { pageNumberOf, useAddress } from '../../../lib/address.js';
import { useDocumentTitle } from '../../../lib/document-title.js';
import { errorMessage } from '../../../lib/errors.js';
import { useProject } from '../../../lib/project-context.js';
import { notify } from '../../../lib/toasts.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../../lib/use-debounced.js';
import { CategoryOptions } from '../category-options.js';
import { DocumentEditDialog } from './document-edit-dialog.js';
import {
  awaitsClassification,
  isProcessing,
  PROCESSING_POLL_MS,
  useCreateDownloadUrlMutation,
  useDeleteDocumentMutation,
  useGetCategoriesQuery,
  useGetDocumentsQuery,
} from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { DocumentsTable } from './documents-table.js';
import { ProcessDialog } from './process-dialog.js';
import { UploadPanel } from '../uploads/panel.js';

/** Documents on one page of the table (CONST-05). */
const PER_PAGE = 20;

const useStyles = makeStyles({
  upload: { marginBottom: tokens.spacingVerticalXXL },
  table: { overflowX: 'auto', padding: `0 ${tokens.spacingHorizontalS}` },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '16px' },
});

type OpenDialog = { kind: 'edit' | 'process' | 'delete'; document: ProjectDocument } | null;

/**
 * Data Collection: upload of documents and their table (DOC-01).
 *
 * @param props.search stands between them: the search of all pages of the project
 */
export function DataCollectionPage({ search }: { search?: ReactNode }) {
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
    } catch (error) {
      const description = errorMessage(error, 'Failed to create download URL');
      notify({ type: 'error', title: 'Failed to download document. Please try again.', description });
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
      {search}
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
  // in the address, so that one finds the list again as it was on the way back from a document
  const [address, change] = useAddress();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const category = address.get('category') ?? '';
  const page = pageNumberOf(address);
  const [isPolling, setPolling] = useState(false);
  const settledSearch = useDebounced(search.trim(), SEARCH_DEBOUNCE_MS);
  const written = useRef(settledSearch);
  useEffect(() => {
    if (written.current === settledSearch) return;
    written.current = settledSearch;
    change({ search: settledSearch, page: null });
  }, [change, settledSearch]);
  const sought = address.get('search') ?? '';
  const { data: categories } = useGetCategoriesQuery();
  const { data, error, isError, isLoading, refetch } = useGetDocumentsQuery(
    { projectId, search: sought, category, page, perPage: PER_PAGE },
    { pollingInterval: isPolling ? PROCESSING_POLL_MS : 0, skipPollingIfUnfocused: true },
  );
  const documents = data?.data ?? [];
  const shouldPoll = documents.some((document) => isProcessing(document) || awaitsClassification(document));
  if (shouldPoll !== isPolling) setPolling(shouldPoll);
  const lastPage = Math.max(1, data?.total_pages ?? 1);
  const setPage = (next: number) => change({ page: next === 1 ? null : String(next) });
  // the last document of the last page was deleted, or the address names a page that is not there
  const isBeyond = data !== undefined && page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage === 1 ? null : String(lastPage) });
  }, [change, isBeyond, lastPage]);
  const isFiltered = sought !== '' || category !== '';

  return (
    <Sheet padded={false} aria-label="Documents of the project">
      <FilterBar place="in-sheet">
        <FilterSearch label="Search documents" value={search} onChange={setSearch} />
        <FilterSelects>
          <Select
            aria-label="Category"
            value={category}
            onChange={(_, { value }) => change({ category: value, page: null })}
          >
            <option value="">All categories</option>
            <CategoryOptions categories={categories ?? []} />
          </Select>
        </FilterSelects>
      </FilterBar>
      {isLoading ? (
        <LoadingRows />
      ) : isError && !data ? (
        <ErrorState title="Failed to load documents. Please try refreshing the page." onRetry={() => void refetch()}>
          {errorMessage(error, 'Failed to fetch documents')}
        </ErrorState>
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
      {data && data.data.length > 0 && <ListFooter list={data} noun={['document', 'documents']} onPage={setPage} />}
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
