import { useState } from 'react';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { notify } from '../../../lib/ui/toasts.js';
import { changeInBulk } from '../bulk-changes.js';

/** DOC-11 */
export function useBulkCategory(projectId: string) {
  const dispatch = useApiDispatch();
  const [isBusy, setBusy] = useState(false);
  const run = async (documents: readonly ProjectDocument[], category: string): Promise<void> => {
    setBusy(true);
    const ids = documents.map(({ id }) => id);
    const wish = { project_id: projectId, action: 'set_category', ids, category } as const;
    const words = { done: 'given the category', undone: (some: string) => `category of ${some}` };
    const { failure } = await changeInBulk(dispatch, [wish], words);
    setBusy(false);
    if (failure) notify({ type: 'error', title: 'Failed to update document. Please try again.', description: failure });
  };
  return { isBusy, run };
}
