export { levelSize, maxLevelOf, TILE_SIZE } from './deep-zoom.js';
export { drawImage, storedTileOf, type ImageRequest } from './draw-image.js';
export { openGeoTiff, type GeoTiff, type TiffPlace } from './geo-tiff.js';
export { openTilePyramid } from './open-pyramid.js';
export { writePageImage, type StoredPage } from './page-image.js';
export {
  drawRegion,
  MAX_PICTURE_WIDTH,
  MIN_PICTURE_WIDTH,
  scaleOf,
  type Region,
  type RegionPicture,
  type RegionSource,
} from './region.js';
export type { RangeReader } from './range-reader.js';
export { PyramidError, type TileFormat, type TilePyramid } from './tile-pyramid.js';
