import path from 'node:path';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { Turns } from '@symbio/runtime';
import { writePageImage } from '@symbio/page-engine/pyramids';
import { inScratch } from '../scratch.js';
import type { PyramidIndex, StoredPyramid } from './pyramids.js';

const KEY = /^projects\/[^/]+\/documents\/([^/]+)\/pages\/(\d+)\/([^/]+)\/image\.jpg$/;
const JPEG = 'image/jpeg';
/** A page of 48 megapixels takes about a second and 150 MB to encode. */
const AT_ONCE = 2;

/** Full-resolution pictures of pages: rarely requested, so created on first use and kept. */
export class PageImages {
  private readonly making = new Map<string, Promise<boolean>>();
  private readonly turns = new Turns(AT_ONCE);

  constructor(
    private readonly blobs: Pick<BlobStore, 'localCopy' | 'putFile' | 'exists'>,
    private readonly index: PyramidIndex,
  ) {}

  /** Concurrent requests share the work. False if the key is no page picture or the page is deleted. */
  async ensure(key: string): Promise<boolean> {
    const match = KEY.exec(key);
    if (!match) return false;
    if (await this.blobs.exists(key)) return true;
    const [, documentId = '', pageNumber, contentHash] = match;
    const page = await this.index.find(documentId, Number(pageNumber));
    if (!page || page.contentHash !== contentHash) return false;
    // the key also names the project: it must match this page's
    if (path.posix.dirname(page.imagePath) !== path.posix.dirname(key)) return false;
    let making = this.making.get(key);
    if (!making) {
      making = this.turns.run(() => this.make(key, page)).finally(() => this.making.delete(key));
      this.making.set(key, making);
    }
    return making;
  }

  private async make(key: string, page: StoredPyramid): Promise<boolean> {
    try {
      await inScratch('image', async (folder) => {
        const file = path.join(folder, 'image.jpg');
        const pyramid = await this.blobs.localCopy(page.imagePath);
        try {
          await writePageImage(pyramid.path, { format: page.tileFormat, width: page.width, height: page.height }, file);
        } finally {
          await pyramid.release();
        }
        await this.blobs.putFile(key, file, { contentType: JPEG });
      });
      return true;
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
      if (error.code === 'exists') return true;
      if (error.code === 'not_found') return false;
      throw error;
    }
  }
}
