import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { ArrowClockwiseRegular, DismissCircleRegular, DismissRegular } from '@fluentui/react-icons';
import { useSelectionBarStyles } from '../../components/selection-bar-styles.js';
import { canCancel, canRetry, type Job } from './job-records.js';
import type { JobAction } from './use-job-actions.js';

export interface SelectionBarProps {
  jobs: readonly Job[];
  isBusy: boolean;
  onAct: (action: JobAction, ids: string[]) => void;
  onClear: () => void;
}

const idsOf = (jobs: readonly Job[]): string[] => jobs.map(({ id }) => id);

export function SelectionBar({ jobs, isBusy, onAct, onClear }: SelectionBarProps) {
  const styles = useSelectionBarStyles();
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
