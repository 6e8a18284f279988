import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { errorMessage } from '../../lib/errors.js';
import { useRejectRecordMutation, useSupersedeRecordMutation } from '../../viewer/evidence-api.js';

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

/** Asks before a record is called wrong (FEAT-25, OP-29). */
export function RejectDialog({ recordId, onClose }: RecordDialogProps) {
  const [reject, { isLoading, error }] = useRejectRecordMutation();
  const confirm = async () => {
    const { error: failure } = await reject(recordId);
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
      The record no longer counts, and a new one says that you hold it to be wrong. Both stay in the history.
    </ConfirmDialog>
  );
}
