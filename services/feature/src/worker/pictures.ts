/** Looks at parts of a page through the document service, which draws them out of the page's tiles at the size asked for. */
import { AppError, type CallParent, type Client } from '@symbio/kit';
import type { DocumentServiceService } from '@symbio/proto/document';
import sharp from 'sharp';
import type { Look } from '../spotting/surroundings.js';

/** Pictures that are decoded at once on one thread: a worker answers its other calls meanwhile. */
sharp.concurrency(1);
sharp.cache(false);

/** @returns a look at the page; undefined from it when the page is deleted or has no picture any more */
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
