import { AppError } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { DocumentServiceService } from '@symbio/proto/document';
import sharp from 'sharp';
import type { RegionReader } from '../spotting/outline-search.js';

/** one thread, so the worker stays responsive */
sharp.concurrency(1);
sharp.cache(false);

/** @returns a function that fetches a region, undefined if the page has no picture */
export function createRegionReader(
  documents: Pick<Client<typeof DocumentServiceService>, 'getPageImage'>,
  pageId: string,
  parent: CallParent,
): RegionReader {
  return async (region, pixels) => {
    try {
      const answer = await documents.getPageImage({ id: pageId, region, width: pixels, format: 'jpg' }, parent);
      const { data, info } = await sharp(answer.picture).greyscale().raw().toBuffer({ resolveWithObject: true });
      const shown = answer.region ?? region;
      return { data, width: info.width, height: info.height, x: shown.x, y: shown.y, scale: info.width / shown.width };
    } catch (error) {
      if (error instanceof AppError && ['NOT_FOUND', 'FAILED_PRECONDITION'].includes(error.code)) return undefined;
      throw error;
    }
  };
}
