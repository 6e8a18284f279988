import { makeStyles, mergeClasses, ProgressBar, tokens } from '@fluentui/react-components';
import {
  ArrowRepeatAllRegular,
  ArrowSyncRegular,
  CheckmarkCircleRegular,
  ClockRegular,
  DismissCircleRegular,
  ErrorCircleRegular,
  QuestionCircleRegular,
  RecordStopRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { RouterLink } from '../../components/router-link.js';
import { medium, idTail } from '../../lib/ui/formats.js';
import { useProject } from '../../lib/project/project-context.js';
import { isWaiting, remainingText, waitingReason, waitingText } from '../../evidence/queue-text.js';
import {
  documentPath,
  durationText,
  needsAnotherFile,
  progressText,
  resultText,
  shownStatus,
  statusLabel,
  type Job,
} from './job-records.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2px', minWidth: 0, width: '100%' },
  status: { display: 'inline-flex', alignItems: 'center', gap: '6px', fontWeight: tokens.fontWeightSemibold },
  icon: { display: 'inline-flex', fontSize: '18px', flexShrink: 0, color: tokens.colorNeutralForeground3 },
  processing: {
    color: tokens.colorBrandForeground1,
    animationName: { from: { transform: 'rotate(0deg)' }, to: { transform: 'rotate(360deg)' } },
    animationDuration: '2s',
    animationIterationCount: 'infinite',
    animationTimingFunction: 'linear',
  },
  retrying: { color: tokens.colorStatusWarningForeground1 },
  completed: { color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  under: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  link: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  page: { whiteSpace: 'nowrap' },
  bar: { width: '100%', maxWidth: '180px', minWidth: '96px', marginTop: '2px' },
  error: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    // fits the longest worker messages; their advice comes last
    WebkitLineClamp: 3,
    overflow: 'hidden',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorStatusDangerForeground3,
    overflowWrap: 'anywhere',
  },
});

const ICONS: Readonly<Record<string, ReactElement>> = {
  pending: <ClockRegular />,
  processing: <ArrowSyncRegular />,
  retrying: <ArrowRepeatAllRegular />,
  completed: <CheckmarkCircleRegular />,
  failed: <ErrorCircleRegular />,
  cancelled: <DismissCircleRegular />,
  stopped: <RecordStopRegular />,
};

export function StatusLabel({ status }: { status: string }) {
  const styles = useStyles();
  const tones: Readonly<Record<string, string>> = {
    processing: styles.processing,
    retrying: styles.retrying,
    completed: styles.completed,
    failed: styles.failed,
  };
  return (
    <span className={styles.status}>
      <span className={mergeClasses(styles.icon, tones[status])} aria-hidden="true">
        {ICONS[status] ?? <QuestionCircleRegular />}
      </span>
      {statusLabel(status)}
    </span>
  );
}

export function JobProgressBar({ job }: { job: Pick<Job, 'id' | 'progress'> }) {
  const styles = useStyles();
  const text = progressText(job.progress);
  if (!job.progress || !text) return null;
  const { done, total } = job.progress;
  return (
    <>
      <ProgressBar
        className={styles.bar}
        aria-label={`Job ${idTail(job.id)}: ${text}`}
        value={total > 0 ? Math.min(1, done / total) : undefined}
      />
      <span className={mergeClasses(styles.under, styles.page)}>{text}</span>
    </>
  );
}

function Outcome({ job }: { job: Job }) {
  const styles = useStyles();
  const made = resultText(job.result);
  const path = documentPath(job);
  const duration = job.duration_seconds === null ? null : `in ${durationText(job.duration_seconds)}`;
  return (
    <span className={styles.under}>
      {made && path ? (
        <RouterLink to={path} className={styles.link}>
          {made}
        </RouterLink>
      ) : (
        made
      )}
      {made && duration ? ' ' : null}
      <span className={styles.page}>{duration}</span>
    </span>
  );
}

/** Suggests another file where a retry cannot help. */
export function AnotherFile({ projectId }: { projectId: string }) {
  const styles = useStyles();
  const { canEdit } = useProject();
  return (
    <span className={styles.under}>
      {'The same file would fail again. '}
      {canEdit ? (
        <RouterLink to={`/projects/${projectId}/data-collection`} className={mergeClasses(styles.link, styles.page)}>
          Upload another file
        </RouterLink>
      ) : null}
    </span>
  );
}

/** Place in the queue, estimate and reason. */
function Waiting({ job }: { job: Job }) {
  const styles = useStyles();
  const { queue, status } = job;
  const remaining = remainingText(queue);
  if (status === 'processing') return remaining && <span className={styles.under}>{remaining}</span>;
  if (status !== 'pending' && status !== 'retrying') return null;
  if (isWaiting(queue))
    return (
      <>
        <span className={styles.under}>{waitingText(queue)}</span>
        {queue.position > 0 && <span className={styles.under}>{waitingReason(queue)}</span>}
      </>
    );
  return status === 'retrying' && job.scheduled_at ? (
    <span className={styles.under}>{`next try ${medium(job.scheduled_at)}`}</span>
  ) : null;
}

export function JobStatusCell({ job }: { job: Job }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <StatusLabel status={shownStatus(job)} />
      {job.status === 'processing' ? <JobProgressBar job={job} /> : null}
      {job.stopping ? <span className={styles.under}>Stopping after this page</span> : null}
      {job.status === 'completed' ? <Outcome job={job} /> : null}
      <Waiting job={job} />
      {job.error_message && (job.status === 'failed' || job.status === 'retrying') ? (
        <span
          className={shownStatus(job) === 'failed' || job.status === 'retrying' ? styles.error : styles.under}
          title={job.error_message}
        >
          {job.error_message}
        </span>
      ) : null}
      {needsAnotherFile(job) ? <AnotherFile projectId={job.project_id} /> : null}
    </div>
  );
}
