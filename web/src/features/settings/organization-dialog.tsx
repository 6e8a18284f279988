import { Field, Input, Select } from '@fluentui/react-components';
import { useState } from 'react';
import type { Organization } from '@symbio/client/app';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { OPERATOR } from '../../lib/session/organizations.js';
import { useCreateOrganizationMutation, useUpdateUserMutation, type ListedUser } from './api.js';
import { nameOf } from './user-table.js';

/** Value of the choice that names a new organization. */
const NEW = 'new';

export interface OrganizationDialogProps {
  user: ListedUser;
  organizations: readonly Organization[];
  onClose: () => void;
}

/** Moves a person to an organization, which may be a new one (decision 0158). Stays open on failure. */
export function OrganizationDialog({ user, organizations, onClose }: OrganizationDialogProps) {
  const before = user.organization_id ?? '';
  const [chosen, setChosen] = useState(before);
  const [newName, setNewName] = useState('');
  const [create, creation] = useCreateOrganizationMutation();
  const [update, change] = useUpdateUserMutation();
  const error = creation.error ?? change.error;
  const name = nameOf(user);
  const isUnfinished = chosen === NEW ? newName.trim() === '' : chosen === before;

  const confirm = async (): Promise<void> => {
    try {
      const organizationId = chosen === NEW ? (await create(newName.trim()).unwrap()).id : chosen;
      await update({ id: user.id, change: { organization_id: organizationId } }).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    offerUndo(
      { title: 'Organization changed', description: name },
      {
        what: `organization of ${name}`,
        undo: () => update({ id: user.id, change: { organization_id: before } }).unwrap(),
      },
    );
    onClose();
  };

  return (
    <ConfirmDialog
      open
      title="Change organization"
      confirmLabel="Change"
      busyLabel="Changing..."
      busy={creation.isLoading || change.isLoading}
      disabled={isUnfinished}
      {...(error ? { error: changeRefusal(error) } : {})}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <Field label={`Organization of ${name}`} hint="People see only projects and people of their own organization.">
        <Select value={chosen} onChange={(_, data) => setChosen(data.value)}>
          <option value="">{OPERATOR}</option>
          {organizations.map((organization) => (
            <option key={organization.id} value={organization.id}>
              {organization.name}
            </option>
          ))}
          <option value={NEW}>New organization</option>
        </Select>
      </Field>
      {chosen === NEW ? (
        <Field label="Name of the new organization" required>
          <Input value={newName} onChange={(_, data) => setNewName(data.value)} />
        </Field>
      ) : null}
    </ConfirmDialog>
  );
}
