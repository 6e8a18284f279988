import { Badge, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { labelIn, PROCESSING_STATUS_LABELS } from '@symbio/proto/labels';
import { RouterLink } from '../../components/router-link.js';
import { usePermission } from '../../lib/me.js';
import { isProcessing, MAP_CATEGORIES } from '../../evidence/documents-api.js';
import type { ProjectDocument } from '../../evidence/documents-api.js';

const useStyles = makeStyles({
  badge: { whiteSpace: 'nowrap' },
  progress: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: '110px' },
  message: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

type Colour = 'informative' | 'brand' | 'success' | 'danger';

const COLOURS: Readonly<Record<string, Colour>> = {
  queued: 'brand',
  processing: 'brand',
  pages_ready: 'success',
  analysis_complete: 'success',
  failed: 'danger',
};

/** What is shown of a status (OP-19). */
export const statusOf = (value: string): { label: string; color: Colour } => ({
  label: labelIn(PROCESSING_STATUS_LABELS, value),
  color: COLOURS[value] ?? 'informative',
});

/**
 * `14 of 62 pages`; the worker's own words where they say more (`4 sheets ready, reading text: page 1 of 4`); null while
 * nothing is known.
 */
export function progressText(document: Pick<ProjectDocument, 'active_job'>): string | null {
  const progress = document.active_job?.progress;
  if (!progress) return null;
  const saysMore = progress.message !== '' && !/^page \d+ of \d+$/.test(progress.message);
  if (progress.total > 0 && !saysMore) return `${progress.done} of ${progress.total} pages`;
  return progress.message || null;
}

/** What waits: the making of the pages, or the reading of those that are there. */
function waitingText({ pages_ready: ready, category }: ProjectDocument): string {
  if (!ready) return PROCESSING_STATUS_LABELS.queued;
  const what = MAP_CATEGORIES.includes(category) ? 'sheet' : 'page';
  return `${ready} ${what}${ready === 1 ? '' : 's'} ready, waiting for the text to be read`;
}

/** Where a document is in its processing, with the progress of the job that has it now; who may manage jobs is led to it. */
export function DocumentStatus({ document }: { document: ProjectDocument }) {
  const styles = useStyles();
  const mayManageAgents = usePermission('canManageAgents') === true;
  if (!isProcessing(document)) {
    const { label, color } = statusOf(document.processing_status);
    return (
      <Badge appearance="tint" color={color} className={styles.badge}>
        {label}
      </Badge>
    );
  }
  const progress = document.active_job?.progress;
  const known = progress && progress.total > 0;
  const waiting = document.active_job?.status === 'pending' || document.processing_status === 'queued';
  const text = progressText(document) ?? (waiting ? waitingText(document) : 'Processing...');
  return (
    <span className={styles.progress}>
      <ProgressBar
        aria-label={`${document.title}: ${text}`}
        value={known ? progress.done / progress.total : undefined}
        color="brand"
      />
      <span className={styles.message}>{text}</span>
      {document.active_job && mayManageAgents && (
        <RouterLink
          to={`/projects/${document.project_id}/agents?job=${document.active_job.id}`}
          className={styles.message}
        >
          View job
        </RouterLink>
      )}
    </span>
  );
}
