import { RESTORABLE_DAYS, RETENTION_YEARS } from '@symbio/proto/limits';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import type { Project } from '../../lib/project/project-context.js';
import { projectsApi } from './api.js';
import { removeProject } from './deleted/project-removal.js';

export interface DeleteProjectDialogProps {
  project: Project;
  onClose: () => void;
  /** Called instead of closing; leaves the project's pages. */
  onDeleted?: () => void;
}

/** PROJ-24, OP-05. Optimistic with rollback; deleted projects can be restored. */
export function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const dispatch = useApiDispatch();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isDeleted = useRef(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setRefusal('');
    const refused = await removeProject(dispatch, project);
    setBusy(false);
    setRefusal(refused);
    if (refused) return;
    isDeleted.current = true;
    (onDeleted ?? onClose)();
  };
  // leave the project's pages before its cache is dropped, or they would read it again
  useEffect(
    () => () => {
      if (isDeleted.current)
        setTimeout(() => void dispatch(projectsApi.util.invalidateTags([{ type: 'Project', id: project.id }])));
    },
    [dispatch, project.id],
  );
  return (
    <ConfirmDialog
      open
      title="Delete Project"
      destroys
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isBusy}
      error={refusal || undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{`Delete project "${project.title}"? This cannot be undone.`}</p>
      <p>It can be restored for 30 days under Recently deleted.</p>
      <p>{`What cannot be undone: after ${RESTORABLE_DAYS} days, the project is deleted permanently.`}</p>
      <p>{`Issued reports are kept for ${RETENTION_YEARS} years after their issue. Administrators find them under Settings / Retained reports.`}</p>
    </ConfirmDialog>
  );
}
