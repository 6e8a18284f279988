import { mergeClasses, Skeleton, SkeletonItem, useRestoreFocusTarget } from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  DismissCircleRegular,
  RecordStopRegular,
  TextBulletListSquareRegular,
} from '@fluentui/react-icons';
import { memo, type ReactElement, type RefCallback } from 'react';
import { RouterLink } from '../../components/router-link.js';
import { medium, idTail } from '../../lib/ui/formats.js';
import { Checkbox } from '../../components/checkbox.js';
import { canCancel, canRetry, canStop, documentPath, shortFileName } from './job-records.js';
import type { Job } from './job-records.js';
import { JobStatusCell } from './job-status.js';
import { COLUMNS, useJobTableStyles } from './job-table-styles.js';
import type { SingleAction } from './use-job-actions.js';

export interface JobRowActions {
  onToggle: (id: string, range: boolean) => void;
  onAct: (action: SingleAction, job: Job) => void;
  onLogs: (id: string) => void;
}

interface JobRowProps extends JobRowActions {
  job: Job;
  index: number;
  measure: RefCallback<Element> | undefined;
  isSelected: boolean;
  isBusy: boolean;
  /** Of the same document as the row before. */
  continues: boolean;
}

/** Memoized per job, so only the changed row of many renders. */
export const JobRow = memo(function JobRow(props: JobRowProps) {
  const { job, index, measure, isSelected, isBusy, continues, onToggle, onAct, onLogs } = props;
  const styles = useJobTableStyles();
  // receives focus when the log closes
  const focusTarget = useRestoreFocusTarget();
  const tail = idTail(job.id);
  return (
    <tr
      ref={measure}
      role="row"
      data-index={index}
      // row 1 is the header
      aria-rowindex={measure && index + 2}
      className={mergeClasses(styles.row, isSelected && styles.selected, continues && styles.continues)}
      data-testid={`job-${job.id}`}
    >
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
        <span className={mergeClasses(continues && styles.again)}>
          <JobDocument job={job} />
        </span>
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

/** JOB-03, JOB-04 */
export function JobDocument({ job }: { job: Job }) {
  const styles = useJobTableStyles();
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

const ACTIONS = {
  retry: { label: 'Retry', icon: <ArrowClockwiseRegular /> },
  cancel: { label: 'Cancel', icon: <DismissCircleRegular /> },
  stop: { label: 'Stop', icon: <RecordStopRegular /> },
} satisfies Record<SingleAction, { label: string; icon: ReactElement }>;

/** Cancel (JOB-22), retry (JOB-24) or stop after the current page. */
export function Actions({ job, isBusy, onAct }: { job: Job; isBusy: boolean; onAct: JobRowActions['onAct'] }) {
  const styles = useJobTableStyles();
  const action = canRetry(job) ? 'retry' : canCancel(job) ? 'cancel' : canStop(job) ? 'stop' : null;
  if (!action) return null;
  const { label, icon } = ACTIONS[action];
  const what = action === 'stop' ? `Stop job ${idTail(job.id)} after this page` : `${label} job ${idTail(job.id)}`;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={what}
      title={action === 'stop' ? 'Stops after the current page. Finished pages are kept.' : undefined}
      // not `disabled`, which would lose focus
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) onAct(action, job);
      }}
    >
      {icon}
      {label}
    </button>
  );
}

export function SkeletonRow() {
  const styles = useJobTableStyles();
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
