/** Files that other programs read a sheet's place from. */
import { placeOf, toWebMercator, type Fit, type Pixel } from '@symbio/georeference';
import type { Georeference } from '@symbio/proto/document';

const WGS84_WKT =
  'GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],CS[ellipsoidal,2],AXIS["geodetic latitude (Lat)",north,ORDER[1],ANGLEUNIT["degree",0.0174532925199433]],AXIS["geodetic longitude (Lon)",east,ORDER[2],ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4326]]';

type Placed = Pick<Fit, 'affine' | 'plane'>;

/** Control points of QGIS 3: pixels count upwards, so y is negative. */
export const qgisPoints = ({ points }: Georeference): string =>
  [
    `#CRS: ${WGS84_WKT}`,
    'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual',
    ...points.map(({ x, y, longitude, latitude, used }) =>
      [longitude, latitude, x, -y, used ? 1 : 0, 0, 0, 0].join(','),
    ),
    '',
  ].join('\n');

const mercator = (placed: Placed, pixel: Pixel) => toWebMercator(placeOf(placed, pixel));

/** Six lines in metres of EPSG:3857, for the centre of the first pixel; an inch off at most at the sheet's corners. */
export function worldFile({ pictureWidth: width, pictureHeight: height }: Georeference, placed: Placed): string {
  const middle = mercator(placed, { x: width / 2, y: height / 2 });
  const step = (from: Pixel, to: Pixel, pixels: number) => {
    const [one, other] = [mercator(placed, from), mercator(placed, to)];
    return [(other[0] - one[0]) / pixels, (other[1] - one[1]) / pixels] as const;
  };
  const [a, d] = step({ x: 0, y: height / 2 }, { x: width, y: height / 2 }, width);
  const [b, e] = step({ x: width / 2, y: 0 }, { x: width / 2, y: height }, height);
  const [right, down] = [0.5 - width / 2, 0.5 - height / 2];
  const first = [middle[0] + a * right + b * down, middle[1] + d * right + e * down];
  return `${[a, d, b, e, ...first].map((value) => value.toPrecision(15)).join('\n')}\n`;
}

const CONTEXTS = [
  'http://iiif.io/api/extension/georef/1/context.json',
  'http://iiif.io/api/presentation/3/context.json',
];

/** One, or one for each part of the sheet: IIIF Georeference Extension 1, as Allmaps reads it. */
export function georeferenceAnnotation(
  parts: readonly { georeference: Georeference; fit: Placed }[],
  origin: string,
): object {
  const [first] = parts;
  const items = parts.map(({ georeference, fit }) => annotationOf(georeference, fit, origin));
  if (items.length === 1 && items[0]) return { '@context': CONTEXTS, ...items[0] };
  return {
    ...{ '@context': CONTEXTS, type: 'AnnotationPage', items },
    id: `${origin}/api/public/document-pages/${first?.georeference.pageId}/export?format=annotation`,
  };
}

function annotationOf(found: Georeference, placed: Placed, origin: string): object {
  const { pictureWidth: width, pictureHeight: height, pageId } = found;
  const corners =
    found.mask.length >= 3
      ? found.mask
      : [
          { x: 0, y: 0 },
          { x: width, y: 0 },
          { x: width, y: height },
          { x: 0, y: height },
        ];
  const used = found.points.filter((point) => point.used);
  // a sheet placed through another has no points of its own
  const points = used.length > 0 ? used : corners.map((corner) => ({ ...corner, ...placeOf(placed, corner) }));
  const outline = corners.map(({ x, y }) => `${x},${y}`).join(' ');
  return {
    id: `${origin}/api/public/document-pages/${pageId}/export?format=annotation&region_id=${found.regionId}`,
    type: 'Annotation',
    motivation: 'georeferencing',
    target: {
      type: 'SpecificResource',
      source: { id: `${origin}/api/public/iiif/3/${pageId}`, type: 'ImageService3', width, height },
      selector: {
        type: 'SvgSelector',
        value: `<svg width="${width}" height="${height}"><polygon points="${outline}" /></svg>`,
      },
    },
    body: {
      type: 'FeatureCollection',
      transformation:
        found.fit?.kind === 'affine' ? { type: 'polynomial', options: { order: 1 } } : { type: 'helmert' },
      features: points.map(({ x, y, longitude, latitude }) => ({
        type: 'Feature',
        properties: { resourceCoords: [x, y] },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    },
  };
}
