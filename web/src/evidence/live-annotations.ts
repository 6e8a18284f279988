import { useCallback } from 'react';
import { useGatheredChanges, type Gathering } from '../lib/gathered-changes.js';
import type { ChangeEvent } from '../lib/live.js';
import { knownSince, receiveOne, receiveRemoval } from './annotation-rows.js';
import { annotationsApi, patch, readAgain, statusOf } from './annotations-api.js';
import { useApiDispatch } from '../lib/api-thunks.js';
import type { ApiThunk } from '../lib/api-thunks.js';

/** Changes are gathered for so long, and after a whole list was read for longer. Milliseconds. */
const GATHER_MS = 250;
const AFTER_LIST_MS = 2_000;

/** More changed annotations than this are not read one by one: the list is read once. */
const MOST_SINGLE_READS = 12;

/** The newest change of each annotation by its id. */
type Received = ReadonlyMap<string, ChangeEvent>;

/**
 * Brings a page up to date with what others did to its annotations.
 *
 * @returns whether the whole list had to be read
 */
function applyChanges(pageId: string, received: Received): ApiThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const deleted = [...received].filter(([, { verb }]) => verb === 'deleted');
    if (deleted.length > 0)
      dispatch(patch(pageId, (rows) => deleted.forEach(([id, { at }]) => receiveRemoval(rows, id, at))));
    const { data: rows } = annotationsApi.endpoints.getPageAnnotations.select(pageId)(getState());
    if (!rows) {
      // not there yet, or could not be read: what came in between must not be missed
      dispatch(readAgain(pageId));
      return true;
    }
    const asked = [...received]
      .filter(([id, { verb, at }]) => {
        if (verb === 'deleted') return false;
        // the echo of what this window did itself, or of what a list has brought
        const since = knownSince(rows, id);
        return since === null || at === undefined || since < at;
      })
      .map(([id]) => id);
    if (asked.length > MOST_SINGLE_READS) {
      dispatch(readAgain(pageId));
      return true;
    }
    const read = await Promise.all(asked.map((id) => dispatch(readOne(pageId, id))));
    if (!read.includes('failed')) return false;
    dispatch(readAgain(pageId));
    return true;
  };
}

/** Reads one annotation and puts it in its place. */
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
 * Keeps the annotations of a page true while it is on screen: what others make, change, decide about or bring back is read
 * by itself and put in its place, what they delete is hidden. Many changes at once, as of an agent that works through the
 * sheet, lead to one reading of the list.
 */
export function useLiveAnnotations(pageId: string): void {
  const dispatch = useApiDispatch();
  const begin = useCallback(
    (): Gathering => ({
      accept: ({ entity, id, document_page_id: changedPageId }) =>
        entity === 'annotation' && id !== undefined && changedPageId === pageId,
      apply: async (changes) => {
        const newest = new Map(changes.map((change) => [change.id ?? '', change]));
        return (await dispatch(applyChanges(pageId, newest))) ? AFTER_LIST_MS : undefined;
      },
    }),
    [dispatch, pageId],
  );
  useGatheredChanges(GATHER_MS, begin);
}
