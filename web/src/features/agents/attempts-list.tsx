import { JOB_STATE_LABELS } from '@symbio/proto/labels';
import { Badge, makeStyles, Spinner, tokens, type BadgeProps } from '@fluentui/react-components';
import { ErrorState } from '../../components/error-state.js';
import { exact } from '../../lib/ui/formats.js';
import { durationText, statusLabel, type Job, type JobAttempt } from './job-records.js';
import { pollOf, useGetJobAttemptsQuery } from './jobs-api.js';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    overflowY: 'auto',
    flexGrow: 1,
    minHeight: '160px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  item: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomStyle: 'none' },
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  name: { fontWeight: tokens.fontWeightSemibold },
  duration: { marginLeft: 'auto', fontVariantNumeric: 'tabular-nums' },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: '12px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { overflowWrap: 'anywhere' },
  },
  error: {
    color: tokens.colorStatusDangerForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  none: { padding: '24px 4px', color: tokens.colorNeutralForeground3 },
});

interface Ending {
  label: string;
  color: BadgeProps['color'];
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  completed: { label: JOB_STATE_LABELS.completed, color: 'success' },
  failed: { label: JOB_STATE_LABELS.failed, color: 'danger' },
  lost: { label: 'Worker lost', color: 'warning' },
  returned: { label: 'Handed back', color: 'informative' },
  abandoned: { label: JOB_STATE_LABELS.stopped, color: 'informative' },
};

function endingOf({ ended_at, outcome, error_message }: JobAttempt): Ending {
  if (!ended_at) return { label: JOB_STATE_LABELS.processing, color: 'brand' };
  // attempts recorded before outcomes existed have only an error
  const name = outcome ?? (error_message ? 'failed' : 'completed');
  return ENDINGS[name] ?? { label: statusLabel(name), color: 'informative' };
}

/** Null while it runs. */
function secondsOf({ started_at, ended_at }: JobAttempt): number | null {
  return ended_at ? Math.max(0, (Date.parse(ended_at) - Date.parse(started_at)) / 1000) : null;
}

export function AttemptsList({ job }: { job: Job }) {
  const styles = useStyles();
  const { currentData, error, refetch } = useGetJobAttemptsQuery(job.id, { pollingInterval: pollOf(job) });
  if (error && !currentData) {
    return (
      <ErrorState title="The attempts could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (!currentData) return <Spinner size="small" label="Loading attempts..." />;
  if (currentData.length === 0) return <p className={styles.none}>No worker has started this job yet.</p>;
  return (
    <ol className={styles.list} aria-label="Attempts" tabIndex={0}>
      {currentData.map((attempt) => {
        const ending = endingOf(attempt);
        const seconds = secondsOf(attempt);
        return (
          <li key={attempt.number} className={styles.item} data-testid={`attempt-${attempt.number}`}>
            <div className={styles.head}>
              <span className={styles.name}>{`Attempt ${attempt.number}`}</span>
              <Badge appearance="tint" color={ending.color}>
                {ending.label}
              </Badge>
              <span className={styles.duration}>{seconds === null ? null : durationText(seconds)}</span>
            </div>
            <dl className={styles.facts}>
              <dt>Started</dt>
              <dd>{exact(attempt.started_at)}</dd>
              <dt>Ended</dt>
              <dd>{exact(attempt.ended_at)}</dd>
              <dt>Worker</dt>
              <dd>{attempt.worker_id}</dd>
            </dl>
            {attempt.error_message ? <p className={styles.error}>{attempt.error_message}</p> : null}
          </li>
        );
      })}
    </ol>
  );
}
