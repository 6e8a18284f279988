import { documentsApi, type ProjectDocument } from '../../evidence/documents-api.js';
import type { ApiDispatch } from '../../lib/api-thunks.js';
import { apiErrorOf, CallError, type ApiError } from '../../lib/errors.js';
import { offerUndo } from '../../lib/undo.js';
import { changeSeveral, refusalsOf } from './bulk-changes.js';

const FACTS = ['title', 'category', 'description'] as const;
/** What people say of a document. */
export type Facts = Pick<ProjectDocument, (typeof FACTS)[number]>;

/** Code of the refusal to write over what somebody else has said of the same thing. */
const OVERTAKEN = 'overtaken';
/** Tries to save a document that changes otherwise meanwhile, as one does that is being processed. */
const TRIES = 5;

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

/** The document as somebody else has left it, in the answer to a change that would have written over theirs. */
export function theirsIn(error: unknown): Facts | undefined {
  const { code, more } = apiErrorOf(error);
  return code === OVERTAKEN ? (more?.document as Facts) : undefined;
}

/** Which things that a person said something of are not as they saw them, nor as they say. */
export function overtakenIn(said: Partial<Facts>, seen: Facts, now: Facts): (keyof Facts)[] {
  const value = (facts: Partial<Facts>, name: keyof Facts): string => facts[name] ?? '';
  return FACTS.filter((name) => name in said && ![value(seen, name), value(said, name)].includes(value(now, name)));
}

const overtaken = (document: Facts, names: readonly (keyof Facts)[]): ApiError => ({
  ...{ status: 409, code: OVERTAKEN, fields: {}, more: { document } },
  message: `Somebody else has changed the ${names.join(' and the ')} meanwhile.`,
});

/** The error of a change that was answered, and was refused. */
const refused = (message: string): ApiError => ({ status: 409, code: 'refused', message, fields: {} });

/**
 * Saves what a person says of a document (DOC-09 to DOC-11); a toast says so and offers to take it back. What they say nothing of
 * stays as it is by then: the classifier or somebody else may have spoken since the document was read (OP-18). What somebody else
 * has said of the same things since is not written over.
 * @param said only what the person changed
 * @param seen the document as they saw it
 * @returns the error of the call, if it was refused
 */
export async function saveDocument(
  dispatch: ApiDispatch,
  id: string,
  said: Partial<Facts>,
  seen: Facts,
): Promise<unknown> {
  const { getDocument, updateDocument } = documentsApi.endpoints;
  /** @returns the document as it is. Rejects when somebody else has changed what is to be changed. */
  const current = async (changes: Partial<Facts>, from: Facts): Promise<ProjectDocument> => {
    const now = await dispatch(getDocument.initiate(id, { forceRefetch: true, subscribe: false })).unwrap();
    const names = overtakenIn(changes, from, now);
    if (names.length > 0) throw new CallError(overtaken(factsOf(now), names));
    return now;
  };
  /** @returns the document before and after. Rejects when it is refused. */
  const save = async (changes: Partial<Facts>, from: Facts): Promise<[before: Facts, after: Facts]> => {
    for (let tries = 1; ; tries++) {
      const before = await current(changes, from);
      const after = { ...factsOf(before), ...changes };
      const sent = { ...changesOf(after), updated_at: before.updated_at };
      const { error } = await dispatch(updateDocument.initiate({ id, changes: sent }));
      if (!error) return [before, after];
      const refusal = apiErrorOf(error);
      if (refusal.code !== 'stale' || tries === TRIES) throw new CallError(refusal);
    }
  };
  /** A category alone is taken back with whose word it was, so that one that nobody was sure of needs review again. */
  const saveCategory = async (category: string): Promise<void> => {
    const { project_id, title } = await current({ category }, seen);
    const wish = { project_id, action: 'set_category', ids: [id], category } as const;
    const words = { done: 'given the category', undone: () => `category of “${title}”`, note: title };
    const { changes, failure } = await changeSeveral(dispatch, [wish], words);
    const reason = failure || refusalsOf(changes);
    if (reason) throw new CallError(refused(reason));
  };
  try {
    if (said.category !== undefined && Object.keys(said).length === 1) {
      await saveCategory(said.category);
      return undefined;
    }
    const [before, after] = await save(said, seen);
    const what = whatChanged(before, after);
    if (what)
      offerUndo(
        { title: 'Document changed', description: after.title, id },
        { what: `${what} of “${before.title}”`, undo: () => save(valuesIn(before, said), after) },
      );
    return undefined;
  } catch (error) {
    return error;
  }
}
