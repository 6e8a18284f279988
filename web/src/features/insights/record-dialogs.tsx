import { Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { errorMessage } from '../../lib/errors.js';
import { useRejectRecordMutation, useSupersedeRecordMutation } from '../../evidence/evidence-api.js';

interface RecordDialogProps {
  recordId: string;
  onClose: () => void;
}

/** Asks before a record is taken out of force (FEAT-25, API-13). */
export function SupersedeDialog({ recordId, onClose }: RecordDialogProps) {
  const [supersede, { isLoading, error }] = useSupersedeRecordMutation();
  const confirm = async () => {
    const { error: failure } = await supersede(recordId);
    if (!failure) onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Supersede record"
      confirmLabel="Supersede"
      busyLabel="Superseding..."
      busy={isLoading}
      error={error ? errorMessage(error, 'Please try again.') : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      The record stays in the history but no longer counts. The newest record that is still active takes its place.
    </ConfirmDialog>
  );
}

/** Characters of a reason, at most: what the server takes. */
const LONGEST_REASON = 500;

interface RejectFindingsDialogProps {
  count: number;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks why findings are wrong before all of them are rejected (OP-29). */
export function RejectFindingsDialog({ count, onReject, onClose }: RejectFindingsDialogProps) {
  const [reason, setReason] = useState('');
  const what = count === 1 ? 'finding' : `${count} findings`;
  return (
    <ConfirmDialog
      open
      title={`Reject ${what}`}
      confirmLabel="Reject"
      onConfirm={() => onReject(reason.trim())}
      onCancel={onClose}
    >
      <p style={{ marginBottom: '12px' }}>
        {count === 1
          ? 'It no longer counts. What an agent proposed is closed on its sheet, too.'
          : 'They no longer count. What agents proposed is closed on its sheet, too.'}
      </p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

const ReasonField = ({ value, onChange }: { value: string; onChange: (reason: string) => void }) => (
  <Field label="Why is it wrong? (optional)">
    <Textarea rows={3} maxLength={LONGEST_REASON} value={value} onChange={(_, data) => onChange(data.value)} />
  </Field>
);

/** Asks before a record is called wrong, and why it is (FEAT-25, OP-29). */
export function RejectDialog({ recordId, onClose }: RecordDialogProps) {
  const [reject, { isLoading, error }] = useRejectRecordMutation();
  const [reason, setReason] = useState('');
  const confirm = async () => {
    const { error: failure } = await reject({ historyId: recordId, reason: reason.trim() });
    if (!failure) onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Reject record"
      confirmLabel="Reject"
      busyLabel="Rejecting..."
      busy={isLoading}
      error={error ? errorMessage(error, 'Please try again.') : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p style={{ marginBottom: '12px' }}>
        The record no longer counts, and a new one says that you hold it to be wrong. Both stay in the history.
      </p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
