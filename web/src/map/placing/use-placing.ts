import { judge, MOST_FEET_PER_PIXEL, problemOfPoints, type Judgement, type PictureSize } from '@symbio/georeference';
import { useCallback, useEffect, useMemo, useReducer, useState, type Dispatch } from 'react';
import {
  useGetGeoreferenceQuery,
  useSaveGeoreferenceMutation,
  useUndoGeoreferenceMutation,
  type Georeference,
} from '../../evidence/georeferences-api.js';
import { apiErrorOf, changeRefusal } from '../../lib/http/errors.js';
import {
  emptyPlacing,
  placingReducer,
  savedPoints,
  type PlacingAction,
  type PlacingPoint,
  type PlacingState,
} from './placing-state.js';

export interface Placing {
  state: PlacingState;
  dispatch: Dispatch<PlacingAction>;
  /** Undefined until read. */
  georeference: Georeference | undefined;
  size: PictureSize | null;
  /** Why the points place nothing; null if they do, or without points. */
  problem: string | null;
  /** Null without points that place the sheet. */
  judgement: Judgement | null;
  isSaving: boolean;
  /** The changes were not saved. */
  failure: { message: string; isStale: boolean } | null;
  /** Saves again, or reads what others saved. */
  recover: () => void;
  /** Undoes the last saved change; null for none. */
  undo: (() => void) | null;
}

interface PlacedPage {
  pageId: string;
  size: PictureSize | null;
  isTopographic: boolean;
  isOpen: boolean;
  mayEdit: boolean;
}

/** Points of a sheet, judged while they are set and saved as soon as they place it. */
export function usePlacing({ pageId, size, isTopographic, isOpen, mayEdit }: PlacedPage): Placing {
  const { currentData: georeference, refetch } = useGetGeoreferenceQuery(pageId, { skip: !isOpen || pageId === '' });
  const [save] = useSaveGeoreferenceMutation();
  // set together with its result, so that nothing is sent twice
  const [isSaving, setSaving] = useState(false);
  const [undoChange, { isLoading: isUndoing }] = useUndoGeoreferenceMutation();
  const [state, dispatch] = useReducer(placingReducer, pageId, emptyPlacing);
  const [failed, setFailed] = useState<{ points: readonly PlacingPoint[]; message: string; isStale: boolean } | null>(
    null,
  );
  if (state.pageId !== pageId) dispatch({ kind: 'page', pageId });
  const { points, isChanged, seenAt } = state;
  useEffect(() => {
    if (georeference) dispatch({ kind: 'read', georeference });
  }, [georeference]);

  const most = MOST_FEET_PER_PIXEL[isTopographic ? 'topographic' : 'sheet'];
  const problem = useMemo(() => (size ? problemOfPoints(points, size, most) : null), [points, size, most]);
  const judgement = useMemo(
    () => (size && problem === null && points.length > 0 ? judge(points, size) : null),
    [points, size, problem],
  );

  const failure = failed?.points === points ? failed : null;
  const mask = georeference?.mask ?? null;
  const isReady = mayEdit && isChanged && problem === null && !isSaving && !isUndoing && failure === null;
  useEffect(() => {
    if (!isReady) return;
    setSaving(true);
    save({ pageId, points: savedPoints(points), mask: points.length > 0 ? mask : null, updatedAt: seenAt })
      .unwrap()
      .then(
        (saved) => dispatch({ kind: 'saved', georeference: saved, sent: points }),
        (error: unknown) =>
          setFailed({ points, message: changeRefusal(error), isStale: apiErrorOf(error).code === 'stale' }),
      )
      .finally(() => setSaving(false));
  }, [isReady, save, pageId, points, mask, seenAt]);

  const recover = () => {
    if (!failure?.isStale) {
      setFailed(null);
      return;
    }
    refetch()
      .unwrap()
      .then(
        (read) => dispatch({ kind: 'read', georeference: read, isForced: true }),
        (error: unknown) => setFailed({ points, message: changeRefusal(error), isStale: true }),
      );
  };

  const undone = useUndoSteps(georeference);
  const undo = useCallback(() => {
    const historyId = undone.next;
    if (historyId === null) return;
    undoChange({ pageId, historyId })
      .unwrap()
      .then(
        (restored) => {
          undone.skip(historyId, restored);
          dispatch({ kind: 'read', georeference: restored, isForced: true });
        },
        (error: unknown) => setFailed({ points, message: changeRefusal(error), isStale: false }),
      );
  }, [pageId, points, undoChange, undone]);

  return {
    ...{ state, dispatch, georeference, size, problem, judgement, isSaving, failure, recover },
    undo: mayEdit && undone.next !== null && !isSaving && !isUndoing && !isChanged ? undo : null,
  };
}

/** Steps back through the history: a restored change and what it undid are skipped. */
function useUndoSteps(georeference: Georeference | undefined) {
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const changes = (georeference?.history ?? []).filter(({ id, kind }) => kind !== 'restored' && !skipped.has(id));
    const last = changes.at(-1);
    return {
      next: last?.id ?? null,
      skip: (id: string, restored: Georeference) => {
        const made = restored.history.at(-1);
        setSkipped((before) => new Set([...before, id, ...(made ? [made.id] : [])]));
      },
    };
  }, [georeference, skipped]);
}
