import { Button, DialogBody, DialogContent, DialogTitle, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '14px' },
  // one row on a phone, too: three rows of buttons would leave little of the form
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

/** What every step of a report can do. */
export interface StepCommon {
  isBusy: boolean;
  /** Closes the dialog; everything is kept. */
  onClose: () => void;
  /** Throws away what was typed and chosen; absent while there is nothing. */
  onDiscard?: () => void;
}

interface ReportStepProps extends StepCommon {
  title: string;
  /** The buttons that lead on. */
  actions: ReactNode;
  children: ReactNode;
}

/** The frame of a step: its title, what it asks, and how it goes on. */
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
      {/* last in the document: a dialog hands the focus to what is first */}
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
