import { parseBlobUrl } from './blob-url.js';
import type { BlobStore } from './blob-store.js';
import { createFolderStore } from './folder.js';
import type { SigningOptions } from './signed-addresses.js';

/**
 * The store that BLOB_URL names ({@link parseBlobUrl} has its forms). Nothing is asked of it yet.
 *
 * @throws Error that says what is wrong with the address
 */
export async function openBlobStore(url: string, signing: SigningOptions): Promise<BlobStore> {
  const location = parseBlobUrl(url);
  if (location.kind === 'folder') return createFolderStore({ ...location, ...signing });
  // AWS's library is large: processes without a bucket do not load it
  const { createS3Store } = await import('./s3.js');
  return createS3Store({ location, ...signing });
}
