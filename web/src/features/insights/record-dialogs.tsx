import { Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { undoMentionChange } from '../../evidence/undo-association.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import { errorMessage } from '../../lib/http/errors.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { useSupersedeRecordMutation } from '../../evidence/evidence-api.js';
import { useFindingActions, type Finding } from './use-finding-actions.js';

interface RecordDialogProps {
  finding: Finding;
  onClose: () => void;
}

/** FEAT-25, API-13 */
export function SupersedeDialog({ finding: { mention }, onClose }: RecordDialogProps) {
  const dispatch = useApiDispatch();
  const [supersede, { isLoading, error }] = useSupersedeRecordMutation();
  const confirm = async () => {
    const { error: failure } = await supersede(mention.current_history_id ?? '');
    if (failure) return;
    offerUndo(
      { title: 'Record superseded' },
      { what: 'superseding a record', undo: () => dispatch(undoMentionChange(mention)) },
    );
    onClose();
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

/** Characters; the server's limit. */
const MAX_REASON = 500;

interface RejectDialogProps {
  findings: readonly Finding[];
  /** @param isDone false if cancelled */
  onClose: (isDone: boolean) => void;
}

/** FEAT-25, OP-29. Stays open for findings whose rejection failed. */
export function RejectDialog({ findings: asked, onClose }: RejectDialogProps) {
  const { reject } = useFindingActions();
  const [findings, setFindings] = useState(asked);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isOne = findings.length === 1;
  const confirm = async () => {
    setBusy(true);
    const left = await reject(findings, reason.trim());
    setBusy(false);
    if (left.length === 0) onClose(true);
    else setFindings(left);
  };
  return (
    <ConfirmDialog
      open
      title={isOne ? 'Reject finding' : `Reject ${findings.length} findings`}
      destroys
      confirmLabel="Reject"
      busyLabel="Rejecting..."
      busy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={() => onClose(false)}
    >
      <p style={{ marginBottom: '12px' }}>
        {isOne
          ? 'It no longer counts, and the history records that you rejected it. An agent’s proposal is also closed on its sheet.'
          : 'They no longer count, and the history records that you rejected them. Agents’ proposals are also closed on their sheets.'}
      </p>
      <Field label="Why is it wrong? (optional)">
        <Textarea rows={3} maxLength={MAX_REASON} value={reason} onChange={(_, { value }) => setReason(value)} />
      </Field>
    </ConfirmDialog>
  );
}
