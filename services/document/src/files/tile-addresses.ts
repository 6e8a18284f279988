import { SIGNED_URL_SECONDS } from '@symbio/proto/files';
import { matchesSignature, signParts } from '@symbio/blobs';

/** The hash changes with the picture. */
export interface TilesOf {
  documentId: string;
  pageNumber: number;
  contentHash: string;
}

export interface TileSigningOptions {
  secret: string;
  publicUrl?: string;
  clock?: { now(): Date };
  /** Minimum validity in seconds. */
  expiresIn?: number;
  /** Seconds; expiry is rounded up to a multiple. */
  roundTo?: number;
}

/** CONST-03. Viewers reload pages before they expire. */
const TILE_SECONDS = SIGNED_URL_SECONDS;
/** Seconds for which addresses stay the same, so browsers can cache tiles. */
export const ROUND_SECONDS = 15 * 60;

/** Signs `/files/t/{exp}/{sig}/{documentId}/{pageNumber}/{hash}/`, the prefix of one page's tiles. */
export function createTileSigner(options: TileSigningOptions): (page: TilesOf) => string {
  const { secret, publicUrl = '', clock, expiresIn = TILE_SECONDS, roundTo = ROUND_SECONDS } = options;
  return (page) => {
    const now = (clock?.now().getTime() ?? Date.now()) / 1000;
    const expires = String(Math.ceil((now + expiresIn) / roundTo) * roundTo);
    const signature = signParts(secret, signedParts(expires, page));
    return `${publicUrl}/files/t/${expires}/${signature}/${page.documentId}/${page.pageNumber}/${page.contentHash}/`;
  };
}

/** @param secrets the accepted ones */
export function checkTileSignature(
  secrets: readonly string[],
  expires: string,
  signature: string,
  page: TilesOf,
  now: Date,
): 'valid' | 'forged' | 'expired' {
  const parts = signedParts(expires, page);
  if (!secrets.some((secret) => matchesSignature(secret, parts, signature))) return 'forged';
  return hasEnded(expires, now) ? 'expired' : 'valid';
}

/** @param expires seconds since 1970 */
export const hasEnded = (expires: string, now: Date): boolean => Number(expires) * 1000 <= now.getTime();

const signedParts = (expires: string, page: TilesOf): string[] => [
  'tiles',
  expires,
  page.documentId,
  String(page.pageNumber),
  page.contentHash,
];
