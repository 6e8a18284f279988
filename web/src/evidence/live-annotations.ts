import { useCallback } from 'react';
import { useBatchedChanges, type BatchHandler } from '../lib/live/batched-changes.js';
import type { ChangeEvent } from '../lib/live/live-changes.js';
import { readBefore, receiveOne, receiveRemoval } from './annotation-rows.js';
import { annotationsApi, patch, refetchAnnotations, statusOf } from './annotations-api.js';
import { useApiDispatch } from '../lib/http/api-thunks.js';
import type { ApiThunk } from '../lib/http/api-thunks.js';

/** Batch delay in milliseconds; longer after refetching a whole list. */
const BATCH_MS = 250;
const AFTER_LIST_MS = 2_000;

/** Above this number of changes, the whole list is refetched. */
const MAX_SINGLE_READS = 12;

type Received = ReadonlyMap<string, ChangeEvent>;

/**
 * Applies remote changes to a page.
 *
 * @returns whether the whole list was refetched
 */
function applyChanges(pageId: string, received: Received): ApiThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const deleted = [...received].filter(([, { verb }]) => verb === 'deleted');
    if (deleted.length > 0)
      dispatch(patch(pageId, (rows) => deleted.forEach(([id, { at }]) => receiveRemoval(rows, id, at))));
    const { data: rows } = annotationsApi.endpoints.getPageAnnotations.select(pageId)(getState());
    if (!rows) {
      // not loaded or failed: changes in between must not be missed
      dispatch(refetchAnnotations(pageId));
      return true;
    }
    const asked = [...received]
      .filter(([id, { verb, at }]) => {
        if (verb === 'deleted') return false;
        // echo of this window's own change, or already contained in a list
        const since = readBefore(rows, id);
        return since === null || at === undefined || since < at;
      })
      .map(([id]) => id);
    if (asked.length > MAX_SINGLE_READS) {
      dispatch(refetchAnnotations(pageId));
      return true;
    }
    const read = await Promise.all(asked.map((id) => dispatch(readOne(pageId, id))));
    if (!read.includes('failed')) return false;
    dispatch(refetchAnnotations(pageId));
    return true;
  };
}

function readOne(pageId: string, id: string): ApiThunk<Promise<'read' | 'failed'>> {
  return async (dispatch) => {
    const call = annotationsApi.endpoints.getAnnotation.initiate(id, { forceRefetch: true, subscribe: false });
    const { data, error } = await dispatch(call);
    if (data) dispatch(patch(pageId, (rows) => receiveOne(rows, data)));
    else if (statusOf(error) === 404) dispatch(patch(pageId, (rows) => receiveRemoval(rows, id)));
    else return 'failed';
    return 'read';
  };
}

/**
 * Keeps a visible page in sync: fetches changed annotations individually and hides deleted ones. Bursts, e.g. from an
 * agent, refetch the list once.
 */
export function useLiveAnnotations(pageId: string): void {
  const dispatch = useApiDispatch();
  const begin = useCallback(
    (): BatchHandler => ({
      accept: ({ entity, id, document_page_id: changedPageId }) =>
        entity === 'annotation' && id !== undefined && changedPageId === pageId,
      apply: async (changes) => {
        const newest = new Map(changes.map((change) => [change.id ?? '', change]));
        return (await dispatch(applyChanges(pageId, newest))) ? AFTER_LIST_MS : undefined;
      },
    }),
    [dispatch, pageId],
  );
  useBatchedChanges(BATCH_MS, begin);
}
