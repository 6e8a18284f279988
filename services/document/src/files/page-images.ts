import path from 'node:path';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { Turns } from '@symbio/runtime';
import { writePageImage } from '@symbio/page-engine/pyramids';
import { inScratch } from './scratch.js';
import type { PyramidIndex, StoredPyramid } from './pyramids.js';

const KEY = /^projects\/[^/]+\/documents\/([^/]+)\/pages\/(\d+)\/([^/]+)\/image\.jpg$/;
const JPEG = 'image/jpeg';
/** A page of 48 megapixels takes a second and 150 MB. */
const AT_ONCE = 2;

/** Full pictures of pages: rarely requested, so created on first use and kept. */
export function createPageImages(blobs: Pick<BlobStore, 'localCopy' | 'putFile' | 'exists'>, index: PyramidIndex) {
  const inProgress = new Map<string, Promise<boolean>>();
  const turns = new Turns(AT_ONCE);

  async function make(key: string, page: StoredPyramid): Promise<boolean> {
    try {
      await inScratch('image', async (folder) => {
        const file = path.join(folder, 'image.jpg');
        const pyramid = await blobs.localCopy(page.imagePath);
        try {
          await writePageImage(pyramid.path, { format: page.tileFormat, width: page.width, height: page.height }, file);
        } finally {
          await pyramid.release();
        }
        await blobs.putFile(key, file, { contentType: JPEG });
      });
      return true;
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
      if (error.code === 'exists') return true;
      if (error.code === 'not_found') return false;
      throw error;
    }
  }

  return {
    /** Concurrent requests share the work. False without such a page. */
    async ensure(key: string): Promise<boolean> {
      const match = KEY.exec(key);
      if (!match) return false;
      if (await blobs.exists(key)) return true;
      const [, documentId = '', pageNumber, contentHash] = match;
      const page = await index.find(documentId, Number(pageNumber));
      if (!page || page.contentHash !== contentHash) return false;
      // the key's project must match too
      if (path.posix.dirname(page.imagePath) !== path.posix.dirname(key)) return false;
      let making = inProgress.get(key);
      if (!making) {
        making = turns.run(() => make(key, page)).finally(() => inProgress.delete(key));
        inProgress.set(key, making);
      }
      return making;
    },
  };
}
