import { useCallback, useMemo } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import { useMe } from '../../../lib/me.js';
import { useProject } from '../../../lib/project-context.js';

/** What the person may do with annotations of the project, and as whom. */
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
    /** Whether they may make annotations and link them, which takes to know who they are. */
    mayAnnotate: canEdit && me !== undefined,
    isEditable,
    author,
  };
}
