import { createHash } from 'node:crypto';
import { AppError, refuseFields, Semaphore } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import {
  drawRegion,
  MAX_PICTURE_WIDTH,
  MIN_PICTURE_WIDTH,
  PyramidError,
  scaleOf,
  type Region,
  type TileFormat,
} from '@symbio/page-engine/pyramids';
import type { GetPageImageRequest } from '@symbio/proto/document';
import type { Documents } from '../documents/documents.js';
import { requirePicture } from '../iiif/images.js';
import type { PageRow } from '../model.js';
import type { Pyramids } from './pyramids.js';

const DEFAULT_WIDTH = 1_024;
/** Typically 25 MB and 0.1 s, at most 125 MB and 0.5 s. */
const AT_ONCE = 2;
const TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const;
const isFormat = (text: string): text is TileFormat => Object.hasOwn(TYPES, text);

export interface ShownRegion {
  page: PageRow;
  region: Region;
  /** Picture pixels per page pixel. */
  scale: number;
  contentType: string;
  etag: string;
  /** Undefined if the caller has it cached. */
  picture?: Buffer;
}

export interface RegionPicturesDeps {
  documents: Pick<Documents, 'page'>;
  tiles: Pick<Pyramids, 'tile'>;
}

export function createRegionPictures({ documents, tiles }: RegionPicturesDeps) {
  const semaphore = new Semaphore(AT_ONCE);

  async function draw(page: PageRow, region: Region, scale: number, format: TileFormat) {
    const stored = page.tileFormat === 'png' ? 'png' : 'jpg';
    const tile = async (level: number, x: number, y: number): Promise<Buffer | null> =>
      (await tiles.tile(page, stored, level, x, y))?.bytes ?? null;
    const source = { format: stored, width: page.width, height: page.height, tile } as const;
    return drawRegion(source, region, scale, format).catch((error: unknown) => {
      // deleted or replaced concurrently
      if (!(error instanceof PyramidError)) throw error;
      throw new AppError(
        'UNAVAILABLE',
        'picture_unavailable',
        'The picture cannot be read right now. Please try again in a moment.',
        {
          cause: error,
        },
      );
    });
  }

  return {
    /** @throws AppError NOT_FOUND, FAILED_PRECONDITION without a picture, INVALID_ARGUMENT */
    async get(request: GetPageImageRequest, context: CallContext): Promise<ShownRegion> {
      const page = requirePicture(await documents.page(request.id, context));
      const { region, width, format } = checked(request, page);
      const scale = scaleOf(region, width);
      const etag = tagOf(page, region, scale, format);
      const shown = { page, region, scale, contentType: TYPES[format], etag };
      if (request.knownEtag === etag) return shown;
      const { bytes, width: drawn } = await semaphore.run(() => draw(page, region, scale, format));
      // narrower than requested if the bytes would exceed their limit
      return { ...shown, scale: Math.min(scale, drawn / region.width), picture: bytes };
    },
  };
}

export type RegionPictures = ReturnType<typeof createRegionPictures>;

/** Clips the region to the page. @throws AppError INVALID_ARGUMENT */
function checked(request: GetPageImageRequest, page: PageRow): { region: Region; width: number; format: TileFormat } {
  const fields: Record<string, string> = {};
  const wanted = request.region ?? { x: 0, y: 0, width: page.width, height: page.height };
  const region = clipped(wanted, page);
  if (wanted.width < 1 || wanted.height < 1) fields['region'] = 'region must be at least 1 pixel wide and high';
  else if (region.width < 1 || region.height < 1)
    fields['region'] = `region must be on the page, which has ${page.width} x ${page.height} pixels`;
  const { width } = request;
  if (width !== 0 && (width < MIN_PICTURE_WIDTH || width > MAX_PICTURE_WIDTH))
    fields['width'] = `width must be from ${MIN_PICTURE_WIDTH} to ${MAX_PICTURE_WIDTH} pixels`;
  const format = request.format || 'jpg';
  if (!isFormat(format)) fields['format'] = `format must be one of ${Object.keys(TYPES).join(', ')}`;
  refuseFields(fields);
  return {
    region,
    width: width || Math.max(MIN_PICTURE_WIDTH, Math.min(region.width, DEFAULT_WIDTH)),
    format: isFormat(format) ? format : 'jpg',
  };
}

function clipped({ x, y, width, height }: Region, page: Pick<PageRow, 'width' | 'height'>): Region {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(page.width, x + width), Math.min(page.height, y + height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const tagOf = ({ contentHash }: PageRow, { x, y, width, height }: Region, scale: number, format: TileFormat): string =>
  createHash('sha256').update([contentHash, x, y, width, height, scale, format].join(' ')).digest('hex').slice(0, 24);
