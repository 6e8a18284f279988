import { SIGNED_URL_SECONDS, matchesSignature, signParts } from '@symbio/kit';
import { TILE_SIZE, type TileFormat } from '@symbio/page-engine/pyramids';

/** One page's tiles; the hash changes when the page is made anew. */
export interface TilesOf {
  documentId: string;
  pageNumber: number;
  contentHash: string;
}

export interface TileSigningOptions {
  secret: string;
  /** Put before `/files/t/...`; empty means the same origin. */
  publicUrl?: string;
  clock?: { now(): Date };
  /** At least so many seconds a prefix stays valid. */
  expiresIn?: number;
  /** The end is rounded up to a multiple of so many seconds. */
  roundTo?: number;
}

/** CONST-03. A viewer that keeps a sheet open reads its pages again before the end, as it does for single files. */
const TILE_SECONDS = SIGNED_URL_SECONDS;
/** The address stays the same for this long, and with it the browser's cached tiles. */
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
 * Whether the signature of a tile's address is ours and has not run out.
 *
 * @param secrets those that are believed
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

/** Whether an address that is valid until `expires`, in seconds since 1970, is so no longer. */
export const hasEnded = (expires: string, now: Date): boolean => Number(expires) * 1000 <= now.getTime();

const signedParts = (expires: string, page: TilesOf): string[] => [
  'tiles',
  expires,
  page.documentId,
  String(page.pageNumber),
  page.contentHash,
];

/** A Deep Zoom description that OpenSeadragon opens as it is, without fetching anything first. */
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

/** `tilesUrl` is a signed prefix; width and height are the page's in pixels. */
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
