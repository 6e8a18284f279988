import { Button, ToggleButton, Tooltip } from '@fluentui/react-components';
import { DeleteRegular, KeyboardRegular } from '@fluentui/react-icons';
import { useMemo, useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.js';
import { ErrorState } from '../../../components/error-state.js';
import { KeyboardHelpDialog } from '../../../components/keyboard-help-dialog.js';
import { ListFooter } from '../../../components/list-footer.js';
import { PageHeader } from '../../../components/page-header.js';
import { Sheet } from '../../../components/sheet.js';
import { useUrlState } from '../../../lib/navigation/url-state.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { useLiveChanges } from '../../../lib/live/live-changes.js';
import { useMe } from '../../../lib/session/me.js';
import { useSelection } from '../../../lib/ui/selection.js';
import { useListIssuesQuery } from '../api.js';
import type { Issue } from '../issue-records.js';
import { useReport } from '../report-requests.js';
import { IssueFilterBar } from './issue-filter-bar.js';
import { IssueSelectionBar } from './issue-selection-bar.js';
import { IssueTable } from './issue-table.js';
import { useIssueActions } from './use-issue-actions.js';
import { useIssueFilters } from './use-issue-filters.js';
import { LIST_KEYS, REPORT_KEY, useListKeys } from './use-list-keys.js';

function LastPage({ page }: { page: number }) {
  const [address] = useUrlState();
  const next = new URLSearchParams(address);
  if (page === 1) next.delete('page');
  else next.set('page', String(page));
  return <Navigate to={{ search: next.toString() }} replace />;
}

const NO_ISSUES: Issue[] = [];

/** Current or recently deleted issues (ISSUE-01 to ISSUE-10). */
export function IssuesPage() {
  const filters = useIssueFilters();
  const { query } = filters;
  const { deleted } = query;
  // events arrive only while the screen is open, so a cached result may be outdated
  const { data, currentData, error, isFetching, refetch } = useListIssuesQuery(query, {
    refetchOnMountOrArgChange: true,
  });
  useLiveChanges(null);
  useDocumentTitle(deleted ? 'Recently deleted issues' : 'Issues');
  const me = useMe();
  const report = useReport();
  const actions = useIssueActions();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  // while the next query loads, the previous rows stay, dimmed
  const list = currentData ?? data;
  const issues = list?.data ?? NO_ISSUES;
  const failed = error !== undefined && !currentData && !isFetching;
  // no actions on rows that are not displayed
  const selection = useSelection(failed ? NO_ISSUES : issues);
  const { toggle, clear } = selection;
  const keys = useMemo(
    () => ({
      onToggle: (id: string) => toggle(id, false),
      onClear: clear,
      onHelp: () => setHelpOpen(true),
      onReport: report,
    }),
    [toggle, clear, report],
  );
  useListKeys(table, keys);

  // the URL names a page beyond the last
  if (
    currentData &&
    currentData.data.length === 0 &&
    currentData.total_pages > 0 &&
    query.page > currentData.total_pages
  ) {
    return <LastPage page={currentData.total_pages} />;
  }
  return (
    <>
      <PageHeader
        title={deleted ? 'Recently deleted issues' : 'Issues'}
        subtitle={
          deleted
            ? 'Deleted issues are kept for 30 days and can be restored'
            : 'Manage and track bug reports and feature requests'
        }
        actions={
          <>
            <ToggleButton icon={<DeleteRegular />} checked={deleted} onClick={() => filters.setDeleted(!deleted)}>
              Recently deleted
            </ToggleButton>
            <Tooltip content="Keyboard" relationship="label">
              <Button icon={<KeyboardRegular />} onClick={() => setHelpOpen(true)} />
            </Tooltip>
          </>
        }
      />
      <Sheet padded={false} aria-label="Issue list">
        <IssueFilterBar filters={filters} issues={issues} />
        {failed ? (
          <ErrorState
            title={`Failed to load issues: ${error.message}`}
            retryLabel="Try again"
            onRetry={() => void refetch()}
          />
        ) : list && list.data.length === 0 ? (
          <EmptyState title="No issues found.">
            {filters.narrowed ? 'Change the search or the filters to see more.' : null}
          </EmptyState>
        ) : (
          <>
            <IssueTable
              tableRef={table}
              issues={list?.data}
              stale={!currentData && list !== undefined}
              deleted={deleted}
              sort={query.sort}
              order={query.order}
              onSort={filters.sortBy}
              selection={selection}
              myId={me?.id}
              onAssignToMe={actions.onAssignToMe}
              onMark={actions.onMark}
              onDelete={actions.onDelete}
              onRestore={actions.onRestore}
            />
            {list ? <ListFooter list={list} noun={['issue', 'issues']} onPage={filters.setPage} /> : null}
          </>
        )}
      </Sheet>
      {selection.items.length > 0 && !deleted ? (
        <IssueSelectionBar
          issues={selection.items}
          isBusy={actions.isBusy}
          onChange={(change) => void actions.changeMany(selection.items, change)}
          onDelete={() => void actions.deleteMany(selection.items)}
          onClear={clear}
        />
      ) : null}
      {isHelpOpen ? (
        <KeyboardHelpDialog
          groups={[report ? { ...LIST_KEYS, lines: [...LIST_KEYS.lines, REPORT_KEY] } : LIST_KEYS]}
          onClose={() => setHelpOpen(false)}
        />
      ) : null}
    </>
  );
}
