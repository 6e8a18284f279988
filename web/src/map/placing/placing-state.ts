import type { Pixel, Place } from '@symbio/georeference';
import type { PointSource } from '@symbio/proto/document/vocabulary';
import type { Georeference, SavedPoint } from '../../evidence/georeferences-api.js';

export interface PlacingPoint extends SavedPoint {
  /** Stays when the server gives it an id. */
  key: string;
}

export interface PlacingState {
  pageId: string;
  points: readonly PlacingPoint[];
  /** Half a point: on the sheet, or on the map. */
  pixel: Pixel | null;
  place: { at: Place; source: PointSource; name: string } | null;
  selectedKey: string | null;
  /** `updated_at` of what the points were read from. */
  seenAt: string | null;
  isChanged: boolean;
  made: number;
}

export type PlacingAction =
  | { kind: 'page'; pageId: string }
  /** @param isForced discards unsaved changes */
  | { kind: 'read'; georeference: Georeference; isForced?: boolean }
  | { kind: 'pixel'; pixel: Pixel }
  | { kind: 'place'; at: Place; source: PointSource; name?: string }
  | { kind: 'dropped' }
  | { kind: 'removed'; key: string }
  | { kind: 'used'; key: string; used: boolean }
  | { kind: 'renamed'; key: string; name: string }
  | { kind: 'selected'; key: string | null }
  | { kind: 'saved'; georeference: Georeference; sent: readonly PlacingPoint[] };

export const emptyPlacing = (pageId: string): PlacingState => ({
  ...{ pageId, points: [], pixel: null, place: null, selectedKey: null, seenAt: null, isChanged: false, made: 0 },
});

const pointOf = ({ id, x, y, longitude, latitude, name, source, used }: Georeference['points'][number]) => ({
  ...{ key: id, id, x, y, longitude, latitude, name, source, used },
});

const changed = (state: PlacingState, points: readonly PlacingPoint[]): PlacingState => ({
  ...state,
  points,
  isChanged: true,
});

/** Completes the point once both halves are known. */
function completed(state: PlacingState): PlacingState {
  const { pixel, place, made } = state;
  if (!pixel || !place) return state;
  const key = `new-${made}`;
  const point = { key, ...pixel, ...place.at, name: place.name, source: place.source, used: true };
  const next = { ...state, pixel: null, place: null, made: made + 1, selectedKey: key };
  return changed(next, [...state.points, point]);
}

function edited(state: PlacingState, key: string, change: Partial<PlacingPoint>): PlacingState {
  const points = state.points.map((point) => (point.key === key ? { ...point, ...change } : point));
  return changed(state, points);
}

export function placingReducer(state: PlacingState, action: PlacingAction): PlacingState {
  switch (action.kind) {
    case 'page':
      return emptyPlacing(action.pageId);
    case 'read': {
      const { georeference, isForced = false } = action;
      if (georeference.page_id !== state.pageId) return state;
      // an outdated version is refused when the changes are saved
      if (state.isChanged && !isForced) return state;
      if (georeference.updated_at === state.seenAt && !isForced) return state;
      return { ...state, points: georeference.points.map(pointOf), seenAt: georeference.updated_at, isChanged: false };
    }
    case 'pixel':
      return completed({ ...state, pixel: action.pixel });
    case 'place':
      return completed({ ...state, place: { at: action.at, source: action.source, name: action.name ?? '' } });
    case 'dropped':
      return { ...state, pixel: null, place: null };
    case 'removed': {
      const selectedKey = state.selectedKey === action.key ? null : state.selectedKey;
      return changed(
        { ...state, selectedKey },
        state.points.filter(({ key }) => key !== action.key),
      );
    }
    case 'used':
      return edited(state, action.key, { used: action.used });
    case 'renamed':
      return edited(state, action.key, { name: action.name });
    case 'selected':
      return { ...state, selectedKey: action.key };
    case 'saved': {
      const { georeference, sent } = action;
      if (georeference.page_id !== state.pageId) return state;
      const ids = new Map(sent.map(({ key }, index) => [key, georeference.points[index]?.id]));
      const points = state.points.map((point) => {
        const id = point.id ?? ids.get(point.key);
        return id === undefined ? point : { ...point, id };
      });
      return { ...state, points, seenAt: georeference.updated_at, isChanged: state.points !== sent };
    }
  }
}

/** As sent: without what only this screen needs. */
export const savedPoints = (points: readonly PlacingPoint[]): SavedPoint[] =>
  points.map(({ key: _, ...point }) => point);
