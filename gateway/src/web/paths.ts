export const GATEWAY_PATHS = ['/api', '/auth', '/files', '/iiif', '/mcp', '/llms.txt', '/llms-full.txt'] as const;

/** Prefix served by the file server; the signed address is the permission. */
export const TILES_PATH = '/files/t/';

/** Folder of files with content hashes in their names. */
export const ASSETS_PATH = '/assets/';
/** Their content never changes: cached for a year. */
export const ASSETS_CACHE = 'public, max-age=31536000, immutable';
/** Pages are revalidated: another release has other assets. */
export const PAGES_CACHE = 'no-cache';
