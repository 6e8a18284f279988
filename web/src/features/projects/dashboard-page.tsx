import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { DeletedToggle } from '../../components/deleted-toggle.js';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { ListFooter } from '../../components/list-footer.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useStepBack } from '../../lib/navigation/step-back.js';
import { useUrlState } from '../../lib/navigation/url-state.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useLiveChanges } from '../../lib/live/live-changes.js';
import { usePermission } from '../../lib/session/me.js';
import { useLoaded } from '../../lib/ui/use-loaded.js';
import type { Project } from '../../lib/project/project-context.js';
import { useListProjectsQuery } from './api.js';
import { useGetDeletedProjectsQuery } from './deleted/deleted-projects-api.js';
import { useFirstStepsDue } from './first-steps/is-due.js';
import { ProjectFilterBar } from './project-filter-bar.js';
import { ProjectTable } from './project-table.js';
import { useProjectFilters } from './use-project-filters.js';

const useStyles = makeStyles({
  firstSteps: {
    minHeight: '194px',
    marginBottom: tokens.spacingVerticalL,
    '@media (max-width: 760px)': { minHeight: '398px' },
  },
});

/** PROJ-20, for every query. */
const NOTHING = 'No projects found matching your criteria.';

function FirstProject({ onCreate }: { onCreate: (() => void) | undefined }) {
  return onCreate ? (
    <EmptyState
      title={NOTHING}
      action={
        <Button appearance="primary" icon={<AddRegular />} onClick={onCreate}>
          Create Project
        </Button>
      }
    >
      You have no project yet. A project holds one property: its documents and maps, what was found on them, site visits
      and the report.
    </EmptyState>
  ) : (
    <EmptyState title={NOTHING}>
      You have no project yet. One appears here as soon as its owner adds you to it: ask the person you work with to add
      the email address that you signed in with.
    </EmptyState>
  );
}

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; project: Project };

// lazy: rarely opened
const DeletedProjectsPage = lazy(async () => ({
  default: (await import('./deleted/deleted-projects-page.js')).DeletedProjectsPage,
}));

const loadParts = () => import('./dashboard-parts.js');

/** All accessible projects (PROJ-01 to PROJ-26), or restorable deleted ones. */
export function DashboardPage() {
  const [address, change] = useUrlState();
  const isDeleted = address.get('deleted') === 'true';
  const { data } = useGetDeletedProjectsQuery(1);
  // membership changes of the user
  useLiveChanges(null);
  const deleted =
    isDeleted || (data && data.count > 0) ? (
      <DeletedToggle isOn={isDeleted} onToggle={() => change({ deleted: isDeleted ? null : 'true', page: null })} />
    ) : null;
  return isDeleted ? (
    <Suspense fallback={<PageHeader title="Recently deleted projects" actions={deleted} />}>
      <DeletedProjectsPage back={deleted} />
    </Suspense>
  ) : (
    <Projects deleted={deleted} />
  );
}

function Projects({ deleted }: { deleted: ReactNode }) {
  const styles = useStyles();
  const filters = useProjectFilters();
  // projects that are not open publish no events, so read again on window focus
  const { data, currentData, error, isFetching } = useListProjectsQuery(filters.query, { refetchOnFocus: true });
  const mayCreate = usePermission('canCreateProject') === true;
  const [dialog, setDialog] = useState<OpenDialog>();
  const parts = useLoaded(loadParts, true);
  const hasFirstSteps = useFirstStepsDue();
  useDocumentTitle('Projects');
  const close = (): void => setDialog(undefined);
  // while the next query loads, the previous rows stay, dimmed
  const list = currentData ?? data;
  const failed = error !== undefined && !currentData && !isFetching;
  const { setPage } = filters;
  useStepBack(currentData && { page: filters.query.page, total_pages: currentData.total_pages }, setPage);
  // only an unfiltered first page shows that there are no projects
  const isEmpty = list?.count === 0 && (currentData !== undefined || filters.narrowed);
  const rows = list && list.data.length > 0 ? list : undefined;
  // kept while filters are set: the search box would move otherwise
  const [unfiltered, setUnfiltered] = useState<readonly Project[]>([]);
  if (currentData && currentData.data !== unfiltered && !filters.narrowed && filters.query.page === 1)
    setUnfiltered(currentData.data);
  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          <>
            {parts ? <parts.ProjectLegend /> : null}
            {parts && list && list.count > 0 ? <parts.MapLink /> : null}
            {deleted}
            {mayCreate ? (
              <Button appearance="primary" icon={<AddRegular />} onClick={() => setDialog({ kind: 'create' })}>
                Create Project
              </Button>
            ) : null}
          </>
        }
      />
      {parts && (list || failed) ? (
        <parts.FirstSteps projects={unfiltered} mayCreate={mayCreate} />
      ) : hasFirstSteps ? (
        // keeps the list from moving
        <Sheet className={styles.firstSteps} aria-hidden="true" />
      ) : null}
      <Sheet padded={false} aria-label="Project list">
        <ProjectFilterBar filters={filters} />
        {failed ? (
          <ErrorState title="Error Loading Projects" onRetry={() => window.location.reload()}>
            {errorMessage(error, 'Failed to fetch projects')}
          </ErrorState>
        ) : isEmpty ? (
          filters.narrowed ? (
            <EmptyState title={NOTHING}>Change the search or the filters to see more.</EmptyState>
          ) : (
            <FirstProject onCreate={mayCreate ? () => setDialog({ kind: 'create' }) : undefined} />
          )
        ) : (
          <>
            <ProjectTable
              projects={rows?.data}
              stale={!currentData && rows !== undefined}
              Chips={parts?.ProjectChips}
              sort={filters.query.sort}
              order={filters.query.order}
              onSort={filters.sortBy}
              onEdit={(project) => setDialog({ kind: 'edit', project })}
              onDelete={(project) => setDialog({ kind: 'delete', project })}
            />
            {rows ? <ListFooter list={rows} noun={['project', 'projects']} onPage={setPage} /> : null}
          </>
        )}
      </Sheet>
      {parts && dialog?.kind === 'create' ? <parts.ProjectDialog onClose={close} /> : null}
      {parts && dialog?.kind === 'edit' ? <parts.ProjectDialog project={dialog.project} onClose={close} /> : null}
      {parts && dialog?.kind === 'delete' ? (
        <parts.DeleteProjectDialog project={dialog.project} onClose={close} />
      ) : null}
    </>
  );
}
