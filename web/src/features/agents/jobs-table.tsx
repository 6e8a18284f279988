import { mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { RowGap, usePageList } from '../../components/long-list.js';
import { SortHeadCell } from '../../components/sort-head-cell.js';
import { VisuallyHidden } from '../../components/visually-hidden.js';
import { Checkbox } from '../../components/checkbox.js';
import { continuesDocument } from './job-lists.js';
import type { Job } from './job-records.js';
import { JobRow, SkeletonRow } from './job-row.js';
import type { JobRowActions } from './job-row.js';
import { COLUMNS, useJobTableStyles } from './job-table-styles.js';
import type { Column } from './job-table-styles.js';
import type { JobSort } from './jobs-api.js';

/** CONST-13 */
const SKELETON_ROWS = 4;
const ROW_HEIGHT = 57;

export interface JobsTableProps extends JobRowActions {
  jobs: readonly Job[] | undefined;
  /** Ids of the rendered rows. */
  drawn: RefObject<readonly string[]>;
  stale: boolean;
  sort: JobSort;
  order: 'asc' | 'desc';
  onSort: (sort: JobSort) => void;
  selected: ReadonlySet<string>;
  isAllSelected: boolean;
  onToggleAll: () => void;
  busy: ReadonlySet<string>;
}

/** JOB-01 to JOB-09; cards in narrow windows. */
export function JobsTable(props: JobsTableProps) {
  const styles = useJobTableStyles();
  const { jobs, drawn, stale, sort, order, selected, busy, onToggle, onAct, onLogs } = props;
  const keys = useMemo(() => (jobs ?? []).map(({ id }) => id), [jobs]);
  const body = useRef<HTMLTableSectionElement>(null);
  const list = usePageList(body, { keys, rowHeight: ROW_HEIGHT });
  useEffect(() => {
    drawn.current = list.parts.flatMap((part) => ('index' in part ? (keys[part.index] ?? []) : []));
  });
  return (
    // changing `display` for narrow windows removes table semantics, so the roles are explicit
    <table
      role="table"
      className={mergeClasses(styles.table, stale && styles.stale)}
      aria-busy={!jobs || stale}
      aria-label="Agents"
      {...(list.isLong && { 'aria-rowcount': keys.length + 1 })}
    >
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          <th role="columnheader" scope="col" className={styles.headCell}>
            <Checkbox
              label="Select all loaded agents"
              checked={props.isAllSelected}
              mixed={selected.size > 0}
              onClick={props.onToggleAll}
            />
          </th>
          {COLUMNS.map((column) => (
            <HeadCell key={column.label} column={column} sort={sort} order={order} onSort={props.onSort} />
          ))}
          <th role="columnheader" scope="col" className={styles.headCell}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup" className={styles.body}>
        {jobs
          ? list.parts.map((part) => {
              if ('gap' in part) return <RowGap key={part.key} height={part.gap} columns={COLUMNS.length + 2} />;
              const job = jobs[part.index];
              return job ? (
                <JobRow
                  key={job.id}
                  job={job}
                  index={part.index}
                  measure={list.measure}
                  isSelected={selected.has(job.id)}
                  isBusy={busy.has(job.id)}
                  continues={continuesDocument(jobs, part.index)}
                  onToggle={onToggle}
                  onAct={onAct}
                  onLogs={onLogs}
                />
              ) : null;
            })
          : Array.from({ length: SKELETON_ROWS }, (_, index) => <SkeletonRow key={index} />)}
      </tbody>
    </table>
  );
}

function HeadCell(props: { column: Column; sort: JobSort; order: 'asc' | 'desc'; onSort: (sort: JobSort) => void }) {
  const { headCell } = useJobTableStyles();
  const { label, sort } = props.column;
  if (sort) {
    const sorted = sort === props.sort ? props.order : undefined;
    return <SortHeadCell className={headCell} label={label} sorted={sorted} onSort={() => props.onSort(sort)} />;
  }
  return (
    <th role="columnheader" scope="col" className={headCell}>
      {label}
    </th>
  );
}
