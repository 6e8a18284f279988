import { Dialog, DialogSurface } from '@fluentui/react-components';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { FocusReturn } from '../../components/focus-return.js';
import { SecretField } from '../../components/secret-field.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { errorMessage } from '../../lib/http/errors.js';
import { exact } from '../../lib/ui/formats.js';
import { useRotateApiKeyMutation, type ApiKey, type RotatedApiKey } from './api.js';

/** Rotates a key's secret after confirmation and shows the new one once. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [rotate, { isLoading, error }] = useRotateApiKeyMutation();
  const [rotated, setRotated] = useState<RotatedApiKey>();
  const rotationId = useCreationId();
  const confirm = async (): Promise<void> => {
    try {
      setRotated(await rotate({ id: apiKey.id, rotationId: rotationId({ id: apiKey.id }) }).unwrap());
    } catch {
      return; // the dialog shows the error
    }
  };
  if (rotated)
    return (
      <Dialog open modalType="alert">
        <DialogSurface>
          <FocusReturn />
          <SecretField title="Secret replaced" what="API key" secret={rotated.key} onDone={onClose}>
            {rotated.key === undefined
              ? rotated.message
              : `Copy the new secret now: it is shown only this once and cannot be read again. The old one works until ${exact(rotated.old_secret_until)}.`}
          </SecretField>
        </DialogSurface>
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      title="Replace secret"
      confirmLabel="Replace"
      busyLabel="Replacing..."
      busy={isLoading}
      error={error && errorMessage(error, 'Failed to replace the secret')}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`"${apiKey.name}" gets a new secret. Programs with the one it has now go on for 24 hours.`}
      {apiKey.old_secret_until && Date.parse(apiKey.old_secret_until) > Date.now()
        ? ' The one before that, which still works, ends at once.'
        : null}
    </ConfirmDialog>
  );
}
