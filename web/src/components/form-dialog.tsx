import type { DialogOpenChangeData } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { useUnsaved } from '../lib/edits/unsaved.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { FocusReturn } from './focus-return.js';

export interface FormLeaving {
  /** For the dialog's `onOpenChange`. */
  onOpenChange: (event: unknown, data: Pick<DialogOpenChangeData, 'open' | 'type'>) => void;
  /** At the end of the dialog surface: the discard question, which makes the rest inert, and the focus restoration. */
  question: ReactNode;
}

/**
 * A backdrop click or Escape closes; with input, the click is ignored as accidental, and Escape asks. While saving
 * nothing closes. Input counts as unsaved work for Logout, also in other windows.
 */
export function useFormLeaving({
  isDirty,
  isBusy,
  onClose,
}: {
  isDirty: boolean;
  isBusy: boolean;
  onClose: () => void;
}): FormLeaving {
  const [isAsking, setAsking] = useState(false);
  useUnsaved(isDirty);
  return {
    onOpenChange: (_event, { open, type }) => {
      if (open || isBusy) return;
      if (!isDirty) onClose();
      else if (type !== 'backdropClick') setAsking(true);
    },
    question: (
      <>
        <FocusReturn />
        {isAsking ? (
          <ConfirmDialog
            open
            destroys
            title="Discard what you typed?"
            confirmLabel="Discard"
            cancelLabel="Keep editing"
            onConfirm={onClose}
            onCancel={() => setAsking(false)}
          >
            It is not saved yet.
          </ConfirmDialog>
        ) : null}
      </>
    ),
  };
}
