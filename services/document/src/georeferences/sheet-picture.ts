import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CallContext } from '@symbio/rpc';
import { normalizeError } from '@symbio/runtime';
import type { RegionPictures } from '../files/region-pictures.js';
import type { PageRow } from '../model.js';

/** Pixels across: block edges are measured in 1,400 along the shorter side. */
const WIDTH = { portrait: 1_400, landscape: 2_000 } as const;

/** Writes a picture of a page into a folder; undefined if its tiles cannot be read now. */
export const drawInto =
  ({ get }: Pick<RegionPictures, 'get'>) =>
  async (page: PageRow, folder: string, context: CallContext): Promise<string | undefined> => {
    const width = Math.min(page.width, page.width > page.height ? WIDTH.landscape : WIDTH.portrait);
    const asked = { id: page._id, region: undefined, width, format: 'jpg', knownEtag: '' };
    try {
      const { picture } = await get(asked, context);
      if (!picture) return undefined;
      const file = path.join(folder, 'sheet.jpg');
      await writeFile(file, picture);
      return file;
    } catch (error) {
      if (normalizeError(error).code !== 'UNAVAILABLE') throw error;
      context.log.warn({ err: error, pageId: page._id }, 'proposed a place without the picture of its page');
      return undefined;
    }
  };
