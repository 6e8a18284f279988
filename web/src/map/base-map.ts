import { addProtocol, type LayerSpecification, type SourceSpecification } from 'maplibre-gl';
import { authorizedFetch } from '../lib/http/request.js';
import type { BaseMap } from './base-map-api.js';

export const BASE_SOURCE = 'base-map';
const PROTOCOL = 'symbio-base-map';

// the tiles need the caller's token
addProtocol(PROTOCOL, async ({ url }, { signal }) => {
  const address = url.replace(`${PROTOCOL}://`, '/api/public/base-map/tiles/');
  const response = await authorizedFetch(address, { signal });
  // MapLibre reports every failed tile but missing ones, by this status
  if (!response.ok)
    throw Object.assign(new Error(`A tile of the base map answered ${response.status}`), { status: response.status });
  return { data: await response.arrayBuffer() };
});

export const baseSource = ({ kind, min_zoom, max_zoom }: BaseMap): SourceSpecification => ({
  ...{ tiles: [`${PROTOCOL}://{z}/{x}/{y}`], minzoom: min_zoom, maxzoom: max_zoom },
  ...(kind === 'vector' ? { type: 'vector' as const } : { type: 'raster' as const, tileSize: 256 }),
});

/** Quiet shapes below the sheets, on the page's background: layers of Protomaps, https://docs.protomaps.com/basemaps/layers */
const VECTOR_LAYERS: LayerSpecification[] = [
  {
    ...{ id: 'base-water', source: BASE_SOURCE, 'source-layer': 'water', type: 'fill' },
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': '#7aa7c7', 'fill-opacity': 0.4 },
  },
  {
    ...{ id: 'base-buildings', source: BASE_SOURCE, 'source-layer': 'buildings', type: 'fill' },
    paint: { 'fill-color': '#8a8a8a', 'fill-opacity': 0.25 },
  },
  {
    ...{ id: 'base-roads', source: BASE_SOURCE, 'source-layer': 'roads', type: 'line' },
    paint: {
      'line-color': '#8a8a8a',
      'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 10, 0.5, 16, 2, 19, 8],
    },
  },
  {
    ...{ id: 'base-boundaries', source: BASE_SOURCE, 'source-layer': 'boundaries', type: 'line' },
    paint: { 'line-color': '#8a8a8a', 'line-dasharray': [3, 2] },
  },
];

export const baseLayers = ({ kind }: BaseMap): LayerSpecification[] =>
  kind === 'vector' ? VECTOR_LAYERS : [{ id: 'base-tiles', source: BASE_SOURCE, type: 'raster' }];
