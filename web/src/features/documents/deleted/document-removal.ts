import { documentsApi } from '../../../evidence/documents-api.js';
import type { ApiDispatch } from '../../../lib/api-thunks.js';
import { changeRefusal } from '../../../lib/errors.js';
import { notify } from '../../../lib/toasts.js';
import { offerUndo } from '../../../lib/undo.js';
import { deletedDocumentsApi } from './deleted-documents-api.js';

type Removed = Readonly<{ id: string; title: string }>;

/** Documents that are written side by side. */
const AT_ONCE = 4;

const named = (documents: readonly Removed[]): string =>
  documents.length === 1 ? `“${documents[0]?.title}”` : `${documents.length} documents`;

/** Does something with each; answers those it was done with, and why it was refused for others. */
async function forEach(
  documents: readonly Removed[],
  work: (document: Removed) => Promise<{ error?: unknown }>,
): Promise<{ done: Removed[]; refusals: string[] }> {
  const done: Removed[] = [];
  const refusals = new Set<string>();
  const one = async (document: Removed): Promise<void> => {
    const { error } = await work(document);
    if (error) refusals.add(changeRefusal(error));
    else done.push(document);
  };
  for (let at = 0; at < documents.length; at += AT_ONCE) await Promise.all(documents.slice(at, at + AT_ONCE).map(one));
  return { done, refusals: [...refusals] };
}

/** Takes back the deletion of documents. Refusals are told; answers those that are there again. */
async function broughtBack(dispatch: ApiDispatch, documents: readonly Removed[]): Promise<readonly Removed[]> {
  const { restoreDocument } = deletedDocumentsApi.endpoints;
  const { done, refusals } = await forEach(documents, ({ id }) => dispatch(restoreDocument.initiate(id)));
  if (refusals.length > 0)
    notify({ type: 'error', title: 'Failed to restore document', description: refusals.join(' ') });
  return done;
}

const remove = (dispatch: ApiDispatch, documents: readonly Removed[]) =>
  forEach(documents, ({ id }) => dispatch(documentsApi.endpoints.deleteDocument.initiate(id)));

/**
 * Deletes documents; a toast says so and offers to take it back.
 * @returns why it was refused for some of them; empty: all are deleted
 */
export async function removeDocuments(dispatch: ApiDispatch, documents: readonly Removed[]): Promise<string> {
  const { done, refusals } = await remove(dispatch, documents);
  if (done.length > 0)
    offerUndo(
      {
        title: done.length === 1 ? 'Document deleted' : `${done.length} documents deleted`,
        description: done.length === 1 ? done[0]?.title : 'They can be restored for 30 days.',
      },
      {
        what: `deletion of ${named(done)}`,
        undo: async () => (await broughtBack(dispatch, done)).length === done.length,
      },
    );
  return refusals.join(' ');
}

/** Restores documents from the list of deleted ones, which can be taken back in turn. */
export async function restoreDocuments(dispatch: ApiDispatch, documents: readonly Removed[]): Promise<void> {
  const done = await broughtBack(dispatch, documents);
  if (done.length === 0) return;
  offerUndo(
    {
      title: done.length === 1 ? 'Document restored' : `${done.length} documents restored`,
      description: done.length === 1 ? done[0]?.title : undefined,
    },
    {
      what: `restoring of ${named(done)}`,
      undo: async () => {
        const { refusals } = await remove(dispatch, done);
        if (refusals.length > 0)
          notify({ type: 'error', title: 'Failed to delete document', description: refusals.join(' ') });
        return refusals.length === 0;
      },
    },
  );
}

/** Removes deleted documents for good. @returns why it was refused for some of them; empty: all are gone */
export async function eraseDocuments(dispatch: ApiDispatch, documents: readonly Removed[]): Promise<string> {
  const { eraseDocument } = deletedDocumentsApi.endpoints;
  const { done, refusals } = await forEach(documents, ({ id }) => dispatch(eraseDocument.initiate(id)));
  if (done.length > 0)
    notify({
      type: 'success',
      title: done.length === 1 ? 'Document deleted for good' : `${done.length} documents deleted for good`,
      description: done.length === 1 ? done[0]?.title : undefined,
    });
  return refusals.join(' ');
}
