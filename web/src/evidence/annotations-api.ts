import type { AuthorType } from '@symbio/proto/identity/vocabulary';
import { api } from '../lib/http/api.js';
import { operation, type BodyOf } from '../lib/http/operation.js';
import type { Envelope } from '../lib/http/api.js';
import { errorMessage, isUnanswered } from '../lib/http/errors.js';
import { notify } from '../lib/ui/toasts.js';
import { publishOutcome } from './annotation-outcomes.js';
import type { AnnotationOutcome } from './annotation-outcomes.js';
import type { ApiThunk } from '../lib/http/api-thunks.js';
import type { Annotation, AnnotationCoordinates, AnnotationType, PictureSize } from './annotation-records.js';
import { DEFAULT_LABEL } from '@symbio/sheet/adapters/symbio';
import { rounded } from '@symbio/sheet/geometry/shapes';
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
import { uuidV7 } from '../lib/http/uuid.js';

/** Unconfirmed changes must outlive a visit to another sheet. */
const KEPT_SECONDS = 3600;

type NewAnnotation = BodyOf<'POST', '/api/public/annotations'>;

export const annotationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPageAnnotations: build.query<AnnotationRow[], string>({
      query: (pageId) => operation('GET', '/api/public/annotations', { query: { document_page_id: pageId } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<Annotation[]>) => receive([], answer.data),
      merge: (current, incoming) => receive(current, incoming),
      providesTags: (_rows, _error, pageId) => [{ type: 'PageAnnotations', id: pageId }],
      keepUnusedDataFor: KEPT_SECONDS,
    }),
    /** To find the sheet of a mention. */
    postAnnotation: build.mutation<Annotation, NewAnnotation>({
      query: (body) => operation('POST', '/api/public/annotations', { body }),
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
    }),
    putAnnotation: build.mutation<Annotation, { id: string; changes: AnnotationChanges; seen?: string }>({
      query: ({ id, changes, seen }) =>
        operation('PUT', '/api/public/annotations', {
          query: { id },
          body: seen === undefined ? changes : { ...changes, updated_at: seen },
        }),
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
    }),
    deleteAnnotation: build.mutation<{ success: boolean }, string>({
      query: (id) => operation('DELETE', '/api/public/annotations', { query: { id } }),
      // the server updates the mention by its own rules: refetch mentions
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    postRestoration: build.mutation<Annotation, string>({
      query: (id) => operation('POST', '/api/annotations/{id}/restore', { path: { id } }),
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
    }),
  }),
});

export const { useGetPageAnnotationsQuery } = annotationsApi;

export function patch(pageId: string, recipe: (rows: AnnotationRow[]) => void) {
  return annotationsApi.util.updateQueryData('getPageAnnotations', pageId, recipe);
}

export interface AnnotationDraft {
  pageId: string;
  documentId: string;
  type: AnnotationType;
  coordinates: AnnotationCoordinates;
  /** Picture that it is drawn on; the server moves it if the page has another one by then. */
  picture?: PictureSize | null;
  content?: string;
  author: { id: string; name: string | null; type: AuthorType };
}

/** Optimistic under a temporary id; rolls back with a toast (ANN-11, ANN-12). */
export function createAnnotation(draft: AnnotationDraft): ApiThunk<{ key: string; settled: Promise<void> }> {
  return (dispatch) => {
    const key = uuidV7();
    const body = {
      id: key,
      document_page_id: draft.pageId,
      document_id: draft.documentId,
      annotation_type: draft.type,
      coordinates: rounded(draft.coordinates),
      content: draft.content ?? DEFAULT_LABEL,
    } satisfies NewAnnotation;
    const { picture } = draft;
    const shown = {
      ...body,
      author_id: draft.author.id,
      author_type: draft.author.type,
      author_name: draft.author.name,
    };
    const row = temporaryRow(key, shown, new Date().toISOString());
    dispatch(patch(draft.pageId, (rows) => void rows.push(row)));
    const settled = dispatch(
      annotationsApi.endpoints.postAnnotation.initiate({ ...body, ...(picture && { picture_size: picture }) }),
    )
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
 * Optimistic; sent after pending requests (ANN-05, ANN-11).
 * @param guarded rejected with a message after a change by another user
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

/** Optimistic (ANN-06, ANN-11). */
export function removeAnnotation(pageId: string, key: string): ApiThunk<Promise<void>> {
  return (dispatch) => {
    dispatch(patch(pageId, (rows) => queueRemoval(rows, key)));
    return dispatch(sendWaiting(pageId, key));
  };
}

/**
 * Optimistic; keeps id and author (ANN-11).
 * @param deleted the row before its deletion
 */
export function restoreAnnotation(pageId: string, deleted: AnnotationRow): ApiThunk<Promise<void>> {
  return (dispatch) => {
    dispatch(patch(pageId, (rows) => queueRestoration(rows, deleted)));
    return dispatch(sendWaiting(pageId, deleted.key));
  };
}

/** One at a time; returns if a request is pending, which sends the rest. */
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
          // already deleted by another user: the desired state
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
          // changed or deleted by another user: show the server's version
          if (statusOf(error) === 409 || statusOf(error) === 404) dispatch(refetchAnnotations(pageId));
        }
      }
    }
  };
}

export const refetchAnnotations = (pageId: string) =>
  annotationsApi.util.invalidateTags([{ type: 'PageAnnotations', id: pageId }]);

/** Null for none. */
export function statusOf(error: unknown): number | null {
  const isRecord = typeof error === 'object' && error !== null && 'status' in error;
  return isRecord && typeof error.status === 'number' ? error.status : null;
}

const FAILURES: Record<AnnotationOutcome['what'], string> = {
  create: 'The annotation was not saved',
  change: 'The change was not saved',
  delete: 'The annotation was not deleted',
  restore: 'The annotation was not restored',
};

function fail(pageId: string, key: string, what: AnnotationOutcome['what'], error: unknown): void {
  const description = errorMessage(error, 'Please try again.');
  const sentence = `${FAILURES[what]}. ${description}`;
  publishOutcome({ pageId, key, what, result: 'failed', sentence, isUnanswered: isUnanswered(error) });
  notify({ type: 'error', title: FAILURES[what], description });
}
