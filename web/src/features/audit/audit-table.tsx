import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { cardTable } from '../../components/card-table.js';
import { exact } from '../../lib/formats.js';
import type { AuditEntry } from './audit-api.js';
import { ACTION_LABELS, objectLabel, whoLabel } from './audit-words.js';

/** Below this width of the window each entry is a card. */
const narrow = '@media (max-width: 960px)';

const { styles: base, inCard } = cardTable(narrow);

const useStyles = makeStyles({
  ...base,
  row: { ...base.row, [narrow]: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '8px', padding: '14px 16px' } },
  cell: { ...base.cell, minWidth: 0, verticalAlign: 'top', overflowWrap: 'anywhere', [narrow]: inCard.cell },
  refused: { color: tokens.colorStatusDangerForeground1 },
  more: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  time: { whiteSpace: 'nowrap', [narrow]: { whiteSpace: 'normal' } },
});

const COLUMNS = ['Time', 'Who', 'What', 'On', 'Address'] as const;

function Row({ entry }: { entry: AuditEntry }) {
  const styles = useStyles();
  const { seq, at, action, operation, object_id, project_id, address, api_key_id } = entry;
  const isRefused = action === 'refused';
  return (
    <tr role="row" className={styles.row}>
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
      <td role="cell" data-label="Address" className={styles.cell}>
        {address ?? '—'}
      </td>
    </tr>
  );
}

/** Entries of the audit trail, newest first. Narrow windows get the same rows as cards. */
export function AuditTable({ entries, isStale }: { entries: readonly AuditEntry[]; isStale: boolean }) {
  const styles = useStyles();
  return (
    // display is changed for narrow windows, which takes the roles of table elements away: hence they are spelled out
    <table role="table" className={mergeClasses(styles.table, isStale && styles.stale)} aria-label="Entries">
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} role="columnheader" scope="col" className={styles.headCell}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {entries.map((entry) => (
          <Row key={entry.seq} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}
