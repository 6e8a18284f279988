import { SIGNED_URL_SECONDS, type AddressHolder } from '@symbio/proto/files';
import type { Actor } from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import { pageImageKey } from './keys.js';
import { ROUND_SECONDS } from './files/tile-addresses.js';
import type { DocumentRow, PageRow } from './model.js';
import type { PhotographLinks } from './photographs/photograph-mapping.js';
import type { StoredPhotograph } from './photographs/model.js';
import { PDF_TYPE } from './upload-checks.js';

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

/** Display addresses stay the same for a while, so that browsers can cache them. */
const SHOWN = { expiresIn: SIGNED_URL_SECONDS, roundTo: ROUND_SECONDS };

/** The user or API key that an original's address is made for; internal processes need none. */
const holderOf = ({ via, sub: userId, keyId: apiKeyId = '' }: Actor): AddressHolder | undefined =>
  via === 'service' ? undefined : { userId, apiKeyId };

/** Makes signed addresses (CONST-03). */
export class Links {
  readonly #blobs: Pick<BlobStore, 'signedUrl'>;
  readonly #signTiles: TileSigner;

  constructor(blobs: Pick<BlobStore, 'signedUrl'>, signTiles: TileSigner) {
    this.#blobs = blobs;
    this.#signTiles = signTiles;
  }

  async file({ filePath }: Pick<DocumentRow, 'filePath'>, actor: Actor): Promise<string> {
    return this.#blobs.signedUrl(filePath, { ...SHOWN, contentType: PDF_TYPE, holder: holderOf(actor) });
  }

  /** For a download under the original file name (DOC-08). */
  async download(
    { filePath, fileName }: Pick<DocumentRow, 'filePath' | 'fileName'>,
    expiresIn: number,
    actor: Actor,
  ): Promise<string> {
    return this.#blobs.signedUrl(filePath, { expiresIn, contentType: PDF_TYPE, fileName, holder: holderOf(actor) });
  }

  /** undefined while the page has no picture. */
  async page(page: PageRow): Promise<PageLinks | undefined> {
    if (page.status !== 'ready') return undefined;
    const [imageUrl, thumbnailUrl] = await Promise.all([
      this.#blobs.signedUrl(pageImageKey(page.imagePath), { ...SHOWN, contentType: 'image/jpeg' }),
      this.#blobs.signedUrl(page.thumbnailPath, { ...SHOWN, contentType: 'image/webp' }),
    ]);
    return { imageUrl, thumbnailUrl, tilesUrl: this.#signTiles(page) };
  }

  async photograph({ stored: { picture, thumbnail } }: StoredPhotograph): Promise<PhotographLinks> {
    const [imageUrl, thumbnailUrl] = await Promise.all([
      this.#blobs.signedUrl(picture, { ...SHOWN, contentType: 'image/jpeg' }),
      this.#blobs.signedUrl(thumbnail, { ...SHOWN, contentType: 'image/webp' }),
    ]);
    return { imageUrl, thumbnailUrl };
  }
}
