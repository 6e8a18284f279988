import {
  makeStyles,
  mergeClasses,
  Skeleton,
  SkeletonItem,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  ArrowDownRegular,
  ArrowUpRegular,
  DismissCircleRegular,
  TextBulletListSquareRegular,
} from '@fluentui/react-icons';
import { memo, startTransition, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { cardTable } from '../../components/card-table.js';
import { RouterLink } from '../../components/router-link.js';
import { VisuallyHidden } from '../../components/visually-hidden.js';
import { medium } from '../../lib/formats.js';
import { canCancel, canRetry, documentPath, idTail, shortFileName, type Job } from './job-records.js';
import { JobStatusCell } from './job-status.js';
import type { JobSort } from './jobs-api.js';
import type { JobAction } from './use-job-actions.js';

/** Rows that stand for jobs while the first page is loading: as many as on the dashboard (CONST-13). */
const SKELETON_ROWS = 4;

/** Below this width of the window the columns have no room beside each other. */
export const NARROW = '@media (max-width: 1080px)';
/** From this width on types and file names need not be broken. */
const WIDE = '@media (min-width: 1200px)';

/** Rows that are drawn, or left out, together. */
const BLOCK_ROWS = 10;
/** How far above and below the window rows are drawn, in CSS pixels. */
const DRAWN_AROUND_PX = 1_200;
/** Height of a row that was never drawn, in CSS pixels. */
const ROW_PX = 57;

const { styles: base, inCard } = cardTable(NARROW);

const useStyles = makeStyles({
  ...base,
  // widths that don't depend on the rows: those far from the window are not drawn
  table: { ...base.table, tableLayout: 'fixed' },
  headCell: {
    ...base.headCell,
    position: 'sticky',
    // the height of the header of the window
    top: '56px',
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    // a border would stay behind when the cell sticks
    borderBottomStyle: 'none',
    boxShadow: `inset 0 -1px 0 ${tokens.colorNeutralStroke2}`,
    ':first-child': { padding: '0 0 0 8px', width: '48px' },
    ':nth-child(2)': { width: '96px' },
    ':nth-child(3)': { width: '150px', [WIDE]: { width: '228px' } },
    ':nth-child(4)': { width: '40%', [WIDE]: { width: '50%' } },
    ':nth-child(5)': { width: '60%', [WIDE]: { width: '50%' } },
    ':nth-child(6)': { width: '92px' },
    ':nth-child(7)': { width: '124px', [WIDE]: { width: '184px' } },
    ':last-child': { width: '180px', paddingRight: '16px' },
  },
  sort: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    margin: '-4px -6px',
    padding: '4px 6px',
    font: 'inherit',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  sorted: { color: tokens.colorNeutralForeground1 },
  sortIcon: { display: 'inline-flex', width: '14px', fontSize: '14px' },
  row: {
    ...base.row,
    // the last one of a block is not the last one of the table
    ':last-child': { borderBottomStyle: 'solid' },
    [NARROW]: {
      position: 'relative',
      display: 'grid',
      // a date with its time fits on one line of a phone
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      gap: '10px 16px',
      padding: '14px 16px 14px 52px',
    },
  },
  selected: { backgroundColor: tokens.colorNeutralBackground1Selected },
  cell: {
    ...base.cell,
    padding: '8px 12px',
    ':first-child': { paddingLeft: '12px' },
    ':last-child': { paddingRight: '16px' },
    [NARROW]: { ...inCard.cell, alignItems: 'flex-start', gap: '2px' },
  },
  pick: {
    padding: 0,
    ':first-child': { paddingLeft: '8px' },
    [NARROW]: {
      position: 'absolute',
      top: '8px',
      left: '6px',
      ':first-child': { paddingLeft: 0 },
      '::before': { content: 'none' },
    },
  },
  id: { whiteSpace: 'nowrap', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  type: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [WIDE]: { whiteSpace: 'nowrap' },
  },
  wide: { [NARROW]: { gridColumn: '1 / -1' } },
  document: { overflowWrap: 'anywhere' },
  none: { color: tokens.colorNeutralForeground3 },
  number: { fontVariantNumeric: 'tabular-nums', [WIDE]: { whiteSpace: 'nowrap' } },
  actions: {
    whiteSpace: 'nowrap',
    textAlign: 'right',
    [NARROW]: { gridColumn: '1 / -1', '::before': { content: 'none' } },
  },
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '26px',
    padding: '2px 8px',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    '& svg': { fontSize: '18px' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    ':disabled': { color: tokens.colorNeutralForegroundDisabled, cursor: 'default' },
    [NARROW]: { minHeight: '36px', padding: '4px 12px' },
  },
  gap: { padding: 0, [NARROW]: { display: 'block' } },
  buttons: { display: 'inline-flex', justifyContent: 'flex-end', gap: '4px' },
  check: {
    display: 'inline-flex',
    padding: '10px',
    cursor: 'pointer',
    '& input': {
      width: '18px',
      height: '18px',
      margin: 0,
      cursor: 'pointer',
      accentColor: tokens.colorCompoundBrandBackground,
      ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    },
  },
});

interface Column {
  label: string;
  sort?: JobSort;
}

const COLUMNS: readonly Column[] = [
  { label: 'Job ID' },
  { label: 'Agent Type', sort: 'type' },
  { label: 'Document' },
  { label: 'Status', sort: 'status' },
  { label: 'Attempts', sort: 'current_attempts' },
  { label: 'Created', sort: 'created_at' },
];

/** A box to choose rows with: the browser's own, because a thousand of them are on the screen. */
export function Checkbox(props: {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onClick: (event: MouseEvent<HTMLInputElement>) => void;
}) {
  const styles = useStyles();
  const { label, checked, mixed = false, onClick } = props;
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed && !checked;
        }}
        onClick={onClick}
        // the click, which knows of the Shift key, has done it
        onChange={() => undefined}
      />
    </label>
  );
}

export interface JobsTableProps {
  /** undefined while the first page is being read. */
  jobs: readonly Job[] | undefined;
  /** The rows are of an earlier question; the answer to the current one is under way. */
  stale: boolean;
  sort: JobSort;
  order: 'asc' | 'desc';
  onSort: (sort: JobSort) => void;
  selected: ReadonlySet<string>;
  isAllSelected: boolean;
  onToggle: (id: string, range: boolean) => void;
  onToggleAll: () => void;
  busy: ReadonlySet<string>;
  onAct: (action: JobAction, job: Job) => void;
  onLogs: (id: string) => void;
}

/** The jobs of a project (JOB-01 to JOB-09). Narrow windows get the same rows as cards. */
export function JobsTable(props: JobsTableProps) {
  const styles = useStyles();
  const { jobs, stale, sort, order, selected, busy, onToggle, onAct, onLogs } = props;
  const blocks = useMemo(() => blocksOf(jobs ?? []), [jobs]);
  return (
    // display is changed for narrow windows, which takes the roles of table elements away: hence they are spelled out
    <table
      role="table"
      className={mergeClasses(styles.table, stale && styles.stale)}
      aria-busy={!jobs || stale}
      aria-label="Agents"
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
      {jobs ? (
        blocks.map((block, index) => (
          <RowBlock key={block.at(-1)?.id} rows={block.length} startsDrawn={index < 3}>
            {() =>
              block.map((job) => (
                <JobRow
                  key={job.id}
                  job={job}
                  isSelected={selected.has(job.id)}
                  isBusy={busy.has(job.id)}
                  onToggle={onToggle}
                  onAct={onAct}
                  onLogs={onLogs}
                />
              ))
            }
          </RowBlock>
        ))
      ) : (
        <tbody role="rowgroup" className={styles.body}>
          {Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <SkeletonRow key={index} />
          ))}
        </tbody>
      )}
    </table>
  );
}

/** Rows in blocks, counted from the end: a job that comes in at the top leaves the blocks below it as they are. */
function blocksOf(jobs: readonly Job[]): Job[][] {
  const blocks: Job[][] = [];
  for (let end = jobs.length; end > 0; end -= BLOCK_ROWS)
    blocks.unshift(jobs.slice(Math.max(0, end - BLOCK_ROWS), end));
  return blocks;
}

interface RowBlockProps {
  rows: number;
  startsDrawn: boolean;
  children: () => ReactNode;
}

/**
 * Some rows that follow each other. Far from the window an empty row of their height stands for them: a thousand drawn rows
 * made scrolling stumble. A block that holds the focus stays.
 */
function RowBlock({ rows, startsDrawn, children }: RowBlockProps) {
  const styles = useStyles();
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  // without an observer (tests) every row is drawn
  const [isDrawn, setDrawn] = useState(startsDrawn || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const body = bodyRef.current;
    if (!body || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (!entry.isIntersecting) {
          if (body.contains(document.activeElement)) return;
          setHeight(entry.boundingClientRect.height);
        }
        // drawn in slices, between which the browser scrolls
        startTransition(() => setDrawn(entry.isIntersecting));
      },
      { rootMargin: `${DRAWN_AROUND_PX}px 0px` },
    );
    observer.observe(body);
    return () => observer.disconnect();
  }, []);
  return (
    <tbody ref={bodyRef} role="rowgroup" className={styles.body}>
      {isDrawn ? (
        children()
      ) : (
        <tr role="presentation" className={styles.gap}>
          <td
            role="presentation"
            colSpan={COLUMNS.length + 2}
            className={styles.gap}
            style={{ height: height ?? rows * ROW_PX }}
          />
        </tr>
      )}
    </tbody>
  );
}

function HeadCell(props: { column: Column; sort: JobSort; order: 'asc' | 'desc'; onSort: (sort: JobSort) => void }) {
  const styles = useStyles();
  const { column, order, onSort } = props;
  const { label, sort } = column;
  if (!sort) {
    return (
      <th role="columnheader" scope="col" className={styles.headCell}>
        {label}
      </th>
    );
  }
  const isSorted = sort === props.sort;
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return (
    <th role="columnheader" scope="col" className={styles.headCell} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className={mergeClasses(styles.sort, isSorted && styles.sorted)}
        onClick={() => onSort(sort)}
      >
        {label}
        <span className={styles.sortIcon} aria-hidden="true">
          {isSorted ? order === 'asc' ? <ArrowUpRegular /> : <ArrowDownRegular /> : null}
        </span>
      </button>
    </th>
  );
}

interface JobRowProps extends Pick<JobsTableProps, 'onToggle' | 'onAct' | 'onLogs'> {
  job: Job;
  isSelected: boolean;
  isBusy: boolean;
}

/** Remembered by its job: of a thousand rows only the one that changed is drawn again. */
const JobRow = memo(function JobRow({ job, isSelected, isBusy, onToggle, onAct, onLogs }: JobRowProps) {
  const styles = useStyles();
  // the focus comes back here when the log is closed
  const focusTarget = useRestoreFocusTarget();
  const tail = idTail(job.id);
  return (
    <tr role="row" className={mergeClasses(styles.row, isSelected && styles.selected)} data-testid={`job-${job.id}`}>
      <td role="cell" className={mergeClasses(styles.cell, styles.pick)}>
        <Checkbox
          label={`Select job ${tail}`}
          checked={isSelected}
          onClick={(event) => onToggle(job.id, event.shiftKey)}
        />
      </td>
      <td role="cell" className={styles.cell} data-label="Job ID">
        <span className={styles.id} title={job.id}>
          {tail}
        </span>
      </td>
      <td role="cell" className={styles.cell} data-label="Agent Type">
        <span className={styles.type}>{job.type}</span>
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.wide)} data-label="Document">
        <JobDocument job={job} />
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.wide)} data-label="Status">
        <JobStatusCell job={job} />
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.number)} data-label="Attempts">
        {`${job.current_attempts}/${job.max_retries}`}
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.number)} data-label="Created">
        <time dateTime={job.created_at}>{medium(job.created_at)}</time>
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.actions)}>
        <span className={styles.buttons}>
          <Actions job={job} isBusy={isBusy} onAct={onAct} />
          <button
            type="button"
            className={styles.button}
            aria-label={`Logs of job ${tail}`}
            {...focusTarget}
            onClick={() => onLogs(job.id)}
          >
            <TextBulletListSquareRegular />
            Logs
          </button>
        </span>
      </td>
    </tr>
  );
});

/** The document a job is about: a link when there is one to go to (JOB-03, JOB-04). */
export function JobDocument({ job }: { job: Job }) {
  const styles = useStyles();
  const path = documentPath(job);
  const name = shortFileName(job.document_filename);
  const { pageNumbers = [] } = job.payload;
  const pages = pageNumbers.length === 0 ? '' : pageNumbers.length === 1 ? `page ${pageNumbers[0]}` : 'some pages';
  return (
    <span className={styles.document} title={job.document_filename ?? undefined}>
      {path ? (
        <RouterLink to={path}>{job.document_filename ? name : 'View document'}</RouterLink>
      ) : (
        <span className={mergeClasses(!job.document_filename && styles.none)}>{name}</span>
      )}
      {pages ? <span className={styles.none}>{`, ${pages}`}</span> : null}
    </span>
  );
}

/** What may be done with a job now: cancel (JOB-22) or retry (JOB-24), never both. */
export function Actions({ job, isBusy, onAct }: { job: Job; isBusy: boolean; onAct: JobsTableProps['onAct'] }) {
  const styles = useStyles();
  const action = canRetry(job) ? 'retry' : canCancel(job) ? 'cancel' : null;
  if (!action) return null;
  const label = action === 'retry' ? 'Retry' : 'Cancel';
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`${label} job ${idTail(job.id)}`}
      disabled={isBusy}
      onClick={() => onAct(action, job)}
    >
      {action === 'retry' ? <ArrowClockwiseRegular /> : <DismissCircleRegular />}
      {label}
    </button>
  );
}

function SkeletonRow() {
  const styles = useStyles();
  return (
    <tr role="row" className={styles.row} data-testid="skeleton-row">
      <td role="cell" className={mergeClasses(styles.cell, styles.pick)} />
      {COLUMNS.map(({ label }) => (
        <td role="cell" key={label} className={styles.cell} data-label={label}>
          <Skeleton aria-label="Loading agent">
            <SkeletonItem size={16} style={{ width: 90 }} />
          </Skeleton>
        </td>
      ))}
      <td role="cell" className={mergeClasses(styles.cell, styles.actions)} />
    </tr>
  );
}
