import { useState } from 'react';
import { documentsApi, type ProjectDocument } from '../../../evidence/documents-api.js';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import { errorMessage } from '../../../lib/errors.js';
import { offerUndo } from '../../../lib/undo.js';
import { count, forEachOf, tellOutcome } from './process-documents.js';

/** Gives several documents one category (DOC-11); a toast says what became of them, and offers to take it back. */
export function useBulkCategory() {
  const dispatch = useApiDispatch();
  const [isBusy, setBusy] = useState(false);
  const save = (documents: readonly ProjectDocument[], categoryOf: (document: ProjectDocument) => string) =>
    forEachOf(documents, async (document) => {
      const { id, title, description } = document;
      const changes = { title, category: categoryOf(document), ...(description ? { description } : {}) };
      const { error } = await dispatch(documentsApi.endpoints.updateDocument.initiate({ id, changes }));
      return error ? errorMessage(error, 'Failed to update document') : null;
    });
  const run = async (documents: readonly ProjectDocument[], category: string): Promise<void> => {
    setBusy(true);
    const failures = await save(documents, () => category);
    setBusy(false);
    if (failures.length > 0) tellOutcome('given the category', documents.length, failures);
    const done = documents.filter((document) => !failures.some(({ item }) => item === document));
    if (done.length === 0) return;
    offerUndo(
      { title: `${count(done.length)} given the category` },
      {
        what: `category of ${count(done.length)}`,
        undo: async () => {
          const refused = await save(done, (document) => document.category);
          if (refused.length > 0) tellOutcome('given their category back', done.length, refused);
          return refused.length === 0;
        },
      },
    );
  };
  return { isBusy, run };
}
