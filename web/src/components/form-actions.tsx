import { Button, DialogActions } from '@fluentui/react-components';

interface FormActionsProps {
  label: string;
  busyLabel?: string;
  isBusy: boolean;
  /** Something required is missing. */
  isMissing?: boolean;
  onCancel: () => void;
}

/** Cancel, and the submit button of the form around them. */
export function FormActions({ label, busyLabel = 'Saving...', isBusy, isMissing = false, onCancel }: FormActionsProps) {
  return (
    <DialogActions>
      <Button disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" appearance="primary" disabled={isMissing} disabledFocusable={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
    </DialogActions>
  );
}
