import { SIGNED_URL_SECONDS } from '@symbio/proto/files';
import { matchesSignature, signParts } from '@symbio/blobs';
import { TILE_SIZE, type TileFormat } from '@symbio/page-engine/pyramids';

/** Identifies the tiles of one page; the hash changes with its picture. */
export interface TilesOf {
  documentId: string;
  pageNumber: number;
  contentHash: string;
}

export interface TileSigningOptions {
  secret: string;
  publicUrl?: string;
  clock?: { now(): Date };
  /** Minimum validity of a prefix, in seconds. */
  expiresIn?: number;
  /** The expiry is rounded up to a multiple of this many seconds. */
  roundTo?: number;
}

/** CONST-03. A viewer with an open sheet reloads its pages before they expire, as for single files. */
const TILE_SECONDS = SIGNED_URL_SECONDS;
/** Addresses stay the same for this long, so that browsers can cache tiles. */
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

/**
 * Whether the signature of a tile address is valid and not expired.
 *
 * @param secrets the accepted ones
 */
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

/** Whether an address valid until `expires` (seconds since 1970) has expired. */
export const hasEnded = (expires: string, now: Date): boolean => Number(expires) * 1000 <= now.getTime();

const signedParts = (expires: string, page: TilesOf): string[] => [
  'tiles',
  expires,
  page.documentId,
  String(page.pageNumber),
  page.contentHash,
];

/** A Deep Zoom descriptor that OpenSeadragon opens without a request. */
export interface TileSource {
  Image: {
    xmlns: 'http://schemas.microsoft.com/deepzoom/2008';
    /** Prefix of the tiles: `{Url}{level}/{x}_{y}.{Format}`. */
    Url: string;
    Format: TileFormat;
    Overlap: string;
    TileSize: string;
    Size: { Width: string; Height: string };
  };
}

export function tileSource(page: { tilesUrl: string; format: TileFormat; width: number; height: number }): TileSource {
  return {
    Image: {
      xmlns: 'http://schemas.microsoft.com/deepzoom/2008',
      Url: page.tilesUrl,
      Format: page.format,
      Overlap: '0',
      TileSize: String(TILE_SIZE),
      Size: { Width: String(page.width), Height: String(page.height) },
    },
  };
}
