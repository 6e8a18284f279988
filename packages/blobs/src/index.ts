/** Files under signed addresses, in a folder or an S3 bucket. */
export * from './blob-store.js';
export * from './blob-url.js';
export * from './file-parts.js';
export * from './folder.js';
export * from './host-blobs.js';
export * from './open.js';
export * from './secrets.js';
export * from './signature.js';
export * from './signed-addresses.js';
