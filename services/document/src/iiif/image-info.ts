import { TILE_SIZE, type TileFormat } from '@symbio/page-engine/pyramids';
import { IMAGE_LIMITS } from '@symbio/proto/limits';
import type { Size } from './image-request.js';

const CONTEXT = 'http://iiif.io/api/image/3/context.json';
export const LD_JSON = `application/ld+json;profile="${CONTEXT}"`;
export const PROFILE_LINK = '<http://iiif.io/api/image/3/level2.json>;rel="profile"';

/**
 * info.json: its tiles are those of the pyramid, which need no drawing.
 *
 * @param features beyond those of the image requests
 */
export function imageInfo(
  id: string,
  { width, height, tileFormat }: Size & { tileFormat: TileFormat },
  features: readonly string[],
) {
  const halvings = Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE_SIZE)));
  const scaleFactors = Array.from({ length: halvings + 1 }, (_, power) => 2 ** power);
  const isAbove = (size: Size): boolean =>
    size.width > IMAGE_LIMITS.width ||
    size.height > IMAGE_LIMITS.height ||
    size.width * size.height > IMAGE_LIMITS.area;
  return {
    '@context': CONTEXT,
    id,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width,
    height,
    ...(isAbove({ width, height }) && {
      maxWidth: IMAGE_LIMITS.width,
      maxHeight: IMAGE_LIMITS.height,
      maxArea: IMAGE_LIMITS.area,
    }),
    sizes: scaleFactors
      .map((factor) => ({ width: Math.ceil(width / factor), height: Math.ceil(height / factor) }))
      .filter((size) => !isAbove(size))
      .reverse(),
    tiles: [{ width: TILE_SIZE, height: TILE_SIZE, scaleFactors }],
    preferredFormats: [tileFormat],
    extraFormats: ['webp'],
    extraQualities: ['color', 'gray', 'bitonal'],
    extraFeatures: [
      ...['regionSquare', 'sizeUpscaling', 'mirroring', 'rotationArbitrary', 'canonicalLinkHeader'],
      ...['profileLinkHeader', 'jsonldMediaType', ...features],
    ],
  };
}
