import { useMemo, useState } from 'react';
import {
  useAcceptProposedPointsMutation,
  useProposeGeoreferenceMutation,
  type GeoreferenceProposal,
} from '../../evidence/georeferences-api.js';
import { changeRefusal } from '../../lib/http/errors.js';
import type { MapMarker } from '../map-layers.js';
import type { Placing } from './use-placing.js';

type ProposedPoint = GeoreferenceProposal['points'][number];

export interface ProposedPlaces {
  propose: () => void;
  isLooking: boolean;
  /** The result, or why no place is proposed; null before. */
  sentence: string | null;
  /** Not accepted yet. */
  points: readonly ProposedPoint[];
  /** Null while points are saved. */
  accept: ((ids: readonly string[]) => void) | null;
  failure: string | null;
  markers: readonly MapMarker[];
}

const NONE: readonly ProposedPoint[] = [];

/** Places that the street names on a sheet propose; people accept them one by one or all at once. */
export function useProposal(placing: Placing): ProposedPlaces {
  const { state, dispatch, isSaving } = placing;
  const { pageId, seenAt } = state;
  // each page keeps its proposal
  const [look, { data, isLoading: isLooking }] = useProposeGeoreferenceMutation({ fixedCacheKey: pageId });
  const [save, { isLoading: isAccepting }] = useAcceptProposedPointsMutation();
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<{ pageId: string; sentence: string }>();
  const points = useMemo(
    () =>
      (data?.points ?? NONE).filter(({ id }) => !accepted.has(id) && !state.points.some((point) => point.id === id)),
    [data, accepted, state.points],
  );
  const markers = useMemo(
    () =>
      points.map(({ id, longitude, latitude }): MapMarker => ({
        ...{ key: `proposed-${id}`, longitude, latitude, text: '?', isProposed: true },
      })),
    [points],
  );
  const fail = (error: unknown) => setFailed({ pageId, sentence: changeRefusal(error) });

  const propose = () => {
    setFailed(undefined);
    setAccepted(new Set());
    look(pageId).unwrap().catch(fail);
  };
  const accept = (ids: readonly string[]) => {
    setFailed(undefined);
    save({ pageId, pointIds: ids, updatedAt: seenAt })
      .unwrap()
      .then((georeference) => {
        setAccepted((before) => new Set([...before, ...ids]));
        dispatch({ kind: 'read', georeference, isForced: true });
      }, fail);
  };
  return {
    ...{ propose, isLooking, points, markers },
    failure: failed?.pageId === pageId ? failed.sentence : null,
    sentence: data?.why ?? null,
    // unsaved points would be lost
    accept: isSaving || isAccepting || state.isChanged ? null : accept,
  };
}
