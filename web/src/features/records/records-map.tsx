import { useEffect, useMemo, useRef } from 'react';
import { boundaryBox, boundaryLayers, radiusLayer } from '../../map/boundary-layers.js';
import type { Geometry } from '../../evidence/boundary-api.js';
import type { MapLayer, MapMarker } from '../../map/map-layers.js';
import type { SheetMapHandle } from '../../map/map-props.js';
import type { Box } from '../../map/mercator.js';
import { SheetMap } from '../../map/sheet-map.js';
import { colourOf, milesOf, nameText } from './record-text.js';
import type { RecordHit, RecordSearch } from './records-api.js';

const NO_SHEETS: readonly never[] = [];
const CLOSE_ZOOM = 16;

/** Farthest first, so that the nearer rings are drawn above. */
const milesOfRings = ({ counts }: RecordSearch): number[] =>
  [
    ...new Set(counts.filter(({ distance_m: metres }) => metres > 0).map(({ distance_m: metres }) => milesOf(metres))),
  ].sort((one, other) => other - one);

/** One layer for each colour. */
function dotLayers(hits: readonly RecordHit[]): MapLayer[] {
  const byColour = new Map<string, RecordHit[]>();
  for (const hit of hits) {
    const colour = colourOf(hit.list);
    const others = byColour.get(colour);
    if (others) others.push(hit);
    else byColour.set(colour, [hit]);
  }
  return [...byColour].map(([colour, own]) => ({
    ...{ id: `hits-${colour}`, kind: 'dots', colour, radius: 5 },
    dots: own.flatMap((hit) =>
      hit.longitude === null || hit.latitude === null
        ? []
        : [{ id: hit.id, name: nameText(hit), longitude: hit.longitude, latitude: hit.latitude }],
    ),
  }));
}

/** Three times as wide and high. */
export const withSurroundings = ({ west, north, east, south }: Box): Box => {
  const [width, height] = [east - west, south - north];
  return { west: west - width, north: north - height, east: east + width, south: south + height };
};

interface RecordsMapProps {
  geometry: Geometry;
  search: RecordSearch | null;
  hits: readonly RecordHit[];
  selected: RecordHit | undefined;
  onSelect: (id: string) => void;
}

/** The boundary, rings at the distances of the search, and its hits by list. */
export function RecordsMap({ geometry, search, hits, selected, onSelect }: RecordsMapProps) {
  const map = useRef<SheetMapHandle>(null);
  // the same search with other words keeps its rings
  const miles = search ? milesOfRings(search).join(' ') : '';
  const ground = useMemo(
    () => [...(miles === '' ? [] : [radiusLayer(geometry, miles.split(' ').map(Number))]), ...boundaryLayers(geometry)],
    [geometry, miles],
  );
  const layers = useMemo(() => [...ground, ...dotLayers(hits)], [ground, hits]);
  const box = useMemo(() => withSurroundings(boundaryBox(geometry)), [geometry]);
  const { longitude, latitude } = selected ?? { longitude: null, latitude: null };
  const markers = useMemo(
    (): MapMarker[] =>
      longitude === null || latitude === null
        ? []
        : [{ key: 'selected', text: '', longitude, latitude, isSelected: true }],
    [longitude, latitude],
  );
  useEffect(() => {
    if (longitude !== null && latitude !== null) map.current?.jumpTo({ longitude, latitude, zoom: CLOSE_ZOOM });
  }, [longitude, latitude]);
  return (
    <SheetMap
      ref={map}
      sheets={NO_SHEETS}
      layers={layers}
      markers={markers}
      fitTo={box}
      label="Map of the records; the table beside it has the same records"
      table={<p>The table beside the map has all records.</p>}
      onClick={(_place, id) => id !== null && onSelect(id)}
    />
  );
}
