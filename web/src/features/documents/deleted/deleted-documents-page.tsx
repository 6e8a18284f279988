import { Button, makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { ArrowUndoRegular, DeleteRegular } from '@fluentui/react-icons';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { useState, type ReactNode } from 'react';
import { cardTable } from '../../../components/card-table.js';
import { Checkbox } from '../../../components/checkbox.js';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ErrorState } from '../../../components/error-state.js';
import { ListFooter } from '../../../components/list-footer.js';
import { PageHeader } from '../../../components/page-header.js';
import { Sheet } from '../../../components/sheet.js';
import { pageNumberOf, useAddress } from '../../../lib/address.js';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import { useDocumentTitle } from '../../../lib/document-title.js';
import { errorMessage } from '../../../lib/errors.js';
import { fileSize, medium } from '../../../lib/formats.js';
import { useProject } from '../../../lib/project-context.js';
import { useSelection, type Selection } from '../../../lib/selection.js';
import { CategoryLabel } from '../category-label.js';
import { useGetDeletedDocumentsQuery, type DeletedDocument } from './deleted-documents-api.js';
import { eraseDocuments, restoreDocuments } from './document-removal.js';

/** Documents on one page of the table (CONST-05). */
const PER_PAGE = 20;
const DAY_MS = 86_400_000;

const NARROW = '@media (max-width: 900px)';
const { styles: table, inCard } = cardTable(NARROW);

const useStyles = makeStyles({
  ...table,
  row: {
    ...table.row,
    [NARROW]: {
      display: 'grid',
      gridTemplateColumns: '40px minmax(0, 1fr)',
      alignItems: 'start',
      gap: '4px 8px',
      padding: '12px 16px',
    },
  },
  choice: { width: '1%', [NARROW]: { gridRow: '1 / span 5', '::before': { content: 'none' } } },
  // a box of 38 px takes no more room than the text beside it
  box: { display: 'block', margin: '-10px -12px' },
  title: { overflowWrap: 'anywhere', [NARROW]: { ...inCard.title, gridColumn: 'auto' } },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  under: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  beside: { [NARROW]: { gridColumn: 2 } },
  moment: { whiteSpace: 'nowrap' },
  soon: { color: tokens.colorStatusDangerForeground1 },
  actions: {
    width: '1%',
    whiteSpace: 'nowrap',
    textAlign: 'end',
    [NARROW]: { gridColumn: 2, flexDirection: 'row', flexWrap: 'wrap', width: 'auto', '::before': { content: 'none' } },
  },
  destroys: { color: tokens.colorStatusDangerForeground1 },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    minHeight: '56px',
    padding: '8px 24px',
    [NARROW]: { padding: '8px 16px' },
  },
  count: { flexGrow: 1, color: tokens.colorNeutralForeground3 },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '16px' },
});

/** How long a document can still be restored, in words. */
function timeLeft(purgeAt: string, now = Date.now()): { words: string; isSoon: boolean } {
  const days = Math.floor((Date.parse(purgeAt) - now) / DAY_MS);
  const words = days < 1 ? 'Less than a day' : days === 1 ? '1 day' : `${days} days`;
  return { words, isSoon: days < 3 };
}

/**
 * Documents of the project that were deleted in the last 30 days: restored, or removed for good, one or several.
 *
 * @param props.back leads back to the documents that are there
 */
export function DeletedDocumentsPage({ back }: { back: ReactNode }) {
  const styles = useStyles();
  const { project } = useProject();
  const dispatch = useApiDispatch();
  const [address, change] = useAddress();
  const page = pageNumberOf(address);
  const { data, currentData, error, refetch } = useGetDeletedDocumentsQuery(
    { projectId: project.id, page, perPage: PER_PAGE },
    { refetchOnMountOrArgChange: true },
  );
  const documents = (currentData ?? data)?.data ?? NONE;
  const selection = useSelection(documents);
  const [asked, setAsked] = useState<readonly DeletedDocument[]>([]);
  useDocumentTitle('Recently deleted documents', project.title);
  const restore = (some: readonly DeletedDocument[]): void => {
    selection.clear();
    void restoreDocuments(dispatch, some);
  };
  return (
    <>
      <PageHeader
        title="Recently deleted documents"
        subtitle={`Kept for ${RESTORABLE_DAYS} days with their pages and annotations; nobody else sees them meanwhile.`}
        actions={back}
      />
      <Sheet padded={false} aria-label="Deleted documents of the project">
        {error && !data ? (
          <ErrorState title="Failed to load documents. Please try refreshing the page." onRetry={() => void refetch()}>
            {errorMessage(error, 'Failed to fetch documents')}
          </ErrorState>
        ) : !data ? (
          <Skeleton className={styles.skeleton} aria-label="Loading documents">
            <SkeletonItem size={20} />
            <SkeletonItem size={20} />
          </Skeleton>
        ) : documents.length === 0 ? (
          <EmptyState title="No deleted documents.">
            {`What is deleted from Data Collection can be restored here for ${RESTORABLE_DAYS} days.`}
          </EmptyState>
        ) : (
          <>
            <div className={styles.bar} role="toolbar" aria-label="Chosen documents">
              <span className={styles.count} aria-live="polite">
                {selection.items.length === 0
                  ? 'Choose documents, or use their buttons'
                  : `${selection.items.length} chosen`}
              </span>
              <Button
                icon={<ArrowUndoRegular />}
                disabledFocusable={selection.items.length === 0}
                onClick={() => restore(selection.items)}
              >
                Restore
              </Button>
              <Button
                className={selection.items.length > 0 ? styles.destroys : undefined}
                icon={<DeleteRegular />}
                disabledFocusable={selection.items.length === 0}
                onClick={() => setAsked(selection.items)}
              >
                Delete for good
              </Button>
            </div>
            <DeletedTable
              documents={documents}
              selection={selection}
              onRestore={(document) => restore([document])}
              onErase={(document) => setAsked([document])}
            />
            <ListFooter
              list={data}
              noun={['document', 'documents']}
              onPage={(next) => change({ page: next === 1 ? null : String(next) })}
            />
          </>
        )}
      </Sheet>
      {asked.length > 0 && <EraseDialog documents={asked} onClose={() => setAsked([])} />}
    </>
  );
}

const NONE: readonly DeletedDocument[] = [];

interface DeletedTableProps {
  documents: readonly DeletedDocument[];
  selection: Selection<DeletedDocument>;
  onRestore: (document: DeletedDocument) => void;
  onErase: (document: DeletedDocument) => void;
}

function DeletedTable({ documents, selection, onRestore, onErase }: DeletedTableProps) {
  const styles = useStyles();
  return (
    // display is changed for narrow windows, which takes the roles of table elements away: hence they are spelled out
    <table role="table" className={styles.table} aria-label="Deleted documents">
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          <th role="columnheader" scope="col" className={mergeClasses(styles.headCell, styles.choice)}>
            <span className={styles.box}>
              <Checkbox
                label="Choose all documents"
                checked={selection.isAll}
                mixed={selection.items.length > 0}
                onClick={selection.toggleAll}
              />
            </span>
          </th>
          {['Title', 'Category', 'Deleted', 'Can be restored for'].map((column) => (
            <th key={column} role="columnheader" scope="col" className={styles.headCell}>
              {column}
            </th>
          ))}
          <th role="columnheader" scope="col" className={styles.headCell} aria-label="Actions" />
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {documents.map((document) => {
          const { words, isSoon } = timeLeft(document.purge_at);
          const pages = document.total_pages;
          return (
            <tr key={document.id} role="row" className={styles.row} data-testid={`deleted-${document.id}`}>
              <td role="cell" className={mergeClasses(styles.cell, styles.choice)}>
                <span className={styles.box}>
                  <Checkbox
                    label={`Choose ${document.title}`}
                    checked={selection.ids.has(document.id)}
                    onClick={(event) => selection.toggle(document.id, event.shiftKey)}
                  />
                </span>
              </td>
              <td role="cell" className={mergeClasses(styles.cell, styles.title)}>
                <span className={styles.name}>{document.title}</span>
                <span className={styles.under}>
                  {fileSize(document.file_size)}
                  {pages > 0 && ` · ${pages === 1 ? '1 page' : `${pages} pages`}`}
                </span>
              </td>
              <td role="cell" className={mergeClasses(styles.cell, styles.beside)} data-label="Category">
                <CategoryLabel value={document.category} />
              </td>
              <td role="cell" className={mergeClasses(styles.cell, styles.beside)} data-label="Deleted">
                <span className={styles.moment}>{medium(document.deleted_at)}</span>
                {document.deleted_by_name && <span className={styles.under}>by {document.deleted_by_name}</span>}
              </td>
              <td
                role="cell"
                className={mergeClasses(styles.cell, styles.beside, isSoon && styles.soon)}
                data-label="Can be restored for"
              >
                {words}
              </td>
              <td role="cell" className={mergeClasses(styles.cell, styles.actions)}>
                <Button
                  appearance="subtle"
                  icon={<ArrowUndoRegular />}
                  aria-label={`Restore ${document.title}`}
                  onClick={() => onRestore(document)}
                >
                  Restore
                </Button>
                <Button
                  appearance="subtle"
                  className={styles.destroys}
                  icon={<DeleteRegular />}
                  aria-label={`Delete ${document.title} for good`}
                  onClick={() => onErase(document)}
                >
                  Delete for good
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function EraseDialog({ documents, onClose }: { documents: readonly DeletedDocument[]; onClose: () => void }) {
  const dispatch = useApiDispatch();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const refused = await eraseDocuments(dispatch, documents);
    setBusy(false);
    setRefusal(refused);
    if (!refused) onClose();
  };
  const what = documents.length === 1 ? `document "${documents[0]?.title}"` : `${documents.length} documents`;
  return (
    <ConfirmDialog
      open
      destroys
      title="Delete for good"
      confirmLabel="Delete for good"
      busyLabel="Deleting..."
      busy={isBusy}
      error={refusal || undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`Delete ${what} for good? Files, pages and annotations are removed. This cannot be undone.`}
    </ConfirmDialog>
  );
}
