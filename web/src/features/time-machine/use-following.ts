import { useEffect, useMemo, useRef, useState } from 'react';
import type { Similarity } from '@symbio/proto/document/similarity';
import { useGetFeaturesQuery, type Feature } from '../../evidence/evidence-api.js';
import { boundsOf } from '@symbio/sheet/geometry/geometry';
import type { View } from './url-view.js';
import type { Side } from './alignment.js';
import { partnerOf } from './suggested-pair.js';
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
  isSettling: boolean;
  /** It changes sheets. */
  side: Side;
  linkedSheets: { current: LinkedSheets | null };
  onChange: (change: Partial<View>) => void;
  onChoose: (sheet: TimeSheet, side: Side) => void;
}

export interface Following {
  /** undefined while loading */
  features: readonly Feature[] | undefined;
  feature: Feature | null;
  /** null while loading, after a failure, or without a followed feature */
  sightings: readonly Sighting[] | null;
  failure: Unread | null;
  /** Index of the current sighting, or -1. */
  at: number;
  step: (step: 1 | -1) => void;
}

/** Centers both sheets on each sighting. */
export function useFollowing(options: FollowingOptions): Following {
  const { projectId, sheets, first, second, view, fit, isSettling, side, linkedSheets, onChange, onChoose } = options;
  const featuresRead = useGetFeaturesQuery(projectId);
  const features = featuresRead.data;
  const feature = features?.find(({ id }) => id === view.feature) ?? null;
  const seen = useGetSeenFeatureQuery({ projectId, featureId: view.feature ?? '' }, { skip: view.feature === null });
  const { currentData } = seen;
  const sightings = useMemo(
    () => (currentData && view.feature ? sightingsOf(currentData, sheets) : null),
    [currentData, sheets, view.feature],
  );
  const [reached, setReached] = useState<string | null>(null);
  const at = sightings?.findIndex(({ annotation }) => annotation.id === reached) ?? -1;

  // a URL with only a feature opens the first two sheets of its sightings
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

  // center the step once, and again when the alignment is loaded
  const shown = useRef<{ id: string | null; settled: boolean }>({ id: null, settled: true });
  useEffect(() => {
    const sighting = sightings?.[at];
    if (!sighting || (shown.current.id === reached && shown.current.settled)) return;
    const on = sighting.sheet === first ? 0 : sighting.sheet === second ? 1 : null;
    if (on === null) return;
    shown.current = { id: reached, settled: !isSettling };
    linkedSheets.current?.focusOn(on, boundsOf(sighting.annotation.coordinates));
    // `fit` only triggers: a new one moves the sheets
  }, [at, first, fit, linkedSheets, isSettling, reached, second, sightings]);

  const step = (direction: 1 | -1) => {
    if (!sightings || sightings.length === 0) return;
    const next = sightings[nextSighting(sightings.length, at, direction)];
    if (!next) return;
    shown.current = { id: null, settled: true };
    setReached(next.annotation.id);
    if (next.sheet !== first && next.sheet !== second) onChoose(next.sheet, side);
    // the only sighting again: return to it
    else if (next.annotation.id === reached)
      linkedSheets.current?.focusOn(next.sheet === first ? 0 : 1, boundsOf(next.annotation.coordinates));
  };
  const failed = [featuresRead, ...(view.feature === null ? [] : [seen])].find(
    ({ isError, isFetching, currentData: read }) => isError && !isFetching && !read,
  );
  const failure = failed ? { error: failed.error, onRetry: () => void failed.refetch() } : null;
  return { features, feature, sightings, failure, at, step };
}
