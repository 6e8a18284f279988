import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components';
import { DismissRegular, MergeRegular } from '@fluentui/react-icons';
import { MAX_MERGED, TOO_MANY_MERGED } from './merge-plan.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  count: { flexGrow: 1, fontWeight: tokens.fontWeightSemibold },
});

interface PickBarProps {
  count: number;
  /** Of the picked features, those without a determination. */
  undetermined: number;
  onDetermine: () => void;
  onMerge: () => void;
  onClear: () => void;
}

/** What can be done with the picked features together. */
export function PickBar({ count, undetermined, onDetermine, onMerge, onClear }: PickBarProps) {
  const styles = useStyles();
  const restoreFocus = useRestoreFocusTarget();
  const isTooMany = count > MAX_MERGED + 1;
  return (
    <div className={styles.root} role="group" aria-label="Picked features">
      <span className={styles.count} role="status">
        {count === 1
          ? '1 picked. Pick another one to merge.'
          : `${count} picked${isTooMany ? `. ${TOO_MANY_MERGED}.` : ''}`}
      </span>
      <Button {...restoreFocus} size="small" disabled={undetermined === 0} onClick={onDetermine}>
        {`Determine ${undetermined} as none...`}
      </Button>
      <Button
        {...restoreFocus}
        size="small"
        appearance="primary"
        icon={<MergeRegular />}
        disabled={count < 2 || isTooMany}
        onClick={onMerge}
      >
        Merge...
      </Button>
      <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
