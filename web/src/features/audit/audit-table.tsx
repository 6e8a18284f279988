import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment } from 'react';
import { cardTable } from '../../components/card-table.js';
import { LongTable, type RowPlace } from '../../components/long-table.js';
import { exact } from '../../lib/ui/formats.js';
import type { AuditEntry } from './audit-api.js';
import { auditSentence } from './audit-sentence.js';

const narrow = '@media (max-width: 960px)';

const { styles: base, inCard } = cardTable(narrow);

const ROW_HEIGHT = 65;

const useStyles = makeStyles({
  ...base,
  // fixed widths, because only some rows are rendered
  long: { tableLayout: 'fixed', '& th:nth-child(1)': { width: '212px' }, '& th:nth-child(3)': { width: '160px' } },
  row: { ...base.row, [narrow]: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '8px', padding: '14px 16px' } },
  cell: { ...base.cell, minWidth: 0, verticalAlign: 'top', overflowWrap: 'anywhere', [narrow]: inCard.cell },
  refused: { color: tokens.colorStatusDangerForeground1 },
  more: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  // fits an IPv4 address on one line
  address: { minWidth: '112px', [narrow]: { minWidth: 0 } },
  what: { [narrow]: { gridColumn: '1 / -1', order: -1 } },
  summary: { width: 'fit-content', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  raw: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    gap: '2px 12px',
    margin: '4px 0 0',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  value: { margin: 0, overflowWrap: 'anywhere' },
  time: { whiteSpace: 'nowrap', [narrow]: { whiteSpace: 'normal' } },
});

const COLUMNS = ['Time', 'What happened', 'Address'] as const;

const RAW = [
  ...([
    'action',
    'operation',
    'object',
    'object_id',
    'project_id',
    'user_id',
    'agent_name',
    'api_key_id',
    'status',
  ] as const),
  ...(['request_id', 'client_request_id', 'manifest_sha256', 'version_number'] as const),
];

interface RowProps extends RowPlace {
  entry: AuditEntry;
}

function RawEntry({ entry }: { entry: AuditEntry }) {
  const styles = useStyles();
  return (
    <details>
      <summary className={styles.summary}>Raw entry</summary>
      <dl className={styles.raw}>
        {RAW.filter((name) => entry[name] !== null).map((name) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className={styles.value}>{entry[name]}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

function Row({ entry, index, measure }: RowProps) {
  const styles = useStyles();
  const { seq, at, action, address } = entry;
  return (
    <tr
      ref={measure}
      data-index={index}
      role="row"
      className={styles.row}
      {...(measure && { 'aria-rowindex': index + 2 })}
    >
      <td role="cell" data-label="Time" className={mergeClasses(styles.cell, styles.time)}>
        <span>{exact(at)}</span>
        <span className={styles.more}>{`Entry ${seq}`}</span>
      </td>
      <td role="cell" data-label="What happened" className={mergeClasses(styles.cell, styles.what)}>
        <span className={action === 'refused' ? styles.refused : undefined}>{auditSentence(entry)}</span>
        <RawEntry entry={entry} />
      </td>
      <td role="cell" data-label="Address" className={mergeClasses(styles.cell, styles.address)}>
        {address ?? '—'}
      </td>
    </tr>
  );
}

const keyOf = ({ seq }: AuditEntry): string => String(seq);

export function AuditTable({ entries, isStale }: { entries: readonly AuditEntry[]; isStale: boolean }) {
  const styles = useStyles();
  return (
    <LongTable
      label="Entries"
      columns={COLUMNS}
      items={entries}
      keyOf={keyOf}
      rowHeight={ROW_HEIGHT}
      styles={styles}
      className={isStale ? styles.stale : undefined}
      row={(entry, place) => <Row key={entry.seq} entry={entry} {...place} />}
    />
  );
}
