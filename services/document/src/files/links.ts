import { SIGNED_URL_SECONDS, type AddressHolder } from '@symbio/proto/files';
import type { Actor } from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import { pageImageKey } from './blob-keys.js';
import { ROUND_SECONDS } from './tile-addresses.js';
import type { DocumentRow, PageRow } from '../model.js';
import type { PhotographLinks } from '../photographs/mapping.js';
import type { StoredPhotograph } from '../photographs/model.js';
import { PDF_TYPE, titleOf } from '../uploads/upload-checks.js';

/** DATA-09. */
export interface PageLinks {
  imageUrl: string;
  thumbnailUrl: string;
  tilesUrl: string;
}

export type TileSigner = (page: {
  documentId: string;
  pageNumber: number;
  contentHash: string;
  imagePath: string;
}) => string;

/** Stable for a while, so browsers can cache. */
const SHOWN = { expiresIn: SIGNED_URL_SECONDS, roundTo: ROUND_SECONDS };

/** Internal processes need no holder. */
const holderOf = ({ via, sub: userId, keyId: apiKeyId = '' }: Actor): AddressHolder | undefined =>
  via === 'service' ? undefined : { userId, apiKeyId };

/** Signed addresses (CONST-03). */
export function createLinks(blobs: Pick<BlobStore, 'signedUrl'>, signTiles: TileSigner) {
  return {
    async file({ filePath }: Pick<DocumentRow, 'filePath'>, actor: Actor): Promise<string> {
      return blobs.signedUrl(filePath, { ...SHOWN, contentType: PDF_TYPE, holder: holderOf(actor) });
    },

    /** Under the original file name (DOC-08); a PDF made of another file gets its own extension. */
    async download(
      { filePath, fileName, original }: Pick<DocumentRow, 'filePath' | 'fileName' | 'original'>,
      expiresIn: number,
      actor: Actor,
    ): Promise<string> {
      const name = original ? `${titleOf(fileName)}.pdf` : fileName;
      return blobs.signedUrl(filePath, { expiresIn, contentType: PDF_TYPE, fileName: name, holder: holderOf(actor) });
    },

    /** Empty if the file as sent is the PDF. */
    async original(
      { fileName, original }: Pick<DocumentRow, 'fileName' | 'original'>,
      actor: Actor,
      expiresIn?: number,
    ): Promise<string> {
      if (!original) return '';
      const { filePath, mimeType: contentType } = original;
      // an address with a file name may lead directly to the store: only recorded downloads have one
      const lasting = expiresIn ? { expiresIn, fileName } : SHOWN;
      return blobs.signedUrl(filePath, { ...lasting, contentType, holder: holderOf(actor) });
    },

    /** undefined while the page has no picture. */
    async page(page: PageRow): Promise<PageLinks | undefined> {
      if (page.status !== 'ready') return undefined;
      const [imageUrl, thumbnailUrl] = await Promise.all([
        blobs.signedUrl(pageImageKey(page.imagePath), { ...SHOWN, contentType: 'image/jpeg' }),
        blobs.signedUrl(page.thumbnailPath, { ...SHOWN, contentType: 'image/webp' }),
      ]);
      return { imageUrl, thumbnailUrl, tilesUrl: signTiles(page) };
    },

    thumbnail: ({ thumbnailPath }: Pick<PageRow, 'thumbnailPath'>): Promise<string> =>
      blobs.signedUrl(thumbnailPath, { ...SHOWN, contentType: 'image/webp' }),

    async photograph({ stored: { picture, thumbnail } }: StoredPhotograph): Promise<PhotographLinks> {
      const [imageUrl, thumbnailUrl] = await Promise.all([
        blobs.signedUrl(picture, { ...SHOWN, contentType: 'image/jpeg' }),
        blobs.signedUrl(thumbnail, { ...SHOWN, contentType: 'image/webp' }),
      ]);
      return { imageUrl, thumbnailUrl };
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
