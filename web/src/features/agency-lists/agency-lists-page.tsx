import { Button } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useManagesInstallation } from '../../lib/session/me.js';
import { notify } from '../../lib/ui/toasts.js';
import { ColumnsDialog } from './columns-dialog.js';
import { interruptedList } from './interrupted-lists.js';
import { ListDetails } from './list-details.js';
import { ListTable, type ListAction } from './list-table.js';
import { useListDataSetsQuery, type DataSet } from '../../evidence/data-sets-api.js';
import { useDeleteDataSetMutation } from './lists-api.js';
import { discardList } from './send-list.js';
import { UploadDialog } from './upload-dialog.js';

/** Milliseconds between looks at a running import. */
const IMPORT_POLL_MS = 2_000;

const isImporting = ({ versions }: DataSet): boolean => versions.some(({ state }) => state === 'importing');

/** Agency lists of the installation. The operator's administrators load them; everyone reads them. */
export function AgencyListsPage() {
  const [waits, setWaits] = useState(false);
  const {
    data: lists,
    error,
    refetch,
  } = useListDataSetsQuery(undefined, {
    pollingInterval: waits ? IMPORT_POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });
  const mayLoad = useManagesInstallation();
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ what: ListAction; id: string }>();
  useDocumentTitle('Agency lists');

  const isAnyImporting = lists?.some(isImporting) ?? false;
  if (isAnyImporting !== waits) setWaits(isAnyImporting);
  const list = lists?.find(({ id }) => id === asked?.id);
  const close = (): void => setAsked(undefined);
  async function discard(id: string): Promise<void> {
    const interrupted = interruptedList(id);
    if (!interrupted) return;
    try {
      await discardList(id, interrupted.id);
      notify({ type: 'success', title: 'Interrupted upload discarded', description: interrupted.name });
    } catch (thrown) {
      const description = errorMessage(thrown, 'The server removes it after a day.');
      notify({ type: 'warning', title: `The uploaded part of ${interrupted.name} could not be removed`, description });
    }
    setAsked(undefined);
    void refetch();
  }
  const add = mayLoad ? (
    <Button appearance="primary" icon={<ArrowUploadRegular />} onClick={() => setAdding(true)}>
      Add list
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Agency lists"
        subtitle="Environmental records of agencies. Every project searches them around its boundary."
        actions={add}
      />
      <Sheet padded={false} aria-label="Agency lists">
        {lists ? (
          lists.length === 0 ? (
            <EmptyState title="No list is loaded yet">
              {mayLoad
                ? 'Download a list from an agency, such as EPA FRS, ECHO or the tanks of your state, and add the file here.'
                : 'An administrator of the installation can add lists.'}
            </EmptyState>
          ) : (
            <ListTable
              lists={lists}
              mayLoad={mayLoad}
              onAsk={(what, id) => (what === 'discard' ? void discard(id) : setAsked({ what, id }))}
            />
          )
        ) : error ? (
          <ErrorState title="The lists could not be loaded" onRetry={() => void refetch()}>
            {errorMessage(error, '')}
          </ErrorState>
        ) : (
          <LoadingView label="Loading lists..." />
        )}
      </Sheet>
      {isAdding ? <UploadDialog onClose={() => setAdding(false)} /> : null}
      {list && asked?.what === 'upload' ? <UploadDialog list={list} onClose={close} /> : null}
      {list && asked?.what === 'columns' ? <ColumnsDialog list={list} onClose={close} /> : null}
      {list && asked?.what === 'details' ? <ListDetails list={list} onClose={close} /> : null}
      {list && asked?.what === 'delete' ? <DeleteDialog list={list} onClose={close} /> : null}
    </>
  );
}

function DeleteDialog({ list, onClose }: { list: DataSet; onClose: () => void }) {
  const [remove, { isLoading, error }] = useDeleteDataSetMutation();
  const confirm = async (): Promise<void> => {
    try {
      await remove(list.id).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    notify({ type: 'success', title: 'List deleted', description: list.name });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      destroys
      title="Delete list"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isLoading}
      error={error && errorMessage(error, 'Failed to delete the list')}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`${list.name} and its records are deleted. Searches that were made keep their hits. This cannot be undone.`}
    </ConfirmDialog>
  );
}
