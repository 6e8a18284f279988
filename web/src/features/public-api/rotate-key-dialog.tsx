import { useState } from 'react';
import { ReplaceSecretDialog, SecretField } from '../../components/secret-dialogs.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { exact } from '../../lib/ui/formats.js';
import { useRotateApiKeyMutation, type ApiKey, type RotatedApiKey } from './api.js';

/** Shows the new secret once. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [rotate, { isLoading, error }] = useRotateApiKeyMutation();
  const [rotated, setRotated] = useState<RotatedApiKey>();
  const rotationId = useCreationId();
  const confirm = async (): Promise<void> => {
    try {
      setRotated(await rotate({ id: apiKey.id, rotationId: rotationId({ id: apiKey.id }) }).unwrap());
    } catch {
      return;
    }
  };
  return (
    <ReplaceSecretDialog
      busy={isLoading}
      error={error}
      secret={
        rotated && (
          <SecretField title="Secret replaced" what="API key" secret={rotated.key} onDone={onClose}>
            {rotated.key === undefined
              ? rotated.message
              : `Copy the new secret now: it is shown only this once and cannot be read again. The old one works until ${exact(rotated.old_secret_until)}.`}
          </SecretField>
        )
      }
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {`"${apiKey.name}" gets a new secret. Programs with the current secret keep working for 24 hours.`}
      {apiKey.old_secret_until && Date.parse(apiKey.old_secret_until) > Date.now()
        ? ' The previous secret, which still works, stops at once.'
        : null}
    </ReplaceSecretDialog>
  );
}
