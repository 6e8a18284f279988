import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import type { Page } from '../../lib/api.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { errorMessage } from '../../lib/errors.js';
import { usePermission } from '../../lib/me.js';
import type { Project } from '../../lib/project-context.js';
import { useListProjectsQuery } from './api.js';
import { DeleteProjectDialog } from './delete-project-dialog.js';
import { ProjectDialog } from './project-dialog.js';
import { ProjectFilterBar } from './project-filter-bar.js';
import { ProjectTable } from './project-table.js';
import { useProjectFilters } from './use-project-filters.js';

const useStyles = makeStyles({
  footer: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '52px',
    padding: '8px 16px 8px 24px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  pages: { display: 'flex', alignItems: 'center', gap: '4px' },
});

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; project: Project };

function ListFooter({ list, onPage }: { list: Page<Project>; onPage: (page: number) => void }) {
  const styles = useStyles();
  const first = (list.page - 1) * list.per_page + 1;
  const last = Math.min(first + list.data.length - 1, list.count);
  return (
    <div className={styles.footer}>
      <span aria-live="polite">
        {first}–{last} of {list.count} {list.count === 1 ? 'project' : 'projects'}
      </span>
      {list.total_pages > 1 ? (
        <nav className={styles.pages} aria-label="Pages">
          <Button
            appearance="subtle"
            icon={<ChevronLeftRegular />}
            aria-label="Previous page"
            disabled={list.page <= 1}
            onClick={() => onPage(list.page - 1)}
          />
          <span>
            Page {list.page} of {list.total_pages}
          </span>
          <Button
            appearance="subtle"
            icon={<ChevronRightRegular />}
            aria-label="Next page"
            disabled={list.page >= list.total_pages}
            onClick={() => onPage(list.page + 1)}
          />
        </nav>
      ) : null}
    </div>
  );
}

/** The dashboard: every project the user may see (PROJ-01 to PROJ-26). */
export function DashboardPage() {
  const filters = useProjectFilters();
  const { data, currentData, error, isFetching } = useListProjectsQuery(filters.query);
  const mayCreate = usePermission('canCreateProject') === true;
  const [dialog, setDialog] = useState<OpenDialog>();
  useDocumentTitle('Projects');
  const close = (): void => setDialog(undefined);
  // while the answer to a changed filter is under way the rows of the last one stay, dimmed
  const list = currentData ?? data;
  const failed = error !== undefined && !currentData && !isFetching;
  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          mayCreate ? (
            <Button appearance="primary" icon={<AddRegular />} onClick={() => setDialog({ kind: 'create' })}>
              Create Project
            </Button>
          ) : null
        }
      />
      <Sheet padded={false} aria-label="Project list">
        <ProjectFilterBar filters={filters} />
        {failed ? (
          <ErrorState title="Error Loading Projects" onRetry={() => window.location.reload()}>
            {errorMessage(error, 'Failed to fetch projects')}
          </ErrorState>
        ) : list && list.data.length === 0 ? (
          <EmptyState title="No projects found matching your criteria.">
            {filters.narrowed ? 'Change the search or the filters to see more.' : null}
          </EmptyState>
        ) : (
          <>
            <ProjectTable
              projects={list?.data}
              stale={!currentData && list !== undefined}
              onEdit={(project) => setDialog({ kind: 'edit', project })}
              onDelete={(project) => setDialog({ kind: 'delete', project })}
            />
            {list ? <ListFooter list={list} onPage={filters.setPage} /> : null}
          </>
        )}
      </Sheet>
      {dialog?.kind === 'create' ? <ProjectDialog onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <ProjectDialog project={dialog.project} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? <DeleteProjectDialog project={dialog.project} onClose={close} /> : null}
    </>
  );
}
