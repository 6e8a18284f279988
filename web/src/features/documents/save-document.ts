import { documentsApi, type ProjectDocument } from '../../evidence/documents-api.js';
import type { ApiDispatch } from '../../lib/http/api-thunks.js';
import { apiErrorOf, CallError, type ApiError } from '../../lib/http/errors.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeInBulk, refusalsOf } from './bulk-changes.js';

const FACTS = ['title', 'category', 'description'] as const;
export type Facts = Pick<ProjectDocument, (typeof FACTS)[number]>;

const CONFLICT_CODES = 'overtaken';
/** Unrelated changes, such as processing, conflict with saving. */
const TRIES = 5;

/** Request body; omitting the description removes it. */
const changesOf = ({ title, category, description }: Facts) => ({
  title,
  category,
  ...(description ? { description } : {}),
});

const factsOf = ({ title, category, description }: Facts): Facts => ({ title, category, description });

const valuesIn = ({ title, category, description }: Facts, said: Partial<Facts>): Partial<Facts> => ({
  ...('title' in said && { title }),
  ...('category' in said && { category }),
  ...('description' in said && { description }),
});

const whatChanged = (before: Facts, after: Facts): string =>
  before.title !== after.title
    ? 'name'
    : before.category !== after.category
      ? 'category'
      : before.description !== (after.description || null)
        ? 'description'
        : '';

/** From the response of a refused change. */
export function theirValues(error: unknown): Facts | undefined {
  const { code, more } = apiErrorOf(error);
  return code === CONFLICT_CODES ? (more?.document as Facts) : undefined;
}

/** Edited fields whose current value differs from the seen and from the new one. */
export function conflictsIn(said: Partial<Facts>, seen: Facts, now: Facts): (keyof Facts)[] {
  const value = (facts: Partial<Facts>, name: keyof Facts): string => facts[name] ?? '';
  return FACTS.filter((name) => name in said && ![value(seen, name), value(said, name)].includes(value(now, name)));
}

const conflict = (document: Facts, names: readonly (keyof Facts)[]): ApiError => ({
  ...{ status: 409, code: CONFLICT_CODES, fields: {}, more: { document } },
  message: `Another user has changed the ${names.join(' and the ')}.`,
});

const refused = (message: string): ApiError => ({ status: 409, code: 'refused', message, fields: {} });

/**
 * DOC-09 to DOC-11, with a toast that offers undo. Other fields keep their current values, which the classifier or
 * another user may have changed (OP-18).
 * @returns the error of the call, if refused
 */
export async function saveDocument(
  dispatch: ApiDispatch,
  id: string,
  said: Partial<Facts>,
  seen: Facts,
): Promise<unknown> {
  const { getDocument, updateDocument } = documentsApi.endpoints;
  /** @returns the current document. Rejects if another user changed the same fields. */
  const current = async (changes: Partial<Facts>, from: Facts): Promise<ProjectDocument> => {
    const now = await dispatch(getDocument.initiate(id, { forceRefetch: true, subscribe: false })).unwrap();
    const names = conflictsIn(changes, from, now);
    if (names.length > 0) throw new CallError(conflict(factsOf(now), names));
    return now;
  };
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
  /** Also restores who set the category, so an uncertain one needs review again. */
  const saveCategory = async (category: string): Promise<void> => {
    const { project_id, title } = await current({ category }, seen);
    const wish = { project_id, action: 'set_category', ids: [id], category } as const;
    const words = { done: 'given the category', undone: () => `category of “${title}”`, note: title };
    const { changes, failure } = await changeInBulk(dispatch, [wish], words);
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
