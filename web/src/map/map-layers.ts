import type { Place } from '@symbio/georeference';

/** Dots of features on every map. */
export const FEATURE_COLOUR = '#0b6e4f';

/** Marks over the sheets, drawn in this order. Each id is a layer of its own. */
export type MapLayer = { id: string; colour: string } & (
  | { kind: 'dots'; radius: number; dots: readonly (Place & { id: string; name: string })[] }
  | { kind: 'lines'; width: number; isDashed?: boolean; lines: readonly { name: string; path: readonly Place[] }[] }
  /** Rings: an outer one and its holes. */
  | { kind: 'areas'; opacity: number; areas: readonly { name: string; rings: readonly (readonly Place[])[] }[] }
);

/** A numbered mark, such as a control point. */
export interface MapMarker extends Place {
  key: string;
  text: string;
  isDimmed?: boolean;
  /** Not accepted yet. */
  isProposed?: boolean;
  isSelected?: boolean;
}

/** Degrees, and the zoom of Web Mercator. */
export interface MapPosition extends Place {
  zoom: number;
}

type Position = [longitude: number, latitude: number];
type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] };

interface Feature {
  type: 'Feature';
  geometry: Geometry;
  properties: { id?: string; name: string };
}

const positionOf = ({ longitude, latitude }: Place): Position => [longitude, latitude];

/** GeoJSON. */
export function geoJsonOf(layer: MapLayer): { type: 'FeatureCollection'; features: Feature[] } {
  const feature = (geometry: Geometry, properties: Feature['properties']): Feature => ({
    type: 'Feature',
    geometry,
    properties,
  });
  const features = (): Feature[] => {
    switch (layer.kind) {
      case 'dots':
        return layer.dots.map(({ id, name, ...place }) =>
          feature({ type: 'Point', coordinates: positionOf(place) }, { id, name }),
        );
      case 'lines':
        return layer.lines.map(({ name, path }) =>
          feature({ type: 'LineString', coordinates: path.map(positionOf) }, { name }),
        );
      case 'areas':
        return layer.areas.map(({ name, rings }) =>
          feature({ type: 'Polygon', coordinates: rings.map((ring) => ring.map(positionOf)) }, { name }),
        );
    }
  };
  return { type: 'FeatureCollection', features: features() };
}
