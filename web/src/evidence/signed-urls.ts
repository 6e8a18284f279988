import type { DocumentPage } from './page-records.js';

/** Signed URLs are renewed this many milliseconds before the first expires. */
const AHEAD_MS = 5 * 60_000;

/** Fallback without a readable expiry: three quarters of an hour-long signature (CONST-03). */
const UNKNOWN_MS = 45 * 60_000;

/** Minimum delay in milliseconds, in case clocks differ. */
const MIN_MS = 30_000;

/** Expiry of a signed URL in milliseconds since the epoch; null if unreadable. */
export function expiryOf(address: string | null | undefined): number | null {
  if (!address) return null;
  // in seconds: tiles have it in the path (/files/t/{exp}/...), single files in the query (?exp=)
  const match = /\/files\/t\/(\d+)\//.exec(address) ?? /[?&]exp=(\d+)/.exec(address);
  return match ? Number(match[1]) * 1000 : null;
}

/** Milliseconds until pages must be refetched, before a visible URL expires. */
export function renewalDelay(pages: readonly DocumentPage[], now: number): number {
  const expiries = pages
    .flatMap((page) => [page.tile_source?.Image.Url, page.thumbnail_url])
    .map(expiryOf)
    .filter((expiry) => expiry !== null);
  if (expiries.length === 0) return UNKNOWN_MS;
  return Math.max(MIN_MS, Math.min(...expiries) - AHEAD_MS - now);
}
