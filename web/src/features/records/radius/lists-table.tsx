import {
  Checkbox,
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
import { NO_VALUE } from '../../../lib/ui/formats.js';
import type { ReportList } from '../../../evidence/radius-report-api.js';

const useStyles = makeStyles({
  number: { width: '90px', fontVariantNumeric: 'tabular-nums' },
  confirm: { width: '110px' },
  differs: { color: 'var(--symbio-flag-text)' },
  sentence: { fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
});

interface ListsTableProps {
  lists: readonly ReportList[];
  /** Undefined: nothing to confirm. */
  confirmed: ReadonlySet<string> | undefined;
  onConfirm: (list: string, isConfirmed: boolean) => void;
  /** Shows the rows of a list. */
  onList: (list: string) => void;
}

/** Lists of a report: how many rows its summary says, and how many were read. */
export function ListsTable({ lists, confirmed, onConfirm, onList }: ListsTableProps) {
  const styles = useStyles();
  return (
    <Table aria-label="Lists of the report" size="small">
      <TableHeader>
        <TableRow>
          <TableHeaderCell>List</TableHeaderCell>
          <TableHeaderCell className={styles.number}>Report says</TableHeaderCell>
          <TableHeaderCell className={styles.number}>Read</TableHeaderCell>
          <TableHeaderCell className={styles.confirm}>Confirm</TableHeaderCell>
        </TableRow>
      </TableHeader>
      <TableBody>
        {lists.map(({ list, total, read, sentence, needs_confirmation: isOpen }) => (
          <TableRow key={list} onClick={() => onList(list)}>
            <TableCell className={mergeClasses(isOpen && styles.differs)}>
              {list || 'Unknown list'}
              {sentence === null ? null : <div className={styles.sentence}>{sentence}</div>}
            </TableCell>
            <TableCell className={styles.number}>{total ?? NO_VALUE}</TableCell>
            <TableCell className={styles.number}>{read}</TableCell>
            <TableCell className={styles.confirm}>
              {isOpen && confirmed ? (
                <Checkbox
                  aria-label={`Confirm ${list}`}
                  checked={confirmed.has(list)}
                  onClick={(event) => event.stopPropagation()}
                  onChange={(_, { checked }) => onConfirm(list, checked === true)}
                />
              ) : null}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
