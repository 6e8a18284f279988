import { Button, makeStyles, SearchBox, Select, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { HistoryRegular, MapRegular, PlayRegular } from '@fluentui/react-icons';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { DeletedToggle } from '../../../components/deleted-toggle.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ErrorState } from '../../../components/error-state.js';
import { FilterBar, FilterSelects } from '../../../components/filter-bar.js';
import { ListFooter } from '../../../components/list-footer.js';
import { PageHeader } from '../../../components/page-header.js';
import { Sheet } from '../../../components/sheet.js';
import { useUrlState } from '../../../lib/navigation/url-state.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { notify } from '../../../lib/ui/toasts.js';
import { useSelection } from '../../../lib/ui/selection.js';
import { DeletedDocumentsPage } from '../deleted/deleted-documents-page.js';
import { removeDocuments } from '../deleted/document-removal.js';
import { CategoryOptions } from '../category-options.js';
import { ConfirmedRecords } from './confirmed-records.js';
import { DocumentEditDialog } from './document-edit-dialog.js';
import {
  useCreateDownloadUrlMutation,
  useGetCategoriesQuery,
  useGetDocumentsQuery,
} from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { DocumentsTable } from './documents-table.js';
import { ProcessDialog } from './process-dialog.js';
import { useProcessing } from './process-documents.js';
import { SelectionBar } from './selection-bar.js';
import { useBulkCategory } from './use-bulk-category.js';
import { useBulkDetails } from './bulk-details.js';
import { useDocumentList } from './use-document-list.js';
import { UploadPanel } from '../uploads/panel.js';

const useStyles = makeStyles({
  upload: { marginBottom: tokens.spacingVerticalM },
  maps: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorBrandBackground2,
    border: `1px solid ${tokens.colorBrandStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  mapsIcon: { fontSize: '20px', flexShrink: 0, color: tokens.colorBrandForeground1 },
  // wraps the button below the text on phones
  mapsText: { flex: '1 1 220px' },
  search: {
    flex: '1 1 240px',
    minWidth: 0,
    maxWidth: 'none',
    // beside the button that opens the filters
    '@media (max-width: 760px)': { flexBasis: '60%' },
  },
  mapsButton: { whiteSpace: 'nowrap' },
  table: { overflowX: 'auto', padding: `0 ${tokens.spacingHorizontalS}` },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '16px' },
});

type SearchOnPages = (words: string, box: ReactNode) => ReactNode;

type OpenDialog = { kind: 'edit' | 'process' | 'delete'; document: ProjectDocument } | null;

/**
 * DOC-01
 * @param props.search adds the hits of a search on pages below its box
 */
export function DataCollectionPage({ search }: { search?: SearchOnPages }) {
  const { canEdit } = useProject();
  const [address, change] = useUrlState();
  const isDeleted = canEdit && address.get('deleted') === 'true';
  const deleted = canEdit && (
    <DeletedToggle isOn={isDeleted} onToggle={() => change({ deleted: isDeleted ? null : 'true', page: null })} />
  );
  return isDeleted ? <DeletedDocumentsPage back={deleted} /> : <Collection search={search} deleted={deleted} />;
}

function Collection({ search, deleted }: { search: SearchOnPages | undefined; deleted: ReactNode }) {
  const { project, canEdit } = useProject();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [createDownloadUrl] = useCreateDownloadUrlMutation();
  useDocumentTitle('Data Collection', project.title);

  const download = async (document: ProjectDocument, original = false) => {
    try {
      const { url } = await createDownloadUrl({ id: document.id, original }).unwrap();
      // the server names a PDF that was made of another file
      followDownload(url, document.original && !original ? '' : document.file_name);
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
          <>
            {deleted}
            <Button icon={<HistoryRegular />} onClick={() => void navigate(`/projects/${project.id}/time-machine`)}>
              Time machine
            </Button>
          </>
        }
      />
      <Documents
        key={`documents-${project.id}`}
        search={search}
        projectId={project.id}
        canEdit={canEdit}
        onEdit={(document) => setDialog({ kind: 'edit', document })}
        onProcess={(document) => setDialog({ kind: 'process', document })}
        onDelete={(document) => setDialog({ kind: 'delete', document })}
        onDownload={(document, original) => void download(document, original)}
      />
      {dialog?.kind === 'edit' && <DocumentEditDialog document={dialog.document} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'process' && <ProcessDialog document={dialog.document} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'delete' && <DeleteDocuments documents={[dialog.document]} onClose={() => setDialog(null)} />}
    </>
  );
}

interface DocumentsProps {
  projectId: string;
  canEdit: boolean;
  search: SearchOnPages | undefined;
  onEdit: (document: ProjectDocument) => void;
  onProcess: (document: ProjectDocument) => void;
  onDelete: (document: ProjectDocument) => void;
  onDownload: (document: ProjectDocument, original?: boolean) => void;
}

const NO_DOCUMENTS: ProjectDocument[] = [];

/** Below an upload bar, or a large upload area if there are none. */
function Documents({ projectId, canEdit, search: pageSearch, ...actions }: DocumentsProps) {
  const styles = useStyles();
  const list = useDocumentList(projectId);
  const { data: categories } = useGetCategoriesQuery();
  const { data, currentData, error, isLoading, refetch } = list.result;
  // keep the previous rows while the next query loads, but not after a failure
  const hasFailed = error !== undefined && !currentData;
  const shown = hasFailed ? undefined : (currentData ?? data);
  const documents = shown?.data ?? NO_DOCUMENTS;
  const selection = useSelection(documents);
  const processing = useProcessing(projectId);
  const setCategory = useBulkCategory(projectId);
  const setDetails = useBulkDetails(projectId, selection.clear);
  const [deleting, setDeleting] = useState<readonly ProjectDocument[]>([]);
  // total count: the URL may name a page beyond the last
  const isEmpty = currentData?.count === 0 && !list.isFiltered;
  const toProcess = useGetDocumentsQuery({ projectId, toProcess: true, page: 1, perPage: 1 }, { skip: !canEdit });

  const searchBar = (
    <FilterBar place="above">
      <SearchBox
        className={styles.search}
        aria-label="Search documents"
        placeholder={'Search names, and the words on all pages, for example "gas holder"'}
        value={list.search}
        onChange={(_, { value }) => list.setSearch(value)}
      />
      <FilterSelects active={list.category === '' ? 0 : 1}>
        <Select
          aria-label="Category"
          value={list.category}
          onChange={(_, { value }) => list.change({ category: value, page: null })}
        >
          <option value="">All categories</option>
          <CategoryOptions categories={categories ?? []} />
        </Select>
      </FilterSelects>
    </FilterBar>
  );

  // wait: content above the documents depends on their number and would push them down
  if (isLoading || toProcess.isLoading)
    return (
      <Sheet padded={false} aria-label="Documents of the project">
        <LoadingRows />
      </Sheet>
    );
  return (
    <>
      {canEdit && (
        <div className={styles.upload}>
          <UploadPanel projectId={projectId} slim={!isEmpty} documents={documents} />
        </div>
      )}
      <MapsToProcess maps={toProcess.data?.count ?? 0} isBusy={processing.isBusy} onProcess={processing.processAll} />
      {!isEmpty && (pageSearch?.(list.search, searchBar) ?? searchBar)}
      <Sheet padded={false} aria-label="Documents of the project">
        {hasFailed ? (
          <ErrorState title="Failed to load documents. Please try refreshing the page." onRetry={() => void refetch()}>
            {errorMessage(error, 'Failed to fetch documents')}
          </ErrorState>
        ) : isEmpty ? (
          <EmptyState title="No documents yet.">
            Upload historical maps, database reports and records of the property.
          </EmptyState>
        ) : shown?.count === 0 && list.isFiltered ? (
          <EmptyState title="No documents match.">
            {list.search ? 'No document has this name. Words on pages are listed above.' : 'Try another category.'}
          </EmptyState>
        ) : documents.length === 0 ? (
          <LoadingRows />
        ) : (
          <div className={styles.table}>
            <DocumentsTable
              documents={documents}
              canEdit={canEdit}
              sort={list.sort}
              order={list.order}
              onSort={list.sortBy}
              selection={selection}
              isBusy={processing.isBusy}
              onNext={(document) => void processing.process([document])}
              {...actions}
            />
          </div>
        )}
        {shown && shown.data.length > 0 && (
          <ListFooter list={shown} noun={['document', 'documents']} onPage={list.setPage} />
        )}
      </Sheet>
      {deleting.length > 0 && (
        <DeleteDocuments documents={deleting} onDone={selection.clear} onClose={() => setDeleting([])} />
      )}
      {setDetails.dialog}
      {canEdit && selection.items.length > 0 && (
        <SelectionBar
          documents={selection.items}
          isBusy={processing.isBusy || setCategory.isBusy || setDetails.isBusy}
          onDetails={setDetails.ask}
          onProcess={(chosen) => void processing.process(chosen).then(selection.clear)}
          onCategory={(chosen, value) => void setCategory.run(chosen, value).then(selection.clear)}
          onDelete={setDeleting}
          onClear={selection.clear}
        />
      )}
    </>
  );
}

interface MapsToProcessProps {
  maps: number;
  isBusy: boolean;
  onProcess: () => Promise<void>;
}

function MapsToProcess({ maps, isBusy, onProcess }: MapsToProcessProps) {
  const styles = useStyles();
  if (maps < 2) return null;
  return (
    <div className={styles.maps} role="status">
      <MapRegular aria-hidden="true" className={styles.mapsIcon} />
      <span className={styles.mapsText}>{`${maps} maps are not processed yet. Process them to see their sheets.`}</span>
      <Button
        className={styles.mapsButton}
        size="small"
        icon={<PlayRegular />}
        disabled={isBusy}
        onClick={() => void onProcess()}
      >
        Process all maps
      </Button>
    </div>
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

interface DeleteDocumentsProps {
  documents: readonly ProjectDocument[];
  onDone?: () => void;
  onClose: () => void;
}

/** DOC-05; stays open with the reason if refused. */
function DeleteDocuments({ documents, onDone, onClose }: DeleteDocumentsProps) {
  const dispatch = useApiDispatch();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const confirm = async () => {
    setBusy(true);
    const refused = await removeDocuments(dispatch, documents);
    setBusy(false);
    setRefusal(refused);
    if (refused) return;
    onDone?.();
    onClose();
  };
  const [first] = documents;
  const isOne = documents.length === 1;
  return (
    <ConfirmDialog
      open
      destroys
      title={isOne ? 'Delete document' : `Delete ${documents.length} documents`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isBusy}
      error={refusal || undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {isOne
        ? `Delete document "${first?.title}"? Its pages and annotations are deleted too. It can be restored for ${RESTORABLE_DAYS} days.`
        : `Delete ${documents.length} documents? Their pages and annotations are deleted too. They can be restored for ${RESTORABLE_DAYS} days.`}
      <ConfirmedRecords documents={documents} />
    </ConfirmDialog>
  );
}

/** Without leaving the page (DOC-08). */
function followDownload(url: string, fileName: string): void {
  const link = window.document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  link.click();
}
