import type { Logger } from '@symbio/runtime';
import { parseBlobUrl } from './blob-url.js';
import type { BlobStore } from './blob-store.js';
import { createFolderStore } from './folder.js';
import type { SigningOptions } from './signed-addresses.js';

export interface BlobStoreOptions extends SigningOptions {
  /** Receives non-fatal failures. */
  log?: Pick<Logger, 'warn'>;
}

/**
 * Opens the store of BLOB_URL ({@link parseBlobUrl}) without contacting it.
 *
 * @throws Error for an invalid URL
 */
export async function openBlobStore(url: string, options: BlobStoreOptions): Promise<BlobStore> {
  const location = parseBlobUrl(url);
  if (location.kind === 'folder') return createFolderStore({ ...location, ...options });
  // the AWS SDK is large: load it only when needed
  const { createS3Store } = await import('./s3.js');
  return createS3Store({ location, ...options });
}
