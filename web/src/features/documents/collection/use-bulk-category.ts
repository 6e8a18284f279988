import { useState } from 'react';
import { errorMessage } from '../../../lib/errors.js';
import { useUpdateDocumentMutation } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { forEachOf, tellOutcome } from './process-documents.js';

/** Gives several documents one category (DOC-11); a toast says what became of them. */
export function useBulkCategory() {
  const [update] = useUpdateDocumentMutation();
  const [isBusy, setBusy] = useState(false);
  const run = async (documents: readonly ProjectDocument[], category: string): Promise<void> => {
    setBusy(true);
    const failures = await forEachOf(documents, async ({ id, title, description }) => {
      const { error } = await update({ id, changes: { title, category, ...(description ? { description } : {}) } });
      return error ? errorMessage(error, 'Failed to update document') : null;
    });
    setBusy(false);
    tellOutcome('given the category', documents.length, failures);
  };
  return { isBusy, run };
}
