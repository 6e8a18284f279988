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
import { useDangerStyles } from './danger-styles.js';
import { FocusReturn } from './focus-return.js';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  busyLabel?: string;
  /** Prevents closing. */
  busy?: boolean;
  disabled?: boolean;
  error?: string;
  /** Red button. */
  destroys?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Initial focus is on Cancel. */
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
      {/* modal over another dialog too */}
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
              // keeps focus while busy: otherwise the dialog receives no keys after a failure
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
