import { useCallback } from 'react';
import { useBatchedChanges, type BatchHandler } from '../lib/live/batched-changes.js';
import type { ChangeEvent } from '../lib/live/live-changes.js';
import type { Annotation } from './annotation-records.js';
import { receiveOne, receiveRemoval } from './annotation-rows.js';
import { annotationsApi, patch, refetchAnnotations } from './annotations-api.js';
import { useApiDispatch } from '../lib/http/api-thunks.js';
import type { ApiThunk } from '../lib/http/api-thunks.js';

/** Milliseconds after refetching the list. */
const AFTER_LIST_MS = 2_000;

/** The stream sends its contents unless it was deleted. */
type AnnotationChange = ChangeEvent & { id: string; annotation?: Annotation };

/**
 * Oldest first.
 * @returns whether the whole list was refetched
 */
function applyChanges(pageId: string, changes: readonly AnnotationChange[]): ApiThunk<boolean> {
  return (dispatch, getState) => {
    const { data: rows } = annotationsApi.endpoints.getPageAnnotations.select(pageId)(getState());
    // if the list is not loaded or failed, no change may be missed; a gateway of an older version sends no contents
    const isIncomplete = !rows || changes.some(({ verb, annotation }) => verb !== 'deleted' && !annotation);
    if (rows)
      dispatch(
        patch(pageId, (drafts) => {
          for (const { id, verb, at, annotation } of changes) {
            if (verb === 'deleted') receiveRemoval(drafts, id, at);
            else if (annotation) receiveOne(drafts, annotation);
          }
        }),
      );
    if (isIncomplete) dispatch(refetchAnnotations(pageId));
    return isIncomplete;
  };
}

/** Applies remote changes without a call; those that arrive together in one update. */
export function useLiveAnnotations(pageId: string): void {
  const dispatch = useApiDispatch();
  const begin = useCallback(
    (): BatchHandler => ({
      accept: ({ entity, id, document_page_id: changedPageId }) =>
        entity === 'annotation' && id !== undefined && changedPageId === pageId,
      apply: (changes) =>
        Promise.resolve(dispatch(applyChanges(pageId, changes as AnnotationChange[])) ? AFTER_LIST_MS : undefined),
    }),
    [dispatch, pageId],
  );
  useBatchedChanges(0, begin);
}
