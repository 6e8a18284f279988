import { createHash } from 'node:crypto';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { inDegrees, planeAt, type ControlPoint } from '@symbio/georeference';
import { openGeoTiff, PyramidError, type GeoTiff, type TiffPlace } from '@symbio/page-engine/pyramids';
import type { Georeference, ReadGeoTiffRequest, ReadGeoTiffResponse } from '@symbio/proto/document';
import { AppError, LRUCache, refuseFields, Semaphore, stale } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { Documents } from '../documents/documents.js';
import { requirePicture } from '../iiif/images.js';
import type { PageRow } from '../model.js';
import type { Georeferences } from './georeferences.js';

export interface GeoTiffDeps {
  documents: Pick<Documents, 'page'>;
  georeferences: Pick<Georeferences, 'get'>;
  blobs: Pick<BlobStore, 'stat' | 'readRange'>;
}

const PART_BYTES = 4 * 1_024 * 1_024;
/** Parts in memory. */
const AT_ONCE = 4;
/** Tables of one take 10 kB. */
const OPEN = 50;
/** Programs fit a plane through at least three. */
const LEAST_POINTS = 3;

const unavailable = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'picture_unavailable',
    'The picture cannot be read right now. Please try again in a moment.',
    {
      cause,
    },
  );

function placeOf({ fit, points, pictureWidth, pictureHeight }: Georeference, withPoints: boolean): TiffPlace {
  if (!fit?.origin) throw new AppError('NOT_FOUND', 'not_placed', 'This sheet has no place on the earth yet.');
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = fit.affine;
  const affine = inDegrees({ affine: [a, b, c, d, e, f], plane: planeAt(fit.origin) });
  if (!withPoints) return { affine };
  const used = points.filter((point) => point.used);
  if (used.length >= LEAST_POINTS) return { points: used };
  const corner = (x: number, y: number): ControlPoint => ({
    ...{ x, y, longitude: affine[0] * x + affine[1] * y + affine[2] },
    latitude: affine[3] * x + affine[4] * y + affine[5],
  });
  return { points: [corner(0, 0), corner(pictureWidth, 0), corner(0, pictureHeight)] };
}

/** Placed pages as GeoTIFFs, read in parts: a part costs its own bytes and few tables. */
export function createGeoTiffs({ documents, georeferences, blobs }: GeoTiffDeps) {
  const opened = new LRUCache<string, Promise<GeoTiff>>({ max: OPEN });
  const semaphore = new Semaphore(AT_ONCE);

  async function open({ imagePath, tileFormat, width, height }: PageRow): Promise<GeoTiff> {
    const { bytes } = await blobs.stat(imagePath);
    const read = (offset: number, length: number): Promise<Buffer> => blobs.readRange(imagePath, offset, length);
    return openGeoTiff({ bytes, read }, { format: tileFormat === 'png' ? 'png' : 'jpg', width, height });
  }

  function openCached(page: PageRow): Promise<GeoTiff> {
    const key = `${page.imagePath} ${page.width} ${page.height}`;
    const known = opened.get(key);
    if (known) return known;
    const opening = open(page);
    opened.set(key, opening);
    // the next request reads again
    opening.catch(() => opened.delete(key));
    return opening;
  }

  return {
    /** @throws AppError NOT_FOUND, FAILED_PRECONDITION, INVALID_ARGUMENT, ABORTED `stale`, UNAVAILABLE */
    async read(
      { pageId, withPoints, offset, tag, regionId }: ReadGeoTiffRequest,
      context: CallContext,
    ): Promise<ReadGeoTiffResponse> {
      refuseFields(offset >= 0 ? {} : { offset: 'offset must not be negative' });
      const place = placeOf(await georeferences.get(pageId, context, regionId || undefined), withPoints);
      const page = requirePicture(await documents.page(pageId, context));
      const own = createHash('sha256')
        .update(JSON.stringify([page.imagePath, page.width, page.height, place]))
        .digest('hex')
        .slice(0, 32);
      if (tag !== '' && tag !== own) throw stale('The place or the picture of this sheet');
      try {
        const tiff = (await openCached(page))(place);
        const length = Math.min(PART_BYTES, Math.max(0, tiff.bytes - offset));
        const part = await semaphore.run(() => tiff.read(offset, length), context.signal);
        return { part, totalBytes: tiff.bytes, tag: own };
      } catch (error) {
        // deleted or replaced concurrently
        if (error instanceof PyramidError || error instanceof BlobError) throw unavailable(error);
        throw error;
      }
    },
  };
}

export type GeoTiffs = ReturnType<typeof createGeoTiffs>;
