import { Button, DialogBody, DialogContent, DialogTitle, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '14px' },
  // one row even on phones, to leave space for the form
  actions: {
    gridColumn: '1 / -1',
    gridRow: 3,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '8px',
  },
  close: { gridRow: 1, gridColumn: 3, alignSelf: 'start', justifySelf: 'end' },
  discard: { marginRight: 'auto', minWidth: 'auto' },
});

export interface StepCommon {
  isBusy: boolean;
  onClose: () => void;
  /** Absent if there is no input. */
  onDiscard?: () => void;
}

interface ReportStepProps extends StepCommon {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

export function ReportStep({ title, isBusy, onClose, onDiscard, actions, children }: ReportStepProps) {
  const styles = useStyles();
  return (
    <DialogBody>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent className={styles.content}>{children}</DialogContent>
      <div className={styles.actions}>
        {onDiscard ? (
          <Button className={styles.discard} appearance="subtle" disabled={isBusy} onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
        {actions}
      </div>
      {/* last in the DOM, because a dialog focuses the first element */}
      <Button
        className={styles.close}
        appearance="subtle"
        aria-label="Close"
        icon={<DismissRegular />}
        disabled={isBusy}
        onClick={onClose}
      />
    </DialogBody>
  );
}
