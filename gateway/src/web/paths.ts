/**
 * What the gateway answers itself, by the beginning of the path; everything else is the application's pages and files, which
 * nginx may serve in its stead.
 */
export const GATEWAY_PATHS = ['/api', '/auth', '/files', '/mcp', '/llms.txt', '/llms-full.txt'] as const;

/** Of them, what the file server may answer in the gateway's stead: the address itself is the permission. */
export const TILES_PATH = '/files/t/';

/** Folder of files whose names have a hash of their contents. */
export const ASSETS_PATH = '/assets/';
/** Those are never another file under the same name, for a year at least. */
export const ASSETS_CACHE = 'public, max-age=31536000, immutable';
/** The pages themselves are asked for anew: another release has other assets. */
export const PAGES_CACHE = 'no-cache';
