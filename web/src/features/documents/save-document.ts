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

const factsOf = ({ title, category, description }: Facts): Facts => ({ title, category, description });

/** What a document says of the things that a person said something of. */
const valuesIn = ({ title, category, description }: Facts, said: Partial<Facts>): Partial<Facts> => ({
  ...('title' in said && { title }),
  ...('category' in said && { category }),
  ...('description' in said && { description }),
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
 * Saves what a person says of a document (DOC-09 to DOC-11); a toast says so and offers to take it back. What they say nothing of
 * stays as it is by then: the classifier or somebody else may have spoken since the document was read (OP-18).
 * @param said only what the person changed
 * @returns the error of the call, if it was refused
 */
export async function saveDocument(dispatch: ApiDispatch, id: string, said: Partial<Facts>): Promise<unknown> {
  const { getDocument, updateDocument } = documentsApi.endpoints;
  /** @returns the document before and after. Rejects when it is refused. */
  const save = async (changes: Partial<Facts>): Promise<[before: Facts, after: Facts]> => {
    const before = await dispatch(getDocument.initiate(id, { forceRefetch: true, subscribe: false })).unwrap();
    const after = { ...factsOf(before), ...changes };
    await dispatch(updateDocument.initiate({ id, changes: changesOf(after) })).unwrap();
    return [before, after];
  };
  try {
    const [before, after] = await save(said);
    const what = whatChanged(before, after);
    if (what)
      offerUndo(
        { title: 'Document changed', description: after.title, id },
        { what: `${what} of “${before.title}”`, undo: () => save(valuesIn(before, said)) },
      );
    return undefined;
  } catch (error) {
    return error;
  }
}
