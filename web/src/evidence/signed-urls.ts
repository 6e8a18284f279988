import type { DocumentPage } from './page-records.js';

/** Milliseconds before the first expires. */
const AHEAD_MS = 5 * 60_000;

/** Without a readable expiry: three quarters of an hour-long signature (CONST-03). */
const UNKNOWN_MS = 45 * 60_000;

/** Milliseconds, in case clocks differ. */
const MIN_MS = 30_000;

/** Milliseconds since the epoch; null if unreadable. */
export function expiryOf(address: string | null | undefined): number | null {
  if (!address) return null;
  // in seconds: tiles have it in the path (/files/t/{exp}/...), single files in the query (?exp=)
  const match = /\/files\/t\/(\d+)\//.exec(address) ?? /[?&]exp=(\d+)/.exec(address);
  return match ? Number(match[1]) * 1000 : null;
}

/** Milliseconds until the first visible URL expires. */
export function renewalDelay(pages: readonly DocumentPage[], now: number): number {
  const expiries = pages
    .flatMap((page) => [page.tile_source?.Image.Url, page.thumbnail_url])
    .map(expiryOf)
    .filter((expiry) => expiry !== null);
  if (expiries.length === 0) return UNKNOWN_MS;
  return Math.max(MIN_MS, Math.min(...expiries) - AHEAD_MS - now);
}
