/** WGS 84, decimal degrees. */
export interface Place {
  longitude: number;
  latitude: number;
}

/** Feet on a plane that touches the ellipsoid at its origin: accurate to an inch within a mile. */
export interface Plane {
  origin: Place;
  toFeet(place: Place): [east: number, north: number];
  toPlace(east: number, north: number): Place;
}

export const EQUATOR_METRES = 6_378_137;
export const ECCENTRICITY_SQUARED = 0.00669437999014;
export const FEET_PER_METRE = 1 / 0.3048;
const RADIANS = Math.PI / 180;

/** -180 up to 180. */
export const wrapped = (longitude: number): number => longitude - 360 * Math.floor((longitude + 180) / 360);

export function planeAt(origin: Place): Plane {
  const sine = Math.sin(origin.latitude * RADIANS);
  const w = 1 - ECCENTRICITY_SQUARED * sine * sine;
  // radii of curvature along the parallel and the meridian
  const acrossMetres = (EQUATOR_METRES / Math.sqrt(w)) * Math.cos(origin.latitude * RADIANS);
  const alongMetres = (EQUATOR_METRES * (1 - ECCENTRICITY_SQUARED)) / w ** 1.5;
  const eastFeet = acrossMetres * RADIANS * FEET_PER_METRE;
  const northFeet = alongMetres * RADIANS * FEET_PER_METRE;
  return {
    origin,
    toFeet: ({ longitude, latitude }) => [
      wrapped(longitude - origin.longitude) * eastFeet,
      (latitude - origin.latitude) * northFeet,
    ],
    toPlace: (east, north) => ({
      longitude: wrapped(origin.longitude + east / eastFeet),
      latitude: origin.latitude + north / northFeet,
    }),
  };
}

/** Web Mercator (EPSG:3857), in metres. */
export const toWebMercator = ({ longitude, latitude }: Place): [east: number, north: number] => [
  longitude * RADIANS * EQUATOR_METRES,
  EQUATOR_METRES * Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2)),
];

export const fromWebMercator = (east: number, north: number): Place => ({
  longitude: east / EQUATOR_METRES / RADIANS,
  latitude: (2 * Math.atan(Math.exp(north / EQUATOR_METRES)) - Math.PI / 2) / RADIANS,
});

/** Of places on both sides of the 180th meridian too. */
export function middleOf(places: readonly Place[]): Place {
  const first = places[0] ?? { longitude: 0, latitude: 0 };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / places.length;
  return {
    longitude: wrapped(first.longitude + mean(places.map((place) => wrapped(place.longitude - first.longitude)))),
    latitude: mean(places.map(({ latitude }) => latitude)),
  };
}
