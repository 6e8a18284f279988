import { Button, DialogActions } from '@fluentui/react-components';

interface FormActionsProps {
  label: string;
  busyLabel?: string;
  isBusy: boolean;
  /** Something required is missing. */
  isMissing?: boolean;
  onCancel: () => void;
  /** Absent: submits the form around them. */
  onConfirm?: () => void;
}

/** Cancel, and the button that saves. */
export function FormActions(props: FormActionsProps) {
  const { label, busyLabel = 'Saving...', isBusy, isMissing = false, onCancel, onConfirm } = props;
  return (
    <DialogActions>
      <Button disabledFocusable={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        {...(onConfirm ? { onClick: onConfirm } : { type: 'submit' as const })}
        appearance="primary"
        disabled={isMissing}
        disabledFocusable={isBusy}
      >
        {isBusy ? busyLabel : label}
      </Button>
    </DialogActions>
  );
}
