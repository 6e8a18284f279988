import { Field } from '@fluentui/react-components';
import { useState } from 'react';
import type { Organization } from '@symbio/client/app';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import type { Project } from '../../lib/project/project-context.js';
import { useSetOrganizationMutation } from './api.js';
import { OrganizationSelect } from './organization-select.js';

export interface ProjectOrganizationDialogProps {
  project: Project;
  organizations: readonly Organization[];
  onClose: () => void;
}

/** Moves a project to an organization (decision 0158). Stays open on failure. */
export function ProjectOrganizationDialog({ project, organizations, onClose }: ProjectOrganizationDialogProps) {
  const [before] = useState(project.organization_id ?? '');
  const [chosen, setChosen] = useState(before);
  const [move, { isLoading, error }] = useSetOrganizationMutation();

  const confirm = async (): Promise<void> => {
    try {
      await move({ id: project.id, organizationId: chosen }).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    offerUndo(
      { title: 'Organization changed', description: project.title },
      {
        what: `organization of project “${project.title}”`,
        undo: () => move({ id: project.id, organizationId: before }).unwrap(),
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
      busy={isLoading}
      disabled={chosen === before}
      {...(error ? { error: changeRefusal(error) } : {})}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <Field label="Organization of the project" hint="Members of other organizations lose access.">
        <OrganizationSelect value={chosen} organizations={organizations} onChange={setChosen} />
      </Field>
    </ConfirmDialog>
  );
}
