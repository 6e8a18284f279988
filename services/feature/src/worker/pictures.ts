/** Fetches page regions from the document service, which renders them from the page's tiles at the requested size. */
import { AppError } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { DocumentServiceService } from '@symbio/proto/document';
import sharp from 'sharp';
import type { Look } from '../spotting/surroundings.js';

/** Decodes pictures on one thread, so that the worker can answer its other calls. */
sharp.concurrency(1);
sharp.cache(false);

/** @returns a function that fetches a region; it returns undefined if the page is deleted or no longer has a picture */
export function lookThrough(
  documents: Pick<Client<typeof DocumentServiceService>, 'getPageImage'>,
  pageId: string,
  parent: CallParent,
): Look {
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
