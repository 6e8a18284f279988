import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useDangerStyles } from './danger.js';
import { FocusReturn } from './focus-return.js';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The question, and what follows from a yes. */
  children: ReactNode;
  confirmLabel: string;
  /** Label of the other button. */
  cancelLabel?: string;
  /** Label of the confirm button while `busy`. */
  busyLabel?: string;
  /** While true the dialog cannot be closed. */
  busy?: boolean;
  /** Something is to be done before it can be confirmed. */
  disabled?: boolean;
  /** Why the last try failed. */
  error?: string;
  /** What is confirmed takes something away: its button is red. */
  destroys?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be undone. The cancel button has the focus when it opens. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    busyLabel = confirmLabel,
    busy = false,
    disabled = false,
    error,
    destroys = false,
    onConfirm,
    onCancel,
  } = props;
  const danger = useDangerStyles();
  return (
    <Dialog
      open={open}
      modalType="alert"
      onOpenChange={(_, data) => {
        if (!data.open && !busy) onCancel();
      }}
    >
      {/* also over a form that asks: what is behind waits */}
      <DialogSurface backdrop={{ appearance: 'dimmed' }}>
        <FocusReturn />
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>
            {error ? (
              <MessageBar intent="error" layout="multiline" style={{ marginBottom: '12px' }} role="alert">
                <MessageBarBody>{error}</MessageBarBody>
              </MessageBar>
            ) : null}
            {children}
          </DialogContent>
          <DialogActions>
            <DialogTrigger disableButtonEnhancement>
              <Button disabledFocusable={busy}>{cancelLabel}</Button>
            </DialogTrigger>
            <Button
              appearance="primary"
              className={destroys ? danger.primary : undefined}
              disabled={disabled}
              // the focus stays while it is under way: without it the dialog hears no keys after a failure
              disabledFocusable={busy}
              onClick={onConfirm}
            >
              {busy ? busyLabel : confirmLabel}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
