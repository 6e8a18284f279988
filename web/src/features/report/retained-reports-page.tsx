import { RETENTION_YEARS } from '@symbio/proto/limits';
import { useCallback } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { ListFooter } from '../../components/list-footer.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useStepBack } from '../../lib/navigation/step-back.js';
import { pageNumberOf, useUrlState } from '../../lib/navigation/url-state.js';
import { useGetRetainedReportsQuery } from './retained-reports-api.js';
import { RetainedReportsTable } from './retained-reports-table.js';

/** SET-09, CONST-15. The route requires canManageUser, the server an administrator (decision 0167). */
export function RetainedReportsPage() {
  const [address, change] = useUrlState();
  const list = useGetRetainedReportsQuery(pageNumberOf(address), { refetchOnMountOrArgChange: true });
  const setPage = useCallback((page: number) => change({ page: page === 1 ? null : String(page) }), [change]);
  const isBeyond = useStepBack(list.data, setPage);
  useDocumentTitle('Retained reports');
  return (
    <>
      <PageHeader
        title="Retained reports"
        subtitle={`Issued reports of projects that were permanently deleted. Each is kept for ${RETENTION_YEARS} years after its issue, then it is erased.`}
      />
      <Sheet padded={false} aria-label="Retained reports">
        {list.error && !list.currentData ? (
          <ErrorState title="The retained reports could not be loaded" onRetry={() => void list.refetch()}>
            {errorMessage(list.error, '')}
          </ErrorState>
        ) : !list.data || isBeyond ? (
          <LoadingView label="Loading reports..." />
        ) : list.data.count === 0 ? (
          <EmptyState title="No retained reports">
            No project with an issued report was permanently deleted. Reports of other projects are under Sign and Send
            of the project.
          </EmptyState>
        ) : (
          <>
            <RetainedReportsTable reports={list.data.data} />
            <ListFooter list={list.data} noun={['report', 'reports']} onPage={setPage} />
          </>
        )}
      </Sheet>
    </>
  );
}
