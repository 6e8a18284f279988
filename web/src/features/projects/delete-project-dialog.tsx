import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { errorMessage } from '../../lib/errors.js';
import type { Project } from '../../lib/project-context.js';
import { notify } from '../../lib/toasts.js';
import { useDeleteProjectMutation } from './api.js';

export interface DeleteProjectDialogProps {
  project: Project;
  onClose: () => void;
}

/** Asks before a project is deleted (PROJ-24). The row leaves the list at once and comes back when the server refuses. */
export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const [remove, { isLoading }] = useDeleteProjectMutation();
  const [error, setError] = useState<string>();
  const confirm = async (): Promise<void> => {
    setError(undefined);
    try {
      await remove(project.id).unwrap();
      notify({ type: 'success', title: 'Project deleted', description: project.title });
      onClose();
    } catch (thrown) {
      setError(errorMessage(thrown, 'Failed to delete project'));
    }
  };
  return (
    <ConfirmDialog
      open
      title="Delete Project"
      destroys
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isLoading}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`Delete project "${project.title}"? This cannot be undone.`}
    </ConfirmDialog>
  );
}
