import { useCallback, useMemo } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import { useMe } from '../../../lib/session/me.js';
import { useProject } from '../../../lib/project/project-context.js';

/** The user's permissions on annotations of the project, and their identity. */
export function useSheetRights() {
  const me = useMe();
  const { canEdit } = useProject();
  const mayManageAgents = me?.permissions.canManageAgents === true;
  const isEditable = useCallback(
    ({ author_type }: ShownAnnotation) => canEdit && (author_type === 'human' || mayManageAgents),
    [canEdit, mayManageAgents],
  );
  const author = useMemo(() => (me ? { id: me.author_id, name: me.name, type: 'human' as const } : null), [me]);
  return {
    canEdit,
    /** Creating and linking annotations requires the user's id. */
    mayAnnotate: canEdit && me !== undefined,
    isEditable,
    author,
  };
}
