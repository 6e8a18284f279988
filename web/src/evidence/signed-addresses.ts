import type { DocumentPage } from './page-records.js';

/** Addresses are renewed this long before the first of them expires, in milliseconds. */
const AHEAD_MS = 5 * 60_000;

/** Without a readable expiry: signed for an hour (CONST-03), renewed after three quarters of it. */
const UNKNOWN_MS = 45 * 60_000;

/** Never sooner than this, whatever the clocks say, in milliseconds. */
const LEAST_MS = 30_000;

/** When a signed address expires, in milliseconds since 1970; null when it doesn't say. */
export function expiryOf(address: string | null | undefined): number | null {
  if (!address) return null;
  // tiles carry it in the path (/files/t/{exp}/...), single files in the query (?exp=), in seconds
  const match = /\/files\/t\/(\d+)\//.exec(address) ?? /[?&]exp=(\d+)/.exec(address);
  return match ? Number(match[1]) * 1000 : null;
}

/** Milliseconds until the pages should be read again so that no address on the screen expires. */
export function renewalDelay(pages: readonly DocumentPage[], now: number): number {
  const expiries = pages
    .flatMap((page) => [page.tile_source?.Image.Url, page.thumbnail_url])
    .map(expiryOf)
    .filter((expiry) => expiry !== null);
  if (expiries.length === 0) return UNKNOWN_MS;
  return Math.max(LEAST_MS, Math.min(...expiries) - AHEAD_MS - now);
}
