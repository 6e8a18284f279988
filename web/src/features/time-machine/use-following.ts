import { useEffect, useMemo, useRef, useState } from 'react';
import type { Similarity } from '@symbio/proto/document/similarity';
import { useGetFeaturesQuery, type Feature } from '../../evidence/evidence-api.js';
import { boundsOf } from '../../viewer/sheet/geometry.js';
import type { View } from './address.js';
import type { Side } from './alignment.js';
import { partnerOf } from './first-pair.js';
import type { LinkedSheets } from './linked-sheets.js';
import { nextSighting, sightingsOf, useGetSeenFeatureQuery, type Sighting } from './sightings.js';
import type { TimeSheet } from './time-sheet.js';
import type { Unread } from './use-alignment.js';

interface FollowingOptions {
  projectId: string;
  sheets: readonly TimeSheet[];
  first: TimeSheet;
  second: TimeSheet;
  view: View;
  fit: Similarity;
  /** How the sheets lie on each other is still being read. */
  isSettling: boolean;
  /** The side that another sheet takes. */
  side: Side;
  island: { current: LinkedSheets | null };
  onChange: (change: Partial<View>) => void;
  onChoose: (sheet: TimeSheet, side: Side) => void;
}

export interface Following {
  /** undefined while they are read */
  features: readonly Feature[] | undefined;
  feature: Feature | null;
  /** null while they are read, could not be, or nothing is followed */
  sightings: readonly Sighting[] | null;
  /** Why the features, or the sightings of the one that is followed, could not be read. */
  failure: Unread | null;
  /** Index of the one that is shown; -1: none. */
  at: number;
  step: (step: 1 | -1) => void;
}

/** A feature through the years: where it was seen, and both sheets in the middle of one sighting after the other. */
export function useFollowing(options: FollowingOptions): Following {
  const { projectId, sheets, first, second, view, fit, isSettling, side, island, onChange, onChoose } = options;
  const featuresRead = useGetFeaturesQuery(projectId);
  const features = featuresRead.data;
  const feature = features?.find(({ id }) => id === view.feature) ?? null;
  const seen = useGetSeenFeatureQuery({ projectId, featureId: view.feature ?? '' }, { skip: view.feature === null });
  const { currentData } = seen;
  const sightings = useMemo(
    () => (currentData && view.feature ? sightingsOf(currentData, sheets) : null),
    [currentData, sheets, view.feature],
  );
  /** the annotation that was stepped to */
  const [reached, setReached] = useState<string | null>(null);
  const at = sightings?.findIndex(({ annotation }) => annotation.id === reached) ?? -1;

  // an address that names nothing but a feature: the first two sheets it was seen on
  const opens = useRef(view.feature !== null && view.first === null && view.second === null);
  useEffect(() => {
    const [earliest, ...later] = sightings ?? [];
    if (!opens.current || !sightings) return;
    opens.current = false;
    if (!earliest) return;
    const other = later.find(({ sheet }) => sheet !== earliest.sheet)?.sheet ?? partnerOf(earliest.sheet, sheets);
    onChange({ first: earliest.sheet.page.id, second: other?.page.id ?? null, alignment: null, place: null });
    setReached(earliest.annotation.id);
  }, [onChange, sheets, sightings]);

  // what was stepped to is brought into the middle: once, and again when it is known how the sheets lie on each other
  const shown = useRef<{ id: string | null; settled: boolean }>({ id: null, settled: true });
  useEffect(() => {
    const sighting = sightings?.[at];
    if (!sighting || (shown.current.id === reached && shown.current.settled)) return;
    const on = sighting.sheet === first ? 0 : sighting.sheet === second ? 1 : null;
    if (on === null) return;
    shown.current = { id: reached, settled: !isSettling };
    island.current?.focusOn(on, boundsOf(sighting.annotation.coordinates));
    // `fit` is not read here: another one moves the sheets, and the place goes with them
  }, [at, first, fit, island, isSettling, reached, second, sightings]);

  const step = (direction: 1 | -1) => {
    if (!sightings || sightings.length === 0) return;
    const next = sightings[nextSighting(sightings.length, at, direction)];
    if (!next) return;
    shown.current = { id: null, settled: true };
    setReached(next.annotation.id);
    if (next.sheet !== first && next.sheet !== second) onChoose(next.sheet, side);
    // the same one again: there is but one, and the view has been elsewhere
    else if (next.annotation.id === reached)
      island.current?.focusOn(next.sheet === first ? 0 : 1, boundsOf(next.annotation.coordinates));
  };
  const failed = [featuresRead, ...(view.feature === null ? [] : [seen])].find(
    ({ isError, isFetching, currentData: read }) => isError && !isFetching && !read,
  );
  const failure = failed ? { error: failed.error, onRetry: () => void failed.refetch() } : null;
  return { features, feature, sightings, failure, at, step };
}
