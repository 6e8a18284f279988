import type { Qualification } from '@symbio/proto/identity';
import { conflict } from '@symbio/runtime';

/**
 * Qualification with which a person signs or is named as environmental professional. Its last day is still valid.
 * @throws AppError FAILED_PRECONDITION `no_qualification`, `qualification_expired`
 */
export function qualificationOf(
  qualification: Qualification | undefined,
  now: Date,
): { path: string; licence: string; licenceState: string; expiresOn: string } {
  if (!qualification) throw conflict('no_qualification', 'Add your qualification to your profile before you sign.');
  const { path, licence, state: licenceState, expiresOn } = qualification;
  if (expiresOn && expiresOn < now.toISOString().slice(0, 10))
    throw conflict('qualification_expired', 'Your licence has expired. Update your qualification before you sign.');
  return { path, licence, licenceState, expiresOn };
}
