import { Field, Textarea } from '@fluentui/react-components';
import { MAX_REASON } from '@symbio/proto/limits';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { errorMessage } from '../../../lib/http/errors.js';

interface ReasonDialogProps {
  title: string;
  confirmLabel: string;
  busy: boolean;
  error: unknown;
  onConfirm: (reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for a required reason. */
export function ReasonDialog({ title, confirmLabel, busy, error, onConfirm, onCancel }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      destroys
      title={title}
      confirmLabel={confirmLabel}
      busy={busy}
      disabled={reason.trim() === ''}
      {...(error !== undefined && { error: errorMessage(error, 'Please try again.') })}
      onConfirm={() => void onConfirm(reason.trim())}
      onCancel={onCancel}
    >
      <Field label="Reason" required>
        <Textarea rows={3} maxLength={MAX_REASON} value={reason} onChange={(_, { value }) => setReason(value)} />
      </Field>
    </ConfirmDialog>
  );
}
