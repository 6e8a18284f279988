import { Field, Input, Select } from '@fluentui/react-components';
import { useState } from 'react';
import type { Organization } from '@symbio/client/app';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { useRenameOrganizationMutation } from './api.js';

export interface RenameOrganizationDialogProps {
  /** At least one. */
  organizations: readonly [Organization, ...Organization[]];
  onClose: () => void;
}

/** Renames an organization (decision 0158). Stays open on failure. */
export function RenameOrganizationDialog({ organizations, onClose }: RenameOrganizationDialogProps) {
  const [chosen, setChosen] = useState(organizations[0]);
  const [name, setName] = useState(chosen.name);
  const [rename, { isLoading, error }] = useRenameOrganizationMutation();
  const newName = name.trim();

  const choose = (id: string): void => {
    const organization = organizations.find((one) => one.id === id) ?? chosen;
    setChosen(organization);
    setName(organization.name);
  };

  const confirm = async (): Promise<void> => {
    try {
      await rename({ id: chosen.id, name: newName }).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    offerUndo(
      { title: 'Organization renamed', description: newName },
      { what: `name of ${newName}`, undo: () => rename(chosen).unwrap() },
    );
    onClose();
  };

  return (
    <ConfirmDialog
      open
      title="Rename organization"
      confirmLabel="Rename"
      busyLabel="Renaming..."
      busy={isLoading}
      disabled={newName === '' || newName === chosen.name}
      {...(error ? { error: changeRefusal(error) } : {})}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <Field label="Organization">
        <Select value={chosen.id} onChange={(_, data) => choose(data.value)}>
          {organizations.map((organization) => (
            <option key={organization.id} value={organization.id}>
              {organization.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Name" required>
        <Input value={name} onChange={(_, data) => setName(data.value)} />
      </Field>
    </ConfirmDialog>
  );
}
