import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormActions } from './form-actions.js';
import { useFormLeaving } from './form-dialog.js';
import { changeRefusal } from '../lib/http/errors.js';

const useStyles = makeStyles({
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    // a long option must not widen the dialog
    '& .fui-Select, & .fui-Select__select': { minWidth: 0, width: '100%' },
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

interface RecordDialogProps {
  title: string;
  confirmLabel?: string;
  busyLabel?: string;
  isDirty: boolean;
  /** Something required is not entered yet. */
  isMissing?: boolean;
  isLoading: boolean;
  /** Of the request. */
  error?: unknown;
  /** The same in words. */
  refusal?: string | null;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Form of something that is recorded about a project; stays open when it is refused. */
export function RecordDialog(props: RecordDialogProps) {
  const { title, confirmLabel = 'Save', busyLabel = 'Saving...', isMissing = false, isLoading, error } = props;
  const { refusal = error ? changeRefusal(error) : null, isDirty, onSave, onClose, children } = props;
  const styles = useStyles();
  const leaving = useFormLeaving({ isDirty, isBusy: isLoading, onClose });
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>
            {refusal === null ? null : (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>{refusal}</MessageBarBody>
              </MessageBar>
            )}
            {children}
          </DialogContent>
          <FormActions
            label={confirmLabel}
            isBusy={isLoading}
            onCancel={onClose}
            onConfirm={onSave}
            {...{ busyLabel, isMissing }}
          />
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

/** Fields side by side, where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={useStyles().row}>{children}</div>;
}
