import { mergeClasses } from '@fluentui/react-components';
import type { Ref } from 'react';
import { Checkbox } from '../../../components/checkbox.js';
import { SortHeadCell } from '../../../components/sort-head-cell.js';
import type { Selection } from '../../../lib/ui/selection.js';
import type { IssueSort } from '../api.js';
import type { Issue } from '../issue-records.js';
import { IssueRow, SkeletonRow, type IssueRowActions } from './issue-row.js';
import { useIssueTableStyles } from './issue-table-styles.js';

/** CONST-13 */
const SKELETON_ROWS = 4;

/** ISSUE-02 */
const COLUMNS: readonly (readonly [label: string, sort: IssueSort])[] = [
  ['Title', 'title'],
  ['Type', 'type'],
  ['Severity', 'severity'],
  ['Status', 'status'],
  ['Assignee', 'assignee'],
  ['Created', 'created_at'],
];

export interface IssueTableProps extends IssueRowActions {
  issues: readonly Issue[] | undefined;
  stale: boolean;
  /** Deleted issues can only be restored. */
  deleted: boolean;
  sort: IssueSort;
  order: 'asc' | 'desc';
  onSort: (sort: IssueSort) => void;
  selection: Selection<Issue>;
  myId: string | undefined;
  tableRef: Ref<HTMLTableElement>;
}

/** In server order (ISSUE-02); cards in narrow windows. */
export function IssueTable(props: IssueTableProps) {
  const styles = useIssueTableStyles();
  const { issues, stale, deleted, sort, order, onSort, selection, myId, tableRef, ...actions } = props;
  return (
    // changing `display` for narrow windows removes table semantics, so the roles are explicit
    <table
      ref={tableRef}
      role="table"
      className={mergeClasses(styles.table, stale && styles.stale)}
      aria-busy={!issues || stale}
      aria-label={deleted ? 'Recently deleted issues' : 'Issues'}
    >
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {deleted ? null : (
            <td role="cell" className={mergeClasses(styles.headCell, styles.choice)}>
              <Checkbox
                label="Select all issues of this page"
                checked={selection.isAll}
                mixed={selection.items.length > 0}
                onClick={selection.toggleAll}
              />
            </td>
          )}
          {COLUMNS.map(([label, column]) => (
            <SortHeadCell
              key={column}
              className={styles.headCell}
              label={label}
              sorted={column === sort ? order : undefined}
              onSort={() => onSort(column)}
            />
          ))}
          <th role="columnheader" scope="col" className={styles.headCell}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {issues
          ? issues.map((issue) => (
              <IssueRow
                key={issue.id}
                issue={issue}
                isMine={myId !== undefined && issue.assignee === myId}
                isChosen={selection.ids.has(issue.id)}
                onToggle={selection.toggle}
                {...actions}
              />
            ))
          : Array.from({ length: SKELETON_ROWS }, (_, index) => (
              <SkeletonRow key={index} columns={COLUMNS.slice(1).map(([label]) => label)} />
            ))}
      </tbody>
    </table>
  );
}
