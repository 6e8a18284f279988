import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components';
import { ArrowClockwiseRegular, DismissCircleRegular, DismissRegular } from '@fluentui/react-icons';
import { canCancel, canRetry, type Job } from './job-records.js';
import type { JobAction } from './use-job-actions.js';

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    zIndex: 5,
    bottom: '20px',
    left: '50%',
    transform: 'translateX(-50%)',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    padding: '8px 8px 8px 16px',
    maxWidth: 'calc(100vw - 24px)',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow16,
    '@media (max-width: 600px)': { width: 'calc(100vw - 24px)', bottom: '76px' },
  },
  count: { marginRight: '8px', fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
});

export interface SelectionBarProps {
  /** The chosen jobs; at least one. */
  jobs: readonly Job[];
  isBusy: boolean;
  onAct: (action: JobAction, ids: string[]) => void;
  onClear: () => void;
}

const idsOf = (jobs: readonly Job[]): string[] => jobs.map(({ id }) => id);

/** What may be done with the chosen jobs: retry those that failed, cancel those that have not begun. */
export function SelectionBar({ jobs, isBusy, onAct, onClear }: SelectionBarProps) {
  const styles = useStyles();
  const focusTarget = useRestoreFocusTarget();
  const retryable = jobs.filter(canRetry);
  const cancellable = jobs.filter(canCancel);
  return (
    <section className={styles.root} aria-label="Selected agents">
      <span className={styles.count} role="status">{`${jobs.length} selected`}</span>
      <Button
        {...focusTarget}
        appearance="primary"
        icon={<ArrowClockwiseRegular />}
        disabled={isBusy || retryable.length === 0}
        onClick={() => onAct('retry', idsOf(retryable))}
      >
        {retryable.length > 0 ? `Retry ${retryable.length}` : 'Retry'}
      </Button>
      <Button
        {...focusTarget}
        icon={<DismissCircleRegular />}
        disabled={isBusy || cancellable.length === 0}
        onClick={() => onAct('cancel', idsOf(cancellable))}
      >
        {cancellable.length > 0 ? `Cancel ${cancellable.length}` : 'Cancel'}
      </Button>
      <Button appearance="subtle" icon={<DismissRegular />} aria-label="Clear selection" onClick={onClear} />
    </section>
  );
}
