import { Badge, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { labelIn, PROCESSING_STATUS_LABELS } from '@symbio/proto/labels';
import { RouterLink } from '../../components/router-link.js';
import { usePermission } from '../../lib/session/me.js';
import { isProcessing, MAP_CATEGORIES } from '../../evidence/documents-api.js';
import type { ProjectDocument } from '../../evidence/documents-api.js';
import { isWaiting, PROCESSING_TEXT, remainingText, waitingReason, waitingText } from '../../evidence/queue-text.js';
import { countText } from '../../lib/ui/formats.js';

const useStyles = makeStyles({
  // constant height during processing, so rows below do not move under the pointer
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '2px',
    justifyContent: 'center',
    minHeight: '54px',
    padding: '4px 0',
  },
  badge: { whiteSpace: 'nowrap' },
  progress: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: '110px', maxWidth: '260px' },
  message: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  ways: { display: 'flex', alignItems: 'center', gap: '12px' },
  job: { fontSize: tokens.fontSizeBase200 },
});

type Colour = 'informative' | 'brand' | 'success' | 'danger';

const COLOURS: Readonly<Record<string, Colour>> = {
  queued: 'brand',
  processing: 'brand',
  pages_ready: 'success',
  analysis_complete: 'success',
  failed: 'danger',
};

const NEEDS_PASSWORD = { label: 'Password needed', color: 'warning' } as const;

/** OP-19 */
export const statusOf = (value: string): { label: string; color: Colour } => ({
  label: labelIn(PROCESSING_STATUS_LABELS, value),
  color: COLOURS[value] ?? 'informative',
});

/** `14 of 62 pages`, or the worker's message if it says more; null if unknown. */
function progressText(document: Pick<ProjectDocument, 'active_job'>): string | null {
  const progress = document.active_job?.progress;
  if (!progress) return null;
  const saysMore = progress.message !== '' && !/^page \d+ of \d+$/.test(progress.message);
  if (progress.total > 0 && !saysMore) return `${progress.done} of ${progress.total} pages`;
  return progress.message || null;
}

function waitingForText({ pages_ready: ready, category, active_job: job }: ProjectDocument): string {
  const queue = isWaiting(job?.queue) ? waitingText(job.queue) : PROCESSING_STATUS_LABELS.queued;
  if (!ready) return queue;
  const what = MAP_CATEGORIES.includes(category) ? 'sheet' : 'page';
  return `${countText(ready, what)} ready, text: ${lowerFirst(queue)}`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The state of a document that is processed, in the same words on every screen. */
export function processingText(document: ProjectDocument): string {
  const { active_job: job, processing_status: status } = document;
  if (isWaiting(job?.queue)) return waitingForText(document);
  const running = progressText(document);
  const remaining = remainingText(job?.queue);
  if (running) return remaining ? `${running}, ${remaining}` : running;
  return job?.status === 'pending' || status === 'queued' ? waitingForText(document) : PROCESSING_TEXT;
}

function JobProgress({ document }: { document: ProjectDocument }) {
  const styles = useStyles();
  const { active_job: job } = document;
  // progress of an earlier attempt says nothing while the job waits
  const progress = isWaiting(job?.queue) ? null : job?.progress;
  const known = progress && progress.total > 0;
  const text = processingText(document);
  return (
    <span className={styles.progress}>
      <ProgressBar
        aria-label={`${document.title}: ${text}`}
        value={known ? progress.done / progress.total : undefined}
        color="brand"
      />
      <span className={styles.message} title={isWaiting(job?.queue) ? `${text}. ${waitingReason(job.queue)}` : text}>
        {text}
      </span>
    </span>
  );
}

interface DocumentStatusProps {
  document: ProjectDocument;
  children?: ReactNode;
}

/** Linked to the job for users who may manage jobs. */
export function DocumentStatus({ document, children }: DocumentStatusProps) {
  const styles = useStyles();
  const mayManageAgents = usePermission('canManageAgents') === true;
  const isBusy = isProcessing(document);
  const { label, color } = document.needs_password ? NEEDS_PASSWORD : statusOf(document.processing_status);
  return (
    <span className={styles.root}>
      {isBusy ? (
        <JobProgress document={document} />
      ) : (
        <Badge appearance="tint" color={color} className={styles.badge}>
          {label}
        </Badge>
      )}
      <span className={styles.ways}>
        {children}
        {isBusy && document.active_job && mayManageAgents && (
          <RouterLink
            to={`/projects/${document.project_id}/agents?job=${document.active_job.id}`}
            className={styles.job}
          >
            View job
          </RouterLink>
        )}
      </span>
    </span>
  );
}
