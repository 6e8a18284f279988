import type { NotErased } from '../../../components/deleted-list.js';
import { documentsApi } from '../../../evidence/documents-api.js';
import type { ApiDispatch } from '../../../lib/http/api-thunks.js';
import { changeRefusal, unlessNotFound } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { settleEach } from '../../../lib/http/bulk.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { changeInBulk, refusalsOf, type BulkRequest } from '../bulk-changes.js';
import { deletedDocumentsApi } from './deleted-documents-api.js';

type Removed = Readonly<{ id: string; title: string; project_id: string }>;

const requestOf = (action: 'delete' | 'restore', documents: readonly Removed[]): BulkRequest => ({
  project_id: documents[0]?.project_id ?? '',
  action,
  ids: documents.map(({ id }) => id),
});

/** @returns refusal reasons; empty if all were deleted */
export async function removeDocuments(dispatch: ApiDispatch, documents: readonly Removed[]): Promise<string> {
  const [document] = documents;
  if (!document) return '';
  if (documents.length > 1) {
    const { changes, failure } = await changeInBulk(dispatch, [requestOf('delete', documents)], {
      done: 'deleted',
      undone: (some) => `deletion of ${some}`,
      note: 'They can be restored for 30 days.',
    });
    return failure || refusalsOf(changes);
  }
  const { id, title } = document;
  const { error } = await dispatch(documentsApi.endpoints.deleteDocument.initiate(id));
  if (error) return changeRefusal(error);
  offerUndo(
    { title: 'Document deleted', description: title },
    {
      what: `deletion of “${title}”`,
      undo: () => dispatch(deletedDocumentsApi.endpoints.restoreDocument.initiate(id)).unwrap(),
    },
  );
  return '';
}

export async function restoreDocuments(dispatch: ApiDispatch, documents: readonly Removed[]): Promise<void> {
  const [document] = documents;
  if (!document) return;
  const failed = (description: string) => notify({ type: 'error', title: 'Failed to restore document', description });
  if (documents.length > 1) {
    const { failure } = await changeInBulk(dispatch, [requestOf('restore', documents)], {
      done: 'restored',
      undone: (some) => `restoration of ${some}`,
    });
    if (failure) failed(failure);
    return;
  }
  const { id, title } = document;
  const { error } = await dispatch(deletedDocumentsApi.endpoints.restoreDocument.initiate(id));
  if (error) return failed(changeRefusal(error));
  offerUndo(
    { title: 'Document restored', description: title },
    {
      what: `restoration of “${title}”`,
      undo: () => unlessNotFound(dispatch(documentsApi.endpoints.deleteDocument.initiate(id)).unwrap()),
    },
  );
}

/** @returns documents that were not deleted, and why */
export async function eraseDocuments<Document extends Removed>(
  dispatch: ApiDispatch,
  documents: readonly Document[],
): Promise<NotErased<Document>> {
  const { eraseDocument } = deletedDocumentsApi.endpoints;
  const { done: erased, failed } = await settleEach(documents, ({ id }) =>
    dispatch(eraseDocument.initiate(id)).unwrap(),
  );
  const done = erased.map(({ item }) => item);
  if (done.length > 0)
    notify({
      type: 'success',
      title: done.length === 1 ? 'Document permanently deleted' : `${done.length} documents permanently deleted`,
      description: done.length === 1 ? done[0]?.title : undefined,
    });
  return {
    left: failed.map(({ item }) => item),
    refusal: [...new Set(failed.map(({ error }) => changeRefusal(error)))].join(' '),
  };
}
