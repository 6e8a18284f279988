import {
  makeStyles,
  mergeClasses,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
} from '@fluentui/react-components';
import { selectableRows } from '../../../components/selectable-rows.js';
import { NO_VALUE } from '../../../lib/ui/formats.js';
import type { ReportRow } from '../../../evidence/radius-report-api.js';

const useStyles = makeStyles({
  ...selectableRows,
  short: { width: '110px', fontVariantNumeric: 'tabular-nums' },
  page: { width: '64px' },
  under: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  doubt: { color: 'var(--symbio-flag-text)', fontSize: tokens.fontSizeBase200 },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected },
});

function distanceText({ distance_ft: feet, direction }: ReportRow): string {
  if (feet === null) return NO_VALUE;
  if (feet === 0) return 'On the property';
  return `${Math.round(feet).toLocaleString('en-US')} ft ${direction ?? ''}`.trim();
}

interface RowsTableProps {
  rows: readonly ReportRow[];
  selected: ReportRow | undefined;
  onSelect: (row: ReportRow) => void;
}

export function RowsTable({ rows, selected, onSelect }: RowsTableProps) {
  const styles = useStyles();
  return (
    <Table aria-label="Sites of the report" size="small">
      <TableHeader>
        <TableRow>
          <TableHeaderCell>Site</TableHeaderCell>
          <TableHeaderCell>Lists</TableHeaderCell>
          <TableHeaderCell className={styles.short}>Distance</TableHeaderCell>
          <TableHeaderCell className={styles.page}>Page</TableHeaderCell>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map((row, at) => (
          <TableRow
            key={at}
            className={mergeClasses(styles.row, row === selected && styles.chosen)}
            onClick={() => onSelect(row)}
          >
            <TableCell>
              <button type="button" className={styles.name} onClick={() => onSelect(row)}>
                {[row.map_id, row.name || 'No name'].filter(Boolean).join(' ')}
              </button>
              <div className={styles.under}>{[row.address, row.city].filter(Boolean).join(', ')}</div>
              {row.doubts.map((doubt) => (
                <div key={doubt} className={styles.doubt}>
                  {doubt}
                </div>
              ))}
            </TableCell>
            <TableCell>{row.lists.join(', ')}</TableCell>
            <TableCell className={styles.short}>{distanceText(row)}</TableCell>
            <TableCell className={styles.page}>{row.source.page}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
