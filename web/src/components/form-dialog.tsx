import type { DialogOpenChangeData } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { useUnsaved } from '../lib/unsaved.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { FocusReturn } from './focus-return.js';

export interface FormLeaving {
  /** For the dialog's `onOpenChange`. */
  onOpenChange: (event: unknown, data: Pick<DialogOpenChangeData, 'open' | 'type'>) => void;
  /**
   * To be rendered at the end of the dialog's surface: the question whether to discard what was typed, while it is asked, with
   * the rest of the surface out of reach meanwhile. Also gives the focus back once the dialog is gone.
   */
  question: ReactNode;
}

/**
 * How a dialog with a form is left. With nothing typed a click beside it or Escape closes it; with something typed a click
 * beside it does nothing, for it is most often a slip, and Escape asks. While it saves nothing closes it. What was typed counts
 * as not saved, so that Logout asks first, also in another window.
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
