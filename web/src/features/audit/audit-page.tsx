import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { ExportMenu, type ExportItem } from '../../components/export-menu.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useManagesInstallation } from '../../lib/session/me.js';
import { timezone } from '../../lib/ui/formats.js';
import {
  downloadAudit,
  useAuditStateQuery,
  useListAuditInfiniteQuery,
  type AuditFilter,
  type AuditFormat,
} from './audit-api.js';
import { AuditFilterForm } from './audit-filter-form.js';
import { AuditRetention } from './audit-retention.js';
import { AuditStateBar } from './audit-state-bar.js';
import { AuditTable } from './audit-table.js';

const useStyles = makeStyles({
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 16px',
    padding: '12px 24px 16px',
    '@media (max-width: 760px)': { padding: '12px 16px' },
  },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  failure: { color: tokens.colorStatusDangerForeground1 },
});

const FORMATS: Record<AuditFormat, string> = { csv: 'CSV', ndjson: 'NDJSON' };

const auditExports = (filter: AuditFilter): ExportItem[] =>
  Object.entries(FORMATS).map(([format, label]) => ({
    label,
    download: () => downloadAudit(filter, format as AuditFormat),
  }));

/**
 * The route requires canManageUser, the server an administrator. Administrators of a firm see entries of its people
 * only, and nothing of the chain (decision 0159).
 */
export function AuditPage() {
  const styles = useStyles();
  const [filter, setFilter] = useState<AuditFilter>({});
  const list = useListAuditInfiniteQuery(filter);
  // wait for the state bar, which would push down the content below
  const isWhole = useManagesInstallation();
  const { isLoading } = useAuditStateQuery(undefined, { skip: !isWhole });
  useDocumentTitle('Audit trail');
  // applying an unchanged filter refreshes the list
  const apply = (next: AuditFilter): void => {
    if (JSON.stringify(next) === JSON.stringify(filter)) void list.refetch();
    else setFilter(next);
  };
  const entries = useMemo(() => list.data?.pages.flatMap(({ data }) => data), [list.data]);
  return (
    <>
      <PageHeader
        title="Audit trail"
        subtitle={`Who ${isWhole ? '' : 'of your organization '}viewed, changed, exported or deleted what, who was refused access, and when and from where. Entries are never changed.`}
        actions={
          <>
            {isWhole ? <AuditRetention /> : null}
            <ExportMenu entries={auditExports(filter)} />
          </>
        }
      />
      {isWhole ? <AuditStateBar /> : null}
      {isLoading ? (
        <LoadingView label="Loading entries..." />
      ) : (
        <Sheet padded={false} aria-label="Audit trail">
          <AuditFilterForm onFilter={apply} />
          {list.error && !list.currentData ? (
            <ErrorState title="The audit trail could not be loaded" onRetry={() => void list.refetch()}>
              {errorMessage(list.error, '')}
            </ErrorState>
          ) : !entries ? (
            <LoadingView label="Loading entries..." />
          ) : entries.length === 0 ? (
            <EmptyState title="No entries">No entries match the filters.</EmptyState>
          ) : (
            <>
              <AuditTable entries={entries} isStale={list.isFetching && !list.isFetchingNextPage} />
              <div className={styles.foot}>
                {list.isError ? (
                  <span role="alert" className={styles.failure}>
                    {`Not loaded: ${errorMessage(list.error, 'please try again.')}`}
                  </span>
                ) : null}
                <span className={styles.note}>{`${entries.length} shown, newest first. Times are ${timezone()}.`}</span>
                {list.hasNextPage ? (
                  <Button disabledFocusable={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    {list.isFetchingNextPage ? 'Loading...' : 'Show older entries'}
                  </Button>
                ) : null}
              </div>
            </>
          )}
        </Sheet>
      )}
    </>
  );
}
