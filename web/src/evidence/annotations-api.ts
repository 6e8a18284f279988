import type { AuthorType } from '@symbio/proto/identity/vocabulary';
import { api } from '../lib/api.js';
import type { Envelope } from '../lib/api.js';
import { errorMessage, isUnanswered } from '../lib/errors.js';
import { notify } from '../lib/toasts.js';
import { publishOutcome } from './annotation-outcomes.js';
import type { AnnotationOutcome } from './annotation-outcomes.js';
import type { ApiThunk } from '../lib/api-thunks.js';
import type { Annotation, AnnotationCoordinates, AnnotationType } from './annotation-records.js';
import { DEFAULT_LABEL, rounded } from './annotation-records.js';
import {
  markSending,
  nextWrite,
  queueChanges,
  queueRemoval,
  queueRestoration,
  receive,
  rollBackChanged,
  rollBackCreated,
  rollBackRemoved,
  rollBackRestored,
  settleChanged,
  settleCreated,
  settleRemoved,
  settleRestored,
  temporaryRow,
} from './annotation-rows.js';
import type { AnnotationChanges, AnnotationRow } from './annotation-rows.js';
import { uuidV7 } from '../lib/uuid.js';

const PATH = '/api/public/annotations';

/** Unconfirmed changes live in the cache: a sheet's entry outlives a look at another sheet. */
const KEPT_SECONDS = 3600;

interface NewAnnotation {
  id: string;
  document_page_id: string;
  document_id: string;
  annotation_type: AnnotationType;
  coordinates: AnnotationCoordinates;
  content: string;
}

export const annotationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The annotations of a page, with this browser's unconfirmed changes laid over them. */
    getPageAnnotations: build.query<AnnotationRow[], string>({
      query: (pageId) => ({ url: PATH, params: { document_page_id: pageId } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<Annotation[]>) => receive([], answer.data),
      merge: (current, incoming) => receive(current, incoming),
      providesTags: (_rows, _error, pageId) => [{ type: 'PageAnnotations', id: pageId }],
      keepUnusedDataFor: KEPT_SECONDS,
    }),
    /** One annotation: where it lies decides the sheet that a mention leads to. */
    getAnnotation: build.query<Annotation, string>({
      query: (id) => `/api/annotations/${encodeURIComponent(id)}`,
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
    }),
    postAnnotation: build.mutation<Annotation, NewAnnotation>({
      query: (body) => ({ url: PATH, method: 'POST', body }),
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
    }),
    putAnnotation: build.mutation<Annotation, { id: string; changes: AnnotationChanges; seen?: string }>({
      query: ({ id, changes, seen }) => ({
        url: PATH,
        params: { id },
        method: 'PUT',
        body: seen === undefined ? changes : { ...changes, updated_at: seen },
      }),
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
    }),
    deleteAnnotation: build.mutation<{ success: boolean }, string>({
      query: (id) => ({ url: PATH, params: { id }, method: 'DELETE' }),
      // its mention is left behind by the server's own rules: whatever shows mentions reads them again
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    postRestoration: build.mutation<Annotation, string>({
      query: (id) => ({ url: `/api/annotations/${encodeURIComponent(id)}/restore`, method: 'POST', body: {} }),
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
    }),
  }),
});

export const { useGetPageAnnotationsQuery, useLazyGetAnnotationQuery } = annotationsApi;

/** Changes the cached annotations of a page. */
export function patch(pageId: string, recipe: (rows: AnnotationRow[]) => void) {
  return annotationsApi.util.updateQueryData('getPageAnnotations', pageId, recipe);
}

export interface AnnotationDraft {
  pageId: string;
  documentId: string;
  type: AnnotationType;
  coordinates: AnnotationCoordinates;
  /** The default label when absent. */
  content?: string;
  author: { id: string; name: string | null; type: AuthorType };
}

/**
 * Creates an annotation: shown at once under a temporary id, rolled back with a toast when the server refuses it
 * (ANN-11, ANN-12). Resolves, once settled, whatever the outcome.
 *
 * @returns the row's key, known at once, and the settled outcome
 */
export function createAnnotation(draft: AnnotationDraft): ApiThunk<{ key: string; settled: Promise<void> }> {
  return (dispatch) => {
    const key = uuidV7();
    const body: NewAnnotation = {
      id: key,
      document_page_id: draft.pageId,
      document_id: draft.documentId,
      annotation_type: draft.type,
      coordinates: rounded(draft.coordinates),
      content: draft.content ?? DEFAULT_LABEL,
    };
    const shown = {
      ...body,
      author_id: draft.author.id,
      author_type: draft.author.type,
      author_name: draft.author.name,
    };
    const row = temporaryRow(key, shown, new Date().toISOString());
    dispatch(patch(draft.pageId, (rows) => void rows.push(row)));
    const settled = dispatch(annotationsApi.endpoints.postAnnotation.initiate(body))
      .unwrap()
      .then(
        (saved) => {
          dispatch(patch(draft.pageId, (rows) => settleCreated(rows, key, saved)));
          publishOutcome({ pageId: draft.pageId, key, what: 'create', result: 'saved' });
          return dispatch(sendWaiting(draft.pageId, key));
        },
        (error: unknown) => {
          dispatch(patch(draft.pageId, (rows) => rollBackCreated(rows, key)));
          fail(draft.pageId, key, 'create', error);
        },
      );
    return { key, settled };
  };
}

/**
 * Moves, resizes or relabels an annotation: shown at once, sent as soon as nothing else of it is under way (ANN-05,
 * ANN-11).
 *
 * @param guarded refused with a sentence when somebody else has changed the annotation meanwhile
 */
export function changeAnnotation(
  pageId: string,
  key: string,
  changes: AnnotationChanges,
  { guarded = false }: { guarded?: boolean } = {},
): ApiThunk<Promise<void>> {
  return (dispatch) => {
    const { coordinates } = changes;
    const stored = coordinates ? { ...changes, coordinates: rounded(coordinates) } : changes;
    dispatch(patch(pageId, (rows) => queueChanges(rows, key, stored, guarded)));
    return dispatch(sendWaiting(pageId, key));
  };
}

/** Deletes an annotation: hidden at once, seen again when the server refuses (ANN-06, ANN-11). */
export function removeAnnotation(pageId: string, key: string): ApiThunk<Promise<void>> {
  return (dispatch) => {
    dispatch(patch(pageId, (rows) => queueRemoval(rows, key)));
    return dispatch(sendWaiting(pageId, key));
  };
}

/**
 * Takes the deletion of an annotation back: seen again at once, the same annotation by the same author; hidden again
 * when the server refuses (ANN-11).
 *
 * @param deleted the row as it was when it was deleted
 */
export function restoreAnnotation(pageId: string, deleted: AnnotationRow): ApiThunk<Promise<void>> {
  return (dispatch) => {
    dispatch(patch(pageId, (rows) => queueRestoration(rows, deleted)));
    return dispatch(sendWaiting(pageId, deleted.key));
  };
}

/** Sends what waits for one annotation, step by step, until nothing does; a call under way sends the rest itself. */
function sendWaiting(pageId: string, key: string): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const selectRows = annotationsApi.endpoints.getPageAnnotations.select(pageId);
    for (;;) {
      const write = nextWrite(selectRows(getState()).data ?? [], key);
      if (!write) return;
      dispatch(patch(pageId, (rows) => markSending(rows, key)));
      if (write.kind === 'delete') {
        try {
          await dispatch(annotationsApi.endpoints.deleteAnnotation.initiate(write.id)).unwrap();
          dispatch(patch(pageId, (rows) => settleRemoved(rows, key)));
          publishOutcome({ pageId, key, what: 'delete', result: 'saved' });
        } catch (error) {
          // somebody else was quicker: it is as this person wants it
          const isDeleted = statusOf(error) === 404;
          dispatch(patch(pageId, (rows) => (isDeleted ? settleRemoved : rollBackRemoved)(rows, key)));
          if (isDeleted) publishOutcome({ pageId, key, what: 'delete', result: 'saved' });
          else fail(pageId, key, 'delete', error);
        }
      } else if (write.kind === 'restore') {
        try {
          const saved = await dispatch(annotationsApi.endpoints.postRestoration.initiate(write.id)).unwrap();
          dispatch(patch(pageId, (rows) => settleRestored(rows, key, saved)));
          publishOutcome({ pageId, key, what: 'restore', result: 'saved' });
        } catch (error) {
          dispatch(patch(pageId, (rows) => rollBackRestored(rows, key)));
          fail(pageId, key, 'restore', error);
        }
      } else {
        try {
          const saved = await dispatch(annotationsApi.endpoints.putAnnotation.initiate(write)).unwrap();
          dispatch(patch(pageId, (rows) => settleChanged(rows, key, saved)));
          publishOutcome({ pageId, key, what: 'change', result: 'saved' });
        } catch (error) {
          dispatch(patch(pageId, (rows) => rollBackChanged(rows, key)));
          fail(pageId, key, 'change', error);
          // somebody else changed or deleted it: what they left is shown
          if (statusOf(error) === 409 || statusOf(error) === 404) dispatch(readAgain(pageId));
        }
      }
    }
  };
}

/** Has the list of a page read again. */
export const readAgain = (pageId: string) =>
  annotationsApi.util.invalidateTags([{ type: 'PageAnnotations', id: pageId }]);

/** The status of the answer that an error is; null for none. */
export function statusOf(error: unknown): number | null {
  const isRecord = typeof error === 'object' && error !== null && 'status' in error;
  return isRecord && typeof error.status === 'number' ? error.status : null;
}

const FAILURES: Record<AnnotationOutcome['what'], string> = {
  create: 'The annotation was not saved',
  change: 'The change was not saved',
  delete: 'The annotation was not deleted',
  restore: 'The annotation was not brought back',
};

function fail(pageId: string, key: string, what: AnnotationOutcome['what'], error: unknown): void {
  const description = errorMessage(error, 'Please try again.');
  const sentence = `${FAILURES[what]}. ${description}`;
  publishOutcome({ pageId, key, what, result: 'failed', sentence, isUnanswered: isUnanswered(error) });
  notify({ type: 'error', title: FAILURES[what], description });
}
