import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Sheet } from '../../components/sheet.js';
import { NO_VALUE } from '../../lib/ui/formats.js';
import { durationText, JOB_STATUSES, statusLabel } from './job-records.js';
import { JOBS_POLL_MS, JOBS_STALE_S, useGetJobStatisticsQuery } from './jobs-api.js';

const useStyles = makeStyles({
  root: { marginBottom: '16px', padding: '8px 6px 6px' },
  heading: {
    padding: '0 14px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    gap: '2px',
    '@media (max-width: 760px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
  tile: {
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    alignItems: 'flex-start',
    padding: '4px 14px 8px',
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
  },
  button: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  pressed: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    boxShadow: 'inset 0 -3px 0 var(--symbio-flag)',
  },
  number: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    // a duration fits on one line in a third of a phone
    '@media (max-width: 480px)': { fontSize: tokens.fontSizeBase400, whiteSpace: 'nowrap' },
  },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  error: { padding: '8px 14px', color: tokens.colorNeutralForeground2 },
});

export interface QueueStatisticsProps {
  projectId: string;
  /** Status filter of today's jobs; else null. */
  shown: string | null;
  /** The same status again removes the filter. */
  onShow: (status: string) => void;
}

/** JOB-27, OP-32 */
export function QueueStatistics({ projectId, shown, onShow }: QueueStatisticsProps) {
  const styles = useStyles();
  const { currentData: numbers, error } = useGetJobStatisticsQuery(projectId, {
    pollingInterval: JOBS_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: JOBS_STALE_S,
  });
  const average = numbers?.average_processing_seconds ?? 0;
  return (
    <Sheet padded={false} className={styles.root} aria-label="Today">
      <h2 className={styles.heading}>Today</h2>
      {error && !numbers ? (
        <p className={styles.error} role="alert">
          Failed to fetch queue statistics
        </p>
      ) : (
        <div className={styles.list}>
          {JOB_STATUSES.map((status) => (
            <button
              key={status}
              type="button"
              className={mergeClasses(styles.tile, styles.button, shown === status && styles.pressed)}
              aria-pressed={shown === status}
              data-testid={`statistic-${status}`}
              onClick={() => onShow(status)}
            >
              <span className={styles.label}>{statusLabel(status)}</span>
              <span className={styles.number}>{numbers ? numbers[status] : NO_VALUE}</span>
            </button>
          ))}
          <div className={styles.tile} data-testid="statistic-average">
            <span className={styles.label}>Average processing</span>
            <span className={styles.number}>{average > 0 ? durationText(average) : NO_VALUE}</span>
          </div>
        </div>
      )}
    </Sheet>
  );
}
