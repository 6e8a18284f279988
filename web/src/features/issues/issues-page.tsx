import { Navigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { ListFooter } from '../../components/list-footer.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { pageNumberOf, useAddress } from '../../lib/address.js';
import { useLiveChanges } from '../../lib/live.js';
import { useListIssuesQuery } from './api.js';
import { IssueTable } from './issue-table.js';

/** The page of the list, counted from 1. It lives in the address, so that it can be bookmarked and come back to. */
function usePageNumber(): readonly [page: number, setPage: (page: number) => void] {
  const [address, change] = useAddress();
  return [pageNumberOf(address), (next) => change({ page: next === 1 ? null : String(next) })];
}

/** Leads to the last page there is. */
function LastPage({ page }: { page: number }) {
  const [address] = useAddress();
  const next = new URLSearchParams(address);
  if (page === 1) next.delete('page');
  else next.set('page', String(page));
  return <Navigate to={{ search: next.toString() }} replace />;
}

/** Every reported issue, newest first (ISSUE-01 to ISSUE-05). */
export function IssuesPage() {
  const [page, setPage] = usePageNumber();
  // changes are received only while the screen is open, so what an earlier visit has left is read again
  const { data, currentData, error, isFetching, refetch } = useListIssuesQuery(page, {
    refetchOnMountOrArgChange: true,
  });
  useLiveChanges(null);
  useDocumentTitle('Issues');
  // while another page is under way the rows of the last one stay, dimmed
  const list = currentData ?? data;
  const failed = error !== undefined && !currentData && !isFetching;
  // the address names a page that is not there, or no longer: the last one takes its place
  if (currentData && currentData.data.length === 0 && currentData.total_pages > 0 && page > currentData.total_pages) {
    return <LastPage page={currentData.total_pages} />;
  }
  return (
    <>
      <PageHeader title="Issues" subtitle="Manage and track bug reports and feature requests" />
      <Sheet padded={false} aria-label="Issue list">
        {failed ? (
          <ErrorState
            title={`Failed to load issues: ${error.message}`}
            retryLabel="Try again"
            onRetry={() => void refetch()}
          />
        ) : list && list.data.length === 0 ? (
          <EmptyState title="No issues found." />
        ) : (
          <>
            <IssueTable issues={list?.data} stale={!currentData && list !== undefined} />
            {list ? <ListFooter list={list} noun={['issue', 'issues']} onPage={setPage} /> : null}
          </>
        )}
      </Sheet>
    </>
  );
}
