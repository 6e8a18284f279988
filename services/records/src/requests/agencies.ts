/** Agencies that requests were made to. */
import type { Agency } from '@symbio/proto/records';
import type { StoredFields } from './model.js';

/** Where agencies are responsible: three digits of the ZIP code, as projects have no county; empty: unknown. */
export const agencyArea = (zip: string): string => (/^\d{5}/.test(zip) ? zip.slice(0, 3) : '');

/** Each once, as the first of the requests names it. */
export function agenciesOf(requests: readonly StoredFields[]): Agency[] {
  const known = new Map<string, Agency>();
  for (const { agencyName, agencyKind, agencyAddress, agencyEmail, agencyPortal } of requests) {
    const key = agencyName.toLowerCase();
    if (known.has(key)) continue;
    const contact = { address: agencyAddress, email: agencyEmail, portal: agencyPortal };
    known.set(key, { name: agencyName, kind: agencyKind, ...contact });
  }
  return [...known.values()];
}
