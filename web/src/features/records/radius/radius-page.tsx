import { Button, makeStyles, MessageBar, MessageBarBody, Select, tokens } from '@fluentui/react-components';
import { DatabaseSearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.js';
import { FilterBar } from '../../../components/filter-bar.js';
import { LoadErrorMessage } from '../../../components/load-error-message.js';
import { LoadingView } from '../../../components/loading-view.js';
import { PageHeader } from '../../../components/page-header.js';
import { Sheet } from '../../../components/sheet.js';
import { changeRefusal, isNotAccessible } from '../../../lib/http/errors.js';
import { useBreadcrumbTail } from '../../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { useUrlState } from '../../../lib/navigation/url-state.js';
import { useProject } from '../../../lib/project/project-context.js';
import { countText, medium } from '../../../lib/ui/formats.js';
import { useDocumentNames } from '../requests/use-record-names.js';
import { ListsTable } from './lists-table.js';
import { LineLink, PageLine } from './page-line.js';
import {
  useConfirmRadiusReportMutation,
  useGetRadiusReportQuery,
  useReadRadiusReportMutation,
  useUndoRadiusReportMutation,
  type RadiusReport,
  type ReportRow,
} from '../../../evidence/radius-report-api.js';
import { RowsTable } from './rows-table.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(480px, 3fr) minmax(0, 2fr)',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
    '@media (max-width: 1080px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  page: { position: 'sticky', top: '72px' },
  // long names of documents
  choice: { minWidth: 0, maxWidth: '100%', '& > select': { width: '100%' } },
});

/** Tables do not show more rows at once. */
const MAX_SHOWN = 300;

/** Reads a vendor's radius report from a document, and confirms its rows. */
export function RadiusPage() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const navigate = useNavigate();
  const [address, change] = useUrlState();
  const documentId = address.get('document') ?? '';
  const documents = useDocumentNames(project.id);
  const report = useGetRadiusReportQuery(documentId, { skip: documentId === '' });
  const [read, { isLoading: isReading, error: refusal }] = useReadRadiusReportMutation();
  useDocumentTitle('Radius report', project.title);
  useBreadcrumbTail('Radius report');
  const found = documentId === '' ? undefined : report.currentData;
  const isUnread = report.isError && isNotAccessible(report.error);
  return (
    <>
      <PageHeader
        title="Radius report"
        subtitle="Reads the tables of a vendor’s report. Its rows become records once you confirm them."
        actions={
          <>
            <Button icon={<DatabaseSearchRegular />} onClick={() => void navigate(`/projects/${project.id}/records`)}>
              Records
            </Button>
            {canEdit && documentId !== '' && found?.state !== 'confirmed' ? (
              <Button appearance="primary" disabledFocusable={isReading} onClick={() => void read(documentId)}>
                {isReading ? 'Reading...' : found ? 'Read again' : 'Read the report'}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={styles.stack}>
        <FilterBar place="above" label="Document">
          <Select
            className={styles.choice}
            aria-label="Document"
            value={documentId}
            onChange={(_, { value }) => change({ document: value === '' ? null : value })}
          >
            <option value="">Choose a document</option>
            {[...documents].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </FilterBar>
        {refusal ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{changeRefusal(refusal)}</MessageBarBody>
          </MessageBar>
        ) : null}
        {found ? (
          <ReportView key={`${found.id} ${found.revision}`} report={found} />
        ) : documentId === '' || isUnread ? (
          <EmptyState title={documentId === '' ? 'No document chosen' : 'Not read yet'}>
            {documentId === ''
              ? 'Choose the PDF of the radius report.'
              : 'Its pages are compared with the counts of the report’s own summary.'}
          </EmptyState>
        ) : report.isError ? (
          <LoadErrorMessage what="The report" error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <LoadingView label="Loading the report..." />
        )}
      </div>
    </>
  );
}

function checkText({ check, rows, orphans, state, confirmed_by_name: by, confirmed_at: at }: RadiusReport): string {
  const read = `${countText(rows.length, 'site')} and ${countText(orphans.length, 'site')} without a place were read.`;
  if (state === 'confirmed') return `Confirmed by ${by ?? ''}, ${medium(at)}. ${read}`;
  if (check === 'agree') return `${read} All lists have as many rows as the report’s summary says.`;
  return `${read} Look at each marked list, and confirm it.`;
}

function ReportView({ report }: { report: RadiusReport }) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [list, setList] = useState('');
  const [selected, setSelected] = useState<ReportRow>();
  const [confirm, confirming] = useConfirmRadiusReportMutation();
  const [undo, undoing] = useUndoRadiusReportMutation();
  const isConfirmed = report.state === 'confirmed';
  const open = report.lists.filter((each) => each.needs_confirmation && !confirmed.has(each.list));
  const matching = [...report.rows, ...report.orphans].filter(({ lists }) => list === '' || lists.includes(list));
  const refusal = confirming.error ?? undoing.error;
  const setOne = (name: string, isSet: boolean): void => {
    const next = new Set(confirmed);
    if (isSet) next.add(name);
    else next.delete(name);
    setConfirmed(next);
  };
  const save = () => void confirm({ documentId: report.id, lists: [...confirmed], revision: report.revision });
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <MessageBar intent={isConfirmed || report.check === 'agree' ? 'success' : 'warning'} layout="multiline">
          <MessageBarBody>{[checkText(report), ...report.doubts].join(' ')}</MessageBarBody>
        </MessageBar>
        {refusal ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{changeRefusal(refusal)}</MessageBarBody>
          </MessageBar>
        ) : null}
        {canEdit ? (
          <div>
            {isConfirmed ? (
              <Button disabledFocusable={undoing.isLoading} onClick={() => void undo(report.id)}>
                Undo confirmation
              </Button>
            ) : (
              <Button
                appearance="primary"
                disabled={open.length > 0 || report.rows.length + report.orphans.length === 0}
                disabledFocusable={confirming.isLoading}
                onClick={save}
              >
                {`Take ${countText(report.rows.length + report.orphans.length, 'site')}`}
              </Button>
            )}
          </div>
        ) : null}
        <Sheet padded={false} aria-label="Lists">
          <ListsTable
            lists={report.lists}
            confirmed={canEdit && !isConfirmed ? confirmed : undefined}
            onConfirm={setOne}
            onList={setList}
          />
        </Sheet>
        <Sheet padded={false} aria-label="Sites">
          <FilterBar place="in-sheet" label="Filter sites">
            <Select aria-label="List" value={list} onChange={(_, { value }) => setList(value)}>
              <option value="">All lists</option>
              {report.lists.map((each) => (
                <option key={each.list} value={each.list}>
                  {each.list}
                </option>
              ))}
            </Select>
          </FilterBar>
          <RowsTable rows={matching.slice(0, MAX_SHOWN)} selected={selected} onSelect={setSelected} />
          {matching.length > MAX_SHOWN ? (
            <p>{`The first ${MAX_SHOWN} of ${matching.length.toLocaleString('en-US')}. Choose a list to see its sites.`}</p>
          ) : null}
        </Sheet>
      </div>
      <Sheet className={styles.page} aria-label="Page">
        {selected ? (
          <div className={styles.stack}>
            <LineLink projectId={project.id} source={selected.source} />
            <PageLine source={selected.source} />
          </div>
        ) : (
          'Choose a site to see its line in the report.'
        )}
      </Sheet>
    </div>
  );
}
