import { documentsApi, type ProjectDocument } from '../../evidence/documents-api.js';
import type { ApiDispatch } from '../../lib/api-thunks.js';
import { offerUndo } from '../../lib/undo.js';

type Facts = Pick<ProjectDocument, 'title' | 'category' | 'description'>;

/** What is sent: an empty description is left out, which removes it. */
const changesOf = ({ title, category, description }: Facts) => ({
  title,
  category,
  ...(description ? { description } : {}),
});

/** What a person changed, in words. */
const whatChanged = (before: Facts, after: Facts): string =>
  before.title !== after.title
    ? 'name'
    : before.category !== after.category
      ? 'category'
      : before.description !== (after.description || null)
        ? 'description'
        : '';

/**
 * Saves what a person says of a document (DOC-09 to DOC-11); a toast says so and offers to take it back.
 * @returns the error of the call, if it was refused
 */
export async function saveDocument(dispatch: ApiDispatch, document: ProjectDocument, facts: Facts): Promise<unknown> {
  const { updateDocument } = documentsApi.endpoints;
  const save = (said: Facts) => dispatch(updateDocument.initiate({ id: document.id, changes: changesOf(said) }));
  const { error } = await save(facts);
  const what = whatChanged(document, facts);
  if (!error && what)
    offerUndo(
      { title: 'Document changed', description: facts.title, id: document.id },
      { what: `${what} of “${document.title}”`, undo: () => save(document).unwrap() },
    );
  return error;
}
