import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { cardTable } from '../../components/card-table.js';
import { LongTable, type RowPlace } from '../../components/long-table.js';
import { exact } from '../../lib/ui/formats.js';
import type { AuditEntry } from './audit-api.js';
import { ACTION_LABELS, objectLabel, whoLabel } from './audit-labels.js';

const narrow = '@media (max-width: 960px)';

const { styles: base, inCard } = cardTable(narrow);

const ROW_HEIGHT = 81;

const useStyles = makeStyles({
  ...base,
  // fixed widths, because only some rows are rendered
  long: { tableLayout: 'fixed', '& th:nth-child(1)': { width: '212px' }, '& th:nth-child(4)': { width: '278px' } },
  row: { ...base.row, [narrow]: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '8px', padding: '14px 16px' } },
  cell: { ...base.cell, minWidth: 0, verticalAlign: 'top', overflowWrap: 'anywhere', [narrow]: inCard.cell },
  refused: { color: tokens.colorStatusDangerForeground1 },
  more: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  // fits an IPv4 address on one line
  address: { minWidth: '112px', [narrow]: { minWidth: 0 } },
  time: { whiteSpace: 'nowrap', [narrow]: { whiteSpace: 'normal' } },
});

const COLUMNS = ['Time', 'Who', 'What', 'On', 'Address'] as const;

interface RowProps extends RowPlace {
  entry: AuditEntry;
}

function Row({ entry, index, measure }: RowProps) {
  const styles = useStyles();
  const { seq, at, action, operation, object_id, project_id, address, api_key_id } = entry;
  const isRefused = action === 'refused';
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
      <td role="cell" data-label="Who" className={styles.cell}>
        {whoLabel(entry)}
        {api_key_id === null ? null : <span className={styles.more}>{`API key ${api_key_id}`}</span>}
      </td>
      <td role="cell" data-label="What" className={styles.cell}>
        <span className={isRefused ? styles.refused : undefined}>{ACTION_LABELS[action]}</span>
        <span className={styles.more}>{operation}</span>
      </td>
      <td role="cell" data-label="On" className={styles.cell}>
        {objectLabel(entry)}
        {object_id === null ? null : <span className={styles.more}>{object_id}</span>}
        {project_id === null || project_id === object_id ? null : (
          <span className={styles.more}>{`Project ${project_id}`}</span>
        )}
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
