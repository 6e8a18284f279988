import type { BulkChange } from '@symbio/client';
import type { BulkAction } from '@symbio/proto/document/vocabulary';
import { api, type Envelope } from '../../lib/api.js';
import type { ApiDispatch } from '../../lib/api-thunks.js';
import { apiErrorOf, changeRefusal } from '../../lib/errors.js';
import { notify } from '../../lib/toasts.js';
import { offerUndo } from '../../lib/undo.js';
import { uuidV7 } from '../../lib/uuid.js';

/** What is asked for: a thing done with several documents, which the server ends also when this tab is closed. */
export interface BulkWish {
  project_id: string;
  action: BulkAction;
  ids?: readonly string[];
  /** With `process`, in the place of `ids`: all maps that nobody has had processed yet. */
  all_maps?: true;
  /** With `set_category`. */
  category?: string;
}

/** What shows a document, or what is on it. */
export const SHOWN = [
  'Document',
  'DocumentPage',
  'Project',
  'Job',
  'JobStats',
  'Annotation',
  'PageAnnotations',
  'Mention',
] as const;

const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeDocuments: build.mutation<BulkChange, BulkWish & { id: string }>({
      extraOptions: { failure: 'Failed to update document' },
      query: (body) => ({ url: '/api/public/documents/batch', method: 'POST', body }),
      transformResponse: (answer: Envelope<BulkChange>) => answer.data,
      invalidatesTags: [...SHOWN],
    }),
    undoChange: build.mutation<BulkChange, string>({
      extraOptions: { failure: 'Failed to update document' },
      query: (id) => ({ url: `/api/public/documents/batch/${encodeURIComponent(id)}/undo`, method: 'POST' }),
      transformResponse: (answer: Envelope<BulkChange>) => answer.data,
      invalidatesTags: [...SHOWN],
    }),
  }),
});

export const count = (documents: number): string => `${documents} ${documents === 1 ? 'document' : 'documents'}`;

/** Reasons that a toast has room for. */
const MOST_REASONS = 4;

/** Why some were refused, a line each. */
function reasonsOf(changes: readonly BulkChange[]): string {
  const lines = changes
    .flatMap(({ outcomes }) => outcomes)
    .flatMap(({ title, error }) => (error ? [title ? `${title}: ${error}` : error] : []));
  const more = lines.length - MOST_REASONS;
  return [...lines.slice(0, MOST_REASONS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

const sum = (changes: readonly BulkChange[], of: 'done' | 'unchanged' | 'refused'): number =>
  changes.reduce((all, change) => all + change[of], 0);

/** How a change is told. */
export interface BulkWords {
  /** After "3 documents": what was done, e.g. `deleted`. */
  done: string;
  /** After "Undone: ", with how many, e.g. `deletion of 3 documents`. */
  undone: (documents: string) => string;
  /** Said below the toast when nothing was refused. */
  note?: string;
}

/** Statuses that leave open whether the server has heard of it: asked again under its id it is done once. */
const UNANSWERED: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/**
 * Does one thing with several documents, as one operation of the server; a toast says what was done and what was refused and
 * why, and offers to take all of it back.
 * @returns the changes, more than one where there are more documents than one takes; or why nothing could be asked for
 */
export async function changeSeveral(
  dispatch: ApiDispatch,
  wishes: readonly BulkWish[],
  words: BulkWords,
): Promise<{ changes: BulkChange[]; failure: string }> {
  const changes: BulkChange[] = [];
  let failure = '';
  for (const wish of wishes) {
    const call = () => dispatch(bulkApi.endpoints.changeDocuments.initiate(asked));
    const asked = { ...wish, id: uuidV7() };
    let { data, error } = await call();
    if (error && UNANSWERED.has(apiErrorOf(error).status)) ({ data, error } = await call());
    if (data) changes.push(data);
    if (error) failure = changeRefusal(error);
    if (error) break;
  }
  tell(dispatch, changes, words);
  return { changes, failure };
}

function tell(dispatch: ApiDispatch, changes: readonly BulkChange[], { done, undone, note }: BulkWords): void {
  const changed = sum(changes, 'done');
  const so = changed + sum(changes, 'unchanged');
  const refused = sum(changes, 'refused');
  if (so + refused === 0) return;
  const title = `${count(so)} ${done}${refused > 0 ? `, ${refused} not` : ''}`;
  const description = refused > 0 ? reasonsOf(changes) : note;
  if (changed === 0)
    return notify({ type: refused > 0 ? (so === 0 ? 'error' : 'warning') : 'success', title, description });
  offerUndo(
    { title, description, ...(refused > 0 && { type: 'warning' }) },
    { what: undone(count(changed)), undo: () => takeBack(dispatch, changes) },
  );
}

/** @returns false: some stay as they are, which was told */
async function takeBack(dispatch: ApiDispatch, changes: readonly BulkChange[]): Promise<boolean> {
  const undone: BulkChange[] = [];
  for (const { id } of [...changes].reverse())
    undone.push(await dispatch(bulkApi.endpoints.undoChange.initiate(id)).unwrap());
  const refused = sum(undone, 'refused');
  if (refused > 0)
    notify({
      type: 'warning',
      title: `${count(sum(undone, 'done') + sum(undone, 'unchanged'))} as before, ${refused} not`,
      description: reasonsOf(undone),
    });
  return refused === 0;
}

/** Why some of several were refused, each reason once; empty: none was. */
export const refusalsOf = (changes: readonly BulkChange[]): string =>
  [...new Set(changes.flatMap(({ outcomes }) => outcomes.flatMap(({ error }) => error ?? [])))].join(' ');
