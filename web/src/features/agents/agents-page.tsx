import { Button, makeStyles, MessageBar, MessageBarBody, Spinner, tokens } from '@fluentui/react-components';
import { ArrowClockwiseRegular, DataBarVerticalRegular } from '@fluentui/react-icons';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useSelection, type Selection } from '../../lib/ui/selection.js';
import { useProject } from '../../lib/project/project-context.js';
import { notify } from '../../lib/ui/toasts.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import { JobFilterBar } from './job-filter-bar.js';
import { countOf, groupedByDocument, jobsOf } from './job-lists.js';
import { JobLogsDialog } from './job-logs-dialog.js';
import { JOBS_STALE_S, jobsApi, useListJobsInfiniteQuery } from './jobs-api.js';
import type { Job, JobOutcome } from './job-records.js';
import { JobsTable } from './jobs-table.js';
import { outcomeText, OutcomesDialog } from './outcomes-dialog.js';
import { QueueStatistics } from './queue-statistics.js';
import { SelectionBar } from './selection-bar.js';
import { useJobActions, type JobAction } from './use-job-actions.js';
import { useJobFilters } from './use-job-filters.js';
import { useJobsPoll } from './use-jobs-poll.js';
import { useLiveJobs } from './use-live-jobs.js';
import { useNearBottom } from './use-near-bottom.js';

const useStyles = makeStyles({
  footer: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: '52px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  note: { margin: '12px 16px' },
});

/** In the URL, so other screens can link to an open log and Back closes it. */
function useOpenJob(): readonly [id: string | null, open: (id: string) => void, close: () => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (id: string | null): void =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (id === null) next.delete('job');
          else next.set('job', id);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const close = useCallback(() => set(null), [set]);
  return [params.get('job'), set, close];
}

/** Background jobs of a project (JOB-01 to JOB-27). */
export function AgentsPage() {
  const { project } = useProject();
  useDocumentTitle('Agents', project.title);
  return <Agents key={project.id} projectId={project.id} />;
}

function Agents({ projectId }: { projectId: string }) {
  const styles = useStyles();
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  const filters = useJobFilters(projectId);
  const [openId, openLogs, closeLogs] = useOpenJob();
  const list = useListJobsInfiniteQuery(filters.query, { refetchOnMountOrArgChange: JOBS_STALE_S });
  const drawn = useRef<readonly string[]>([]);
  useLiveJobs(filters.query);
  // while the next query loads, the previous rows stay, dimmed
  const data = list.currentData ?? list.data;
  const { currentData, isFetching, isError, refetch } = list;
  useJobsPoll(filters.query, { pages: currentData?.pages.length ?? 0, isFetching, isError, refetch }, drawn);
  const isGrouped = filters.query.sort === 'created_at';
  const jobs = useMemo(
    () => (data ? (isGrouped ? groupedByDocument(jobsOf(data)) : jobsOf(data)) : undefined),
    [data, isGrouped],
  );
  const selection = useSelection(jobs ?? NO_JOBS);
  const actions = useJobActions(filters.query);

  const loadMore = (): void => {
    void list.fetchNextPage();
  };
  const mayLoad = list.hasNextPage && !list.isFetching && !list.isError;
  useNearBottom(mayLoad, jobs?.length ?? 0, loadMore);

  const reload = (): void => {
    void list.refetch();
    dispatch(jobsApi.util.invalidateTags(['JobStats']));
  };
  const shownToday = filters.created === 'today' && filters.status !== '' ? filters.status : null;

  return (
    <>
      <PageHeader
        title="Agents"
        subtitle="Background jobs that create the pages, images and text of this project's documents."
        actions={
          <>
            <Button icon={<DataBarVerticalRegular />} onClick={() => void navigate('scorecard')}>
              Scorecard
            </Button>
            <Button icon={<ArrowClockwiseRegular />} onClick={reload}>
              Reload
            </Button>
          </>
        }
      />
      <QueueStatistics
        projectId={projectId}
        shown={shownToday}
        onShow={(status) =>
          filters.setFilters(shownToday === status ? { status: '', created: '' } : { status, created: 'today' })
        }
      />
      <Sheet padded={false} aria-label="Agents of the project">
        <JobFilterBar
          filters={filters}
          isAllSelected={selection.isAll}
          isSomeSelected={selection.items.length > 0}
          onToggleAll={selection.toggleAll}
        />
        {list.isError && !list.isFetching && jobs ? (
          <MessageBar className={styles.note} intent="error" layout="multiline" role="alert">
            <MessageBarBody>{`Failed to fetch jobs: ${list.error.message}`}</MessageBarBody>
          </MessageBar>
        ) : null}
        {list.isError && !jobs ? (
          <ErrorState title="Error Loading Agents" onRetry={reload}>
            Failed to load agent data for this project. Please try again later.
          </ErrorState>
        ) : jobs?.length === 0 ? (
          <EmptyState title="No agents found">
            {filters.narrowed
              ? 'Try another word or filter.'
              : 'Processing a document under Data Collection starts one.'}
          </EmptyState>
        ) : (
          <JobsTable
            jobs={jobs}
            drawn={drawn}
            stale={!list.currentData && jobs !== undefined}
            sort={filters.query.sort}
            order={filters.query.order}
            onSort={filters.sortBy}
            selected={selection.ids}
            isAllSelected={selection.isAll}
            onToggle={selection.toggle}
            onToggleAll={selection.toggleAll}
            busy={actions.busy}
            onAct={actions.act}
            onLogs={openLogs}
          />
        )}
        {jobs && jobs.length > 0 ? (
          <div className={styles.footer}>
            <span role="status">{`Showing ${jobs.length} of ${Math.max(countOf(data), jobs.length)} agents`}</span>
            {list.isFetchingNextPage ? <Spinner size="tiny" label="Loading more agents..." /> : null}
            <Button size="small" disabled={!list.hasNextPage || list.isFetching} onClick={loadMore}>
              Load more
            </Button>
          </div>
        ) : null}
      </Sheet>
      <BulkActions selection={selection} actOnMany={actions.actOnMany} />
      {openId ? (
        <JobLogsDialog
          key={openId}
          id={openId}
          row={jobs?.find(({ id }) => id === openId)}
          actions={actions}
          onClose={closeLogs}
        />
      ) : null}
    </>
  );
}

const NO_JOBS: never[] = [];

interface BulkActionsProps {
  selection: Selection<Job>;
  actOnMany: ReturnType<typeof useJobActions>['actOnMany'];
}

/** No confirmation: a cancelled job can be retried. */
function BulkActions({ selection, actOnMany }: BulkActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<{ action: JobAction; outcomes: JobOutcome[] } | null>(null);

  const run = async (action: JobAction, ids: string[]): Promise<void> => {
    setBusy(true);
    const outcomes = await actOnMany(action, ids);
    setBusy(false);
    if (outcomes.some(({ error }) => error)) {
      setResult({ action, outcomes });
      return;
    }
    notify({ type: 'success', title: outcomeText(action, outcomes) });
    selection.clear();
  };

  return (
    <>
      {selection.items.length > 0 ? (
        <SelectionBar
          jobs={selection.items}
          isBusy={isBusy}
          onAct={(action, ids) => void run(action, ids)}
          onClear={selection.clear}
        />
      ) : null}
      {result ? (
        <OutcomesDialog action={result.action} outcomes={result.outcomes} onClose={() => setResult(null)} />
      ) : null}
    </>
  );
}
