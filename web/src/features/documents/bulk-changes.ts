import type { BulkChange } from '@symbio/client';
import type { BulkAction } from '@symbio/proto/document/vocabulary';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation, type BodyOf } from '../../lib/http/operation.js';
import type { ApiDispatch } from '../../lib/http/api-thunks.js';
import { apiErrorOf, changeRefusal, distinctReasons } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { countText } from '../../lib/ui/formats.js';

/** Server completes it even if this tab closes. */
export interface BulkRequest {
  project_id: string;
  action: BulkAction;
  ids?: readonly string[];
  /** With `process`, instead of `ids`: all maps not yet processed. */
  all_maps?: true;
  category?: string;
  /** With `set_details`; empty removes it. */
  year?: string;
  provider?: string;
}

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
    changeDocuments: build.mutation<BulkChange, BulkRequest & { id: string }>({
      extraOptions: { failure: 'Failed to update document' },
      query: (body) =>
        // categories of a newer server too
        operation('POST', '/api/public/documents/batch', {
          body: body as BodyOf<'POST', '/api/public/documents/batch'>,
        }),
      transformResponse: (answer: Envelope<BulkChange>) => answer.data,
      invalidatesTags: [...SHOWN],
    }),
    undoChange: build.mutation<BulkChange, string>({
      extraOptions: { failure: 'Failed to update document' },
      query: (id) => operation('POST', '/api/public/documents/batch/{id}/undo', { path: { id } }),
      transformResponse: (answer: Envelope<BulkChange>) => answer.data,
      invalidatesTags: [...SHOWN],
    }),
  }),
});

export const count = (documents: number): string => countText(documents, 'document');

const MAX_REASONS = 4;

function reasonsOf(changes: readonly BulkChange[]): string {
  const lines = changes
    .flatMap(({ outcomes }) => outcomes)
    .flatMap(({ title, error }) => (error ? [title ? `${title}: ${error}` : error] : []));
  const more = lines.length - MAX_REASONS;
  return [...lines.slice(0, MAX_REASONS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

const sum = (changes: readonly BulkChange[], of: 'done' | 'unchanged' | 'refused'): number =>
  changes.reduce((all, change) => all + change[of], 0);

export interface BulkTexts {
  /** Follows "3 documents": `deleted`. */
  done: string;
  /** Follows "Undone: ": `deletion of 3 documents`. */
  undone: (documents: string) => string;
  /** Below the toast if nothing was refused. */
  note?: string;
}

/** Statuses after which the outcome is unknown; the operation id makes the retry idempotent. */
const UNANSWERED: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Toast reports successes and refusals and offers undo. */
export async function changeInBulk(
  dispatch: ApiDispatch,
  requests: readonly BulkRequest[],
  words: BulkTexts,
): Promise<{ changes: BulkChange[]; failure: string }> {
  const changes: BulkChange[] = [];
  let failure = '';
  for (const request of requests) {
    const call = () => dispatch(bulkApi.endpoints.changeDocuments.initiate(asked));
    const asked = { ...request, id: uuidV7() };
    let { data, error } = await call();
    if (error && UNANSWERED.has(apiErrorOf(error).status)) ({ data, error } = await call());
    if (data) changes.push(data);
    if (error) failure = changeRefusal(error);
    if (error) break;
  }
  notifyOutcome(dispatch, changes, words);
  return { changes, failure };
}

function notifyOutcome(dispatch: ApiDispatch, changes: readonly BulkChange[], { done, undone, note }: BulkTexts): void {
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
    { what: undone(count(changed)), undo: () => undo(dispatch, changes) },
  );
}

/** @returns false if some could not be undone, which was shown */
async function undo(dispatch: ApiDispatch, changes: readonly BulkChange[]): Promise<boolean> {
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

/** Distinct reasons; empty if nothing was refused. */
export const refusalsOf = (changes: readonly BulkChange[]): string =>
  distinctReasons(changes.flatMap(({ outcomes }) => outcomes.flatMap(({ error }) => error ?? [])));
