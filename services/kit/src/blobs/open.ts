import type { Logger } from '../logger.js';
import { parseBlobUrl } from './blob-url.js';
import type { BlobStore } from './blob-store.js';
import { createFolderStore } from './folder.js';
import type { SigningOptions } from './signed-addresses.js';

export interface BlobStoreOptions extends SigningOptions {
  /** Told what the store could not do by the way. */
  log?: Pick<Logger, 'warn'>;
}

/**
 * The store that BLOB_URL names ({@link parseBlobUrl} has its forms). Nothing is asked of it yet.
 *
 * @throws Error that says what is wrong with the address
 */
export async function openBlobStore(url: string, options: BlobStoreOptions): Promise<BlobStore> {
  const location = parseBlobUrl(url);
  if (location.kind === 'folder') return createFolderStore({ ...location, ...options });
  // AWS's library is large: processes without a bucket do not load it
  const { createS3Store } = await import('./s3.js');
  return createS3Store({ location, ...options });
}
