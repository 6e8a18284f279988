import { useCallback, useMemo } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import { useMe } from '../../../lib/session/me.js';
import { useProject } from '../../../lib/project/project-context.js';

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
    /** Requires the user's id. */
    mayAnnotate: canEdit && me !== undefined,
    isEditable,
    author,
  };
}
