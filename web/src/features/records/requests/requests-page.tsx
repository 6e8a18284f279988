import {
  Badge,
  Button,
  makeStyles,
  mergeClasses,
  Select,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
} from '@fluentui/react-components';
import { AddRegular, DatabaseSearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cardRows } from '../../../components/card-rows.js';
import { EmptyState } from '../../../components/empty-state.js';
import { FilterBar, FilterSearch } from '../../../components/filter-bar.js';
import { LoadErrorMessage } from '../../../components/load-error-message.js';
import { LoadingView } from '../../../components/loading-view.js';
import { PageHeader } from '../../../components/page-header.js';
import { selectableRows } from '../../../components/selectable-rows.js';
import { Sheet } from '../../../components/sheet.js';
import { useBreadcrumbTail } from '../../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { useUrlState } from '../../../lib/navigation/url-state.js';
import { useProject } from '../../../lib/project/project-context.js';
import { countText, dateOnly, NO_VALUE } from '../../../lib/ui/formats.js';
import { RequestDialog } from './request-dialog.js';
import { RequestDrawer } from './request-drawer.js';
import { dayOf } from './request-form.js';
import { aboutText, daysText, inOrder, KINDS, markOf, stateOf, STATES } from './request-text.js';
import { useListAgencyRequestsQuery, type AgencyRequest } from './requests-api.js';

const useStyles = makeStyles({
  ...cardRows,
  ...selectableRows,
  cell: { paddingTop: tokens.spacingVerticalS, paddingBottom: tokens.spacingVerticalS, verticalAlign: 'top' },
  under: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  short: { width: '120px', fontVariantNumeric: 'tabular-nums' },
  mark: { width: '150px' },
  table: { padding: `0 ${tokens.spacingHorizontalXS}` },
  late: { color: 'var(--symbio-flag-text)', fontWeight: tokens.fontWeightSemibold },
});

/** Requests to agencies, those to follow up first. */
export function RequestsPage() {
  const { project, canEdit } = useProject();
  const navigate = useNavigate();
  const [address, change] = useUrlState();
  const [isNew, setNew] = useState(false);
  const { currentData: requests, error, refetch } = useListAgencyRequestsQuery(project.id);
  useDocumentTitle('Agency requests', project.title);
  useBreadcrumbTail('Agency requests');
  const today = dayOf(new Date());
  const opened = requests?.find(({ id }) => id === address.get('request'));
  const count = (state: keyof typeof STATES) =>
    (requests ?? []).filter((request) => stateOf(request, today) === state).length;
  return (
    <>
      <PageHeader
        title="Agency requests"
        subtitle={
          requests && requests.length > 0
            ? `${count('due')} to follow up, ${count('waiting')} waiting, ${count('answered')} closed.`
            : 'Requests of records from agencies, with follow-ups and answers.'
        }
        actions={
          <>
            <Button icon={<DatabaseSearchRegular />} onClick={() => void navigate(`/projects/${project.id}/records`)}>
              Records
            </Button>
            {canEdit ? (
              <Button appearance="primary" icon={<AddRegular />} onClick={() => setNew(true)}>
                New request
              </Button>
            ) : null}
          </>
        }
      />
      {requests ? (
        requests.length === 0 ? (
          <EmptyState title="No requests yet">
            Record each letter to an agency: its text is written for you, and you see when to follow up.
          </EmptyState>
        ) : (
          <RequestsList requests={requests} today={today} onOpen={(id) => change({ request: id })} />
        )
      ) : error ? (
        <LoadErrorMessage what="The requests" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading requests..." />
      )}
      {opened ? <RequestDrawer key={opened.id} request={opened} onClose={() => change({ request: null })} /> : null}
      {isNew ? <RequestDialog onSaved={({ id }) => change({ request: id })} onClose={() => setNew(false)} /> : null}
    </>
  );
}

interface RequestsListProps {
  requests: readonly AgencyRequest[];
  today: string;
  onOpen: (id: string) => void;
}

function RequestsList({ requests, today, onOpen }: RequestsListProps) {
  const styles = useStyles();
  const [address, change] = useUrlState();
  const show = address.get('show') ?? '';
  const words = address.get('words') ?? '';
  const sought = words.trim().toLowerCase();
  const shown = inOrder(requests, today).filter(
    (request) =>
      (show === '' || stateOf(request, today) === show) &&
      `${request.agency_name}\n${request.subject}\n${request.reference}`.toLowerCase().includes(sought),
  );
  return (
    <Sheet padded={false} aria-label="Requests">
      <FilterBar place="in-sheet" label="Filter requests">
        <FilterSearch label="Find a request" value={words} onChange={(value) => change({ words: value })} />
        <Select aria-label="State" value={show} onChange={(_, { value }) => change({ show: value })}>
          <option value="">Any state</option>
          {Object.entries(STATES).map(([state, label]) => (
            <option key={state} value={state}>
              {label}
            </option>
          ))}
        </Select>
      </FilterBar>
      <div className={styles.table}>
        <Table className={styles.cardTable} aria-label="Requests">
          <TableHeader className={styles.cardHead}>
            <TableRow>
              <TableHeaderCell>Agency</TableHeaderCell>
              <TableHeaderCell>About</TableHeaderCell>
              <TableHeaderCell className={styles.short}>Sent</TableHeaderCell>
              <TableHeaderCell className={styles.short}>Next follow-up</TableHeaderCell>
              <TableHeaderCell className={styles.mark}>State</TableHeaderCell>
            </TableRow>
          </TableHeader>
          <TableBody className={styles.cardBody}>
            {shown.map((request) => (
              <RequestRow key={request.id} request={request} today={today} onOpen={onOpen} />
            ))}
            {shown.length === 0 ? (
              <TableRow>
                <TableCell className={styles.none} colSpan={5}>
                  No request matches the filters.
                </TableCell>
              </TableRow>
            ) : null}
          </TableBody>
        </Table>
      </div>
    </Sheet>
  );
}

interface RequestRowProps extends Pick<RequestsListProps, 'today' | 'onOpen'> {
  request: AgencyRequest;
}

function RequestRow({ request, today, onOpen }: RequestRowProps) {
  const styles = useStyles();
  const { id, agency_name: name, agency_kind: kind, sent_on: sent, next_follow_up_on: next, follow_ups } = request;
  const mark = markOf(request, today);
  const isDue = stateOf(request, today) === 'due';
  return (
    <TableRow className={mergeClasses(styles.row, styles.cardRow)} onClick={() => onOpen(id)}>
      <TableCell className={mergeClasses(styles.cell, styles.cardTitle)}>
        <button
          type="button"
          className={styles.name}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(id);
          }}
        >
          {name}
        </button>
        <div className={styles.under}>{[KINDS[kind], request.reference].filter(Boolean).join(', ')}</div>
      </TableCell>
      <TableCell className={mergeClasses(styles.cell, styles.cardCell)}>{aboutText(request)}</TableCell>
      <TableCell className={mergeClasses(styles.cell, styles.cardCell, styles.short)}>
        {dateOnly(sent)}
        <div className={styles.under}>{daysText(request)}</div>
      </TableCell>
      <TableCell className={mergeClasses(styles.cell, styles.cardCell, styles.short, isDue && styles.late)}>
        {next === null ? NO_VALUE : dateOnly(next)}
        <div className={styles.under}>{follow_ups.length > 0 ? countText(follow_ups.length, 'follow-up') : ''}</div>
      </TableCell>
      <TableCell className={mergeClasses(styles.cell, styles.cardCell, styles.mark)}>
        <Badge appearance="tint" color={mark.tone}>
          {mark.text}
        </Badge>
      </TableCell>
    </TableRow>
  );
}
