import { parseCoordinate } from '../evidence/evidence-api.js';
import type { Project } from '../lib/project/project-context.js';
import type { MapLayer } from './map-layers.js';
import { boxOf, toMercator, type Box } from './mercator.js';

/** Degrees around the property, to start from. */
const AROUND = 0.005;
const COLOUR = '#b3261e';

type Placed = Pick<Project, 'property_location'>;

const placeOf = ({ property_location: location }: Placed) => parseCoordinate(location?.coordinate);

/** A dot; without one if the place is unknown. */
export function propertyLayer(project: Placed): MapLayer {
  const place = placeOf(project);
  const dots = place ? [{ ...place, id: 'property', name: 'The property' }] : [];
  return { id: 'property', kind: 'dots', colour: COLOUR, radius: 7, dots };
}

/** Some blocks around the property; null if its place is unknown. */
export function propertyBox(project: Placed): Box | null {
  const place = placeOf(project);
  if (!place) return null;
  const { longitude, latitude } = place;
  return boxOf([-AROUND, AROUND].map((away) => toMercator({ longitude: longitude + away, latitude: latitude + away })));
}
