import { BinaryAnswer, baseMap as operations } from '@symbio/api';
import { notFound } from '@symbio/runtime';
import type { BaseMap } from '../base-map/base-map.js';
import { route, type Route } from '../http/serve.js';

/** Base maps change a few times a year. */
const CACHE = 'private, max-age=86400';

/** /api/public/base-map. */
export const baseMapRoutes = (baseMap: BaseMap | undefined): Route[] => [
  route(operations.getBaseMap, async () => {
    if (!baseMap) return { data: null };
    const { kind, minZoom, maxZoom, attribution } = await baseMap.info();
    return { data: { kind, min_zoom: minZoom, max_zoom: maxZoom, attribution } };
  }),
  route(operations.getBaseMapTile, async ({ params }) => {
    const [z, x, y] = [Number(params.z), Number(params.x), Number(params.y)];
    const isTile = z <= 26 && x < 2 ** z && y < 2 ** z;
    const tile = isTile ? await baseMap?.tile(z, x, y) : undefined;
    if (!tile) throw notFound('Tile');
    return new BinaryAnswer(tile.contentType, tile.bytes, { 'Cache-Control': CACHE });
  }),
];
